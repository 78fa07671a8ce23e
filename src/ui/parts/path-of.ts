import { isRecord } from '../data/is-record.ts';
import { isFolder } from '../data/words.ts';

/** A folder or container; a container has a URN, whose name is to be looked up. */
export interface PathPart {
  readonly name: string;
  readonly urn: string | undefined;
}

/** Where the platform keeps an entity, the outermost first. */
export function pathOf(aspects: Readonly<Record<string, Record<string, unknown>>>): PathPart[] {
  const path = aspects.browsePathsV2?.path;
  if (!Array.isArray(path)) return [];
  return path.flatMap((part: unknown) => {
    if (!isRecord(part) || typeof part.id !== 'string' || !isFolder(part.id)) return [];
    return [{ name: part.id, urn: typeof part.urn === 'string' ? part.urn : undefined }];
  });
}
