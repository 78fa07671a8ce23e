import { memo } from 'preact/compat';
import type { NodeInfo } from '../../api/lineage.ts';
import { shortName, typeOfUrn } from '../../api/urn.ts';
import { kindOf, spaced, typeWords } from '../../data/words.ts';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useName } from '../../parts/use-name.ts';
import type { Hub } from './known.ts';
import type { CardGroup, PictureCard } from './picture.ts';

export type GroupedCard = Exclude<PictureCard, { readonly kind: 'entity' }>;

interface GroupCardProps {
  readonly card: GroupedCard;
  readonly x: number;
  readonly y: number;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly current: boolean;
  readonly look: 'lit' | 'dim' | 'plain';
  /** Its list is open. */
  readonly open: boolean;
  readonly onOpen: (id: string) => void;
  readonly onReach: (id: string | undefined) => void;
  readonly onFocus: (id: string) => void;
}

/** Many entities as one card with their number. It opens as a list. */
export const GroupCard = memo(function GroupCard({ card, x, y, info, current, look, open, onOpen, onReach, onFocus }: GroupCardProps) {
  return (
    <div
      class={`node is-group is-${look}`}
      style={{ left: `${x}px`, top: `${y}px` }}
      onPointerEnter={() => onReach(card.id)}
      onPointerLeave={() => onReach(undefined)}
    >
      <button
        type="button"
        class="node-link"
        data-card={card.id}
        tabIndex={current ? 0 : -1}
        aria-expanded={open}
        onFocus={() => onFocus(card.id)}
        onClick={() => onOpen(card.id)}
      >
        {card.kind === 'hub' ? <HubText hub={card.hub} info={info} /> : <GroupText group={card.group} info={info} />}
      </button>
    </div>
  );
});

function HubText({ hub, info }: { readonly hub: Hub; readonly info: ReadonlyMap<string, NodeInfo> }) {
  const some = hub.hidden < hub.total;
  return (
    <span class="node-head line">
      <span class="node-count small number">{hub.hidden.toLocaleString('en')}</span>
      <span class="node-text stack flush grow">
        <span class="node-name strong">{`${some ? 'more ' : ''}${sideWord(hub)}`}</span>
        <span class="node-kind clip">of {info.get(hub.urn)?.name ?? shortName(hub.urn)}</span>
      </span>
    </span>
  );
}

export function sideWord({ side }: Pick<Hub, 'side'>): string {
  return side === 'up' ? 'upstream' : 'downstream';
}

function GroupText({ group, info }: { readonly group: CardGroup; readonly info: ReadonlyMap<string, NodeInfo> }) {
  const first = group.members[0] ?? '';
  return (
    <span class="node-head line">
      <PlatformMark
        platform={group.by === 'platform' ? group.key : info.get(first)?.platform}
        type={group.by === 'container' ? 'container' : 'dataPlatform'}
      />
      <span class="node-text stack flush grow">
        <span class="node-name strong">
          <GroupName group={group} />
        </span>
        <span class="node-kind clip">{kindsOf(group.members, info)}</span>
      </span>
    </span>
  );
}

/** The name of the container or platform. */
export function GroupName({ group: { by, key } }: { readonly group: CardGroup }) {
  return <>{by === 'container' ? <ContainerName urn={key} /> : spaced(key)}</>;
}

function ContainerName({ urn }: { readonly urn: string }) {
  return <>{useName(urn)}</>;
}

/** `5 tables, 1 view`. */
function kindsOf(urns: readonly string[], info: ReadonlyMap<string, NodeInfo>): string {
  const kinds = new Map<string, number>();
  for (const urn of urns) {
    const kind = kindOf(typeOfUrn(urn), info.get(urn)?.subType);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, count]) => `${count} ${typeWords(kind, count).toLowerCase()}`).join(', ');
}
