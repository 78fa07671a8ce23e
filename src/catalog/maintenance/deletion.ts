/**
 * What a deletion would take with it (docs/semantics.md 12.2).
 */
import type { DeletionSize } from '../../graph/changes.ts';
import type { Urn } from '../../model/urn.ts';
import { type ReferenceParts, references } from '../read/references.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';

export interface Deletion {
  /** How much of the entity itself. */
  readonly took: DeletionSize;
  /** How many entities that live in it. */
  readonly parts: number;
  /** How many references to it. */
  readonly references: number;
}

interface DeletionParts extends Pick<ReferenceParts, 'model' | 'graph'> {
  /** The writing call that writes nothing. */
  readonly rehearse: (request: WriteRequest) => Promise<WriteResult>;
}

/** @throws Refusal as the deletion would */
export async function deletionOf({ model, graph, rehearse }: DeletionParts, urn: Urn, request: WriteRequest): Promise<Deletion> {
  const result = await rehearse(request);
  const gone = writtenIn(result).filter(({ aspect, outcome }) => aspect.kind === 'key' && outcome === 'deleted');
  const ends = gone.some((each) => each.urn.text === urn.text);
  return {
    took: tookOf(result, urn),
    parts: gone.filter((each) => each.urn.text !== urn.text).length,
    references: ends && urn.type.takesReferences ? (await references({ model, graph }, urn)).total : 0,
  };
}

/** How much of an entity itself a write has deleted. */
export function tookOf(result: WriteResult, urn: Urn): DeletionSize {
  return writtenIn(result).find((each) => each.took && each.urn.text === urn.text)?.took ?? { versions: 0, points: 0 };
}

function writtenIn({ items }: WriteResult) {
  return items.flatMap((item) => ('written' in item ? item.written : []));
}
