/**
 * Saves the picture of the lineage as a file.
 */
import { fileName, saveFile } from '../../export/save-file.ts';
import { kindLineOf } from '../../parts/kind-line.tsx';
import type { Layout } from './geometry.ts';
import type { PictureCard } from './picture.ts';
import { svgOf } from './svg.ts';

interface CardTexts {
  readonly nameOf: (id: string) => string;
  /** What the platform calls an entity. */
  readonly subTypeOf: (id: string) => string | undefined;
}

export function savePicture(root: string, layout: Layout, cards: readonly PictureCard[], { nameOf, subTypeOf }: CardTexts): void {
  const entities = new Set(cards.flatMap(({ kind, id }) => (kind === 'entity' ? [id] : [])));
  const name = nameOf(root);
  const kindOf = (id: string): string => (entities.has(id) ? kindLineOf({ urn: id, subType: subTypeOf(id) }) : '');
  saveFile(fileName(`lineage ${name}`, 'svg'), 'image/svg+xml', [
    svgOf(`Lineage of ${name}`, layout, root, (id) => ({ name: nameOf(id), kind: kindOf(id) })),
  ]);
}
