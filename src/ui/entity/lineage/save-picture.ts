/**
 * Saves the picture of the lineage as a file.
 */
import { platformOfUrn, typeOfUrn } from '../../api/urn.ts';
import { spaced, typeWord } from '../../data/words.ts';
import { saveFile } from '../../export/save-file.ts';
import type { Layout } from './geometry.ts';
import type { PictureCard } from './picture.ts';
import { svgOf } from './svg.ts';

export function savePicture(root: string, layout: Layout, cards: readonly PictureCard[], nameOf: (id: string) => string): void {
  const entities = new Set(cards.flatMap(({ kind, id }) => (kind === 'entity' ? [id] : [])));
  const name = nameOf(root);
  const svg = svgOf(`Lineage of ${name}`, layout, root, (id) => ({ name: nameOf(id), kind: entities.has(id) ? kindOf(id) : '' }));
  saveFile(`lineage-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.svg`, 'image/svg+xml', [svg]);
}

function kindOf(urn: string): string {
  const platform = platformOfUrn(urn);
  return [typeWord(typeOfUrn(urn)), ...(platform === undefined ? [] : [spaced(platform)])].join(' · ');
}
