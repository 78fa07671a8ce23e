import type { ComponentChildren } from 'preact';
import type { Card } from '../api/cards.ts';
import { entityUrl, Link } from '../route.ts';
import { Badge } from './badge.tsx';
import { KindLine } from './kind-line.tsx';
import { PlatformMark } from './platform-mark.tsx';

interface EntityRowsProps {
  readonly label: string;
  readonly cards: readonly Card[];
  /** What stands before a row. */
  readonly start?: (card: Card) => ComponentChildren;
  /** What stands at the end of a row. */
  readonly end?: (card: Card) => ComponentChildren;
}

/** Entities, one in a line: icon, name, kind and platform, description. */
export function EntityRows({ label, cards, start, end }: EntityRowsProps) {
  return (
    <ul class="rows frame" aria-label={label}>
      {cards.map((card) => (
        <li key={card.urn} class="row">
          <span class="line close">
            {start?.(card)}
            <PlatformMark platform={card.platform} type={card.type} />
          </span>
          <div class="row-name stack flush">
            <Link href={entityUrl(card.urn)} title={card.urn} dir="auto">
              {card.name}
            </Link>
            <span class="muted small">
              <KindLine urn={card.urn} subType={card.subType} platform={card.platformUrn} />
            </span>
          </div>
          <p class="row-text clamp medium muted" dir="auto">
            {card.description}
          </p>
          <div class="line close">
            {card.removed && <Badge tone="bad">Deleted</Badge>}
            {card.deprecated && <Badge tone="warn">Deprecated</Badge>}
            {card.missing && <Badge>Not in the catalog</Badge>}
            {end?.(card)}
          </div>
        </li>
      ))}
    </ul>
  );
}
