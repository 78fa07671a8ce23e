import { memo } from 'preact/compat';
import type { NodeInfo } from '../../api/lineage.ts';
import { platformOfUrn, shortName, typeOfUrn } from '../../api/urn.ts';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { typeWord } from '../../parts/words.ts';
import { entityUrl, Link } from '../../route.ts';
import type { Side } from './known.ts';

interface NodeCardProps {
  readonly urn: string;
  readonly x: number;
  readonly y: number;
  readonly info: NodeInfo | undefined;
  readonly root: boolean;
  /** The Tab key leads to this node. */
  readonly current: boolean;
  readonly look: 'lit' | 'dim' | 'plain';
  /** Its columns on the lineage of the chosen column. */
  readonly columns: string | undefined;
  readonly hiddenUp: number | undefined;
  readonly hiddenDown: number | undefined;
  readonly openUp: boolean;
  readonly openDown: boolean;
  readonly onToggle: (urn: string, side: Side) => void;
  readonly onReach: (urn: string | undefined) => void;
  readonly onFocus: (urn: string) => void;
}

/** One entity in the graph: a link to it, and a button on either side that shows or hides its neighbours. */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const { urn, x, y, info, root, current, look, columns, onReach, onFocus } = props;
  const name = info?.name ?? shortName(urn);
  const platform = platformOfUrn(urn);
  const type = info?.subType ?? typeWord(typeOfUrn(urn));
  const state = info?.removed ? 'removed' : info?.missing ? 'not in the catalog' : '';
  return (
    <div
      class={`node is-${look}${root ? ' is-root' : ''}${state === '' ? '' : ' is-ghost'}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      onPointerEnter={() => onReach(urn)}
      onPointerLeave={() => onReach(undefined)}
    >
      <Link
        href={entityUrl(urn, 'lineage')}
        class="node-link"
        data-urn={urn}
        tabIndex={current ? 0 : -1}
        draggable={false}
        title={urn}
        onFocus={() => onFocus(urn)}
        {...(root ? { 'aria-current': 'true' as const } : {})}
      >
        <PlatformMark platform={platform} type={typeOfUrn(urn)} />
        <span class="node-text">
          <Name name={name} />
          <span class="node-kind">{columns ?? [state, type, platform].filter((each) => each !== '' && each !== undefined).join(' · ')}</span>
          <span class="hidden-text">{further(props)}</span>
        </span>
      </Link>
      <SideButton {...props} side="up" name={name} />
      <SideButton {...props} side="down" name={name} />
    </div>
  );
});

function SideButton({
  urn,
  side,
  name,
  current,
  hiddenUp,
  hiddenDown,
  openUp,
  openDown,
  onToggle,
}: NodeCardProps & { readonly side: Side; readonly name: string }) {
  const hidden = side === 'up' ? hiddenUp : hiddenDown;
  const open = side === 'up' ? openUp : openDown;
  if (!hidden && !open) return null;
  const where = side === 'up' ? 'upstream' : 'downstream';
  const label = hidden ? `Show ${hidden} more ${where} of ${name}` : `Hide the entities ${where} of ${name}`;
  return (
    <button
      type="button"
      class={`node-more node-more-${side}`}
      tabIndex={current ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={() => onToggle(urn, side)}
    >
      <span>{hidden ? `+${hidden}` : '−'}</span>
    </button>
  );
}

/** A name whose last part is cut last, because that part differs from its neighbours. */
function Name({ name }: { readonly name: string }) {
  const end = name.lastIndexOf('.') + 1;
  return (
    <span class="node-name">
      <span>{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  );
}

/** The content of the buttons beside the node, for screen readers. */
function further({ hiddenUp, hiddenDown, root }: NodeCardProps): string {
  const parts = [root ? 'current entity' : '', hiddenUp ? `${hiddenUp} more upstream` : '', hiddenDown ? `${hiddenDown} more downstream` : ''];
  return parts.filter((part) => part !== '').join(', ');
}
