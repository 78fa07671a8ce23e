import { typeOfUrn } from '../../api/urn.ts';
import { typeWords } from '../../data/words.ts';
import { TypeIcon } from '../../parts/type-icon.tsx';
import type { Picture } from './picture.ts';

interface LegendProps {
  readonly urns: readonly string[];
  readonly picture: Picture;
  /** Some entity is soft-deleted or not in the catalog. */
  readonly ghosts: boolean;
}

/** What the icons and lines of the picture mean, and how many entities of each type there are. Only what it has. */
export function Legend({ urns, picture, ghosts }: LegendProps) {
  const types = new Map<string, number>();
  for (const urn of urns) types.set(typeOfUrn(urn), (types.get(typeOfUrn(urn)) ?? 0) + 1);
  return (
    <ul class="lineage-legend bar far small muted" aria-label="Legend">
      {[...types].map(([type, count]) => (
        <li key={type}>
          <TypeIcon type={type} /> {count.toLocaleString('en')} {typeWords(type, count)}
        </li>
      ))}
      <li>
        <Line /> Source to what is made from it
      </li>
      {picture.back.size > 0 && (
        <li>
          <Line dashed /> Closes a cycle
        </li>
      )}
      {picture.cards.some(({ kind }) => kind !== 'entity') && (
        <li>
          <span class="legend-card is-group" aria-hidden="true" /> Several entities
        </li>
      )}
      {ghosts && (
        <li>
          <span class="legend-card is-ghost" aria-hidden="true" /> Removed, or not in the catalog
        </li>
      )}
    </ul>
  );
}

function Line({ dashed = false }: { readonly dashed?: boolean }) {
  return (
    <svg class={`legend-line${dashed ? ' is-back' : ''}`} viewBox="0 0 26 8" width="26" height="8" aria-hidden="true">
      <path d="M0 4h19" />
      <path class="legend-head" d="M18 0.5 25 4 18 7.5Z" />
    </svg>
  );
}
