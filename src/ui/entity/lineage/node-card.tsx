import { memo } from 'preact/compat';
import { plainPath } from '../../../column-names.ts';
import type { NodeInfo } from '../../api/lineage.ts';
import { platformOfUrn, shortName, typeOfUrn } from '../../api/urn.ts';
import type { Side } from '../../data/side.ts';
import { useKind } from '../../parts/kind-line.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { entityUrl, Link } from '../../route.ts';
import { CutName } from './cut-name.tsx';
import { MOST_LINES } from './geometry.ts';

interface NodeCardProps {
  readonly urn: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly info: NodeInfo | undefined;
  readonly root: boolean;
  /** The Tab key leads to this card. */
  readonly current: boolean;
  readonly look: 'lit' | 'dim' | 'plain';
  /** Paths of its columns on the lineage of the chosen column. */
  readonly columns: readonly string[] | undefined;
  /** How many neighbours are not shown, and whether the side is open. */
  readonly hiddenUp: number;
  readonly hiddenDown: number;
  readonly openUp: boolean;
  readonly openDown: boolean;
  /** What links keep of the address: the time in the past. */
  readonly query: string;
  readonly onToggle: (urn: string, side: Side) => void;
  readonly onReach: (id: string | undefined) => void;
  readonly onFocus: (id: string) => void;
}

/** One entity in the graph: a link to it, and a button on either side that shows or hides its neighbours. */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const { urn, x, y, height, info, root, current, look, columns, query, onReach, onFocus } = props;
  const name = info?.name ?? shortName(urn);
  const kind = useKind({ urn, subType: info?.subType });
  const state = info?.removed ? 'removed' : info?.missing ? 'not in the catalog' : '';
  return (
    <div
      class={`node is-${look}${root ? ' is-root' : ''}${state === '' ? '' : ' is-ghost'}`}
      style={{ left: `${x}px`, top: `${y}px`, height: `${height}px` }}
      onPointerEnter={() => onReach(urn)}
      onPointerLeave={() => onReach(undefined)}
    >
      <Link
        href={entityUrl(urn, 'lineage') + query}
        class="node-link"
        data-card={urn}
        data-urn={urn}
        tabIndex={current ? 0 : -1}
        draggable={false}
        title={name}
        onFocus={() => onFocus(urn)}
        aria-description={further(props)}
        {...(root ? { 'aria-current': 'true' as const } : {})}
      >
        <span class="node-head line">
          <PlatformMark platform={platformOfUrn(urn)} type={typeOfUrn(urn)} />
          <span class="node-text stack flush grow">
            <span class="node-name strong" dir="auto">
              <CutName name={name} />
            </span>
            <span class="node-kind clip">{[state, kind].filter((each) => each !== '').join(' · ')}</span>
          </span>
        </span>
        {columns && columns.length > 0 && <Columns columns={columns} />}
      </Link>
      <SideButton {...props} side="up" name={name} />
      <SideButton {...props} side="down" name={name} />
    </div>
  );
});

function Columns({ columns }: { readonly columns: readonly string[] }) {
  const shown = columns.length > MOST_LINES ? columns.slice(0, MOST_LINES - 1) : columns;
  return (
    <span class="node-columns">
      {shown.map((column) => (
        <span key={column} class="node-column clip medium mono" title={column}>
          {plainPath(column)}
        </span>
      ))}
      {shown.length < columns.length && <span class="node-column clip medium">{columns.length - shown.length} more columns</span>}
    </span>
  );
}

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
  if (hidden === 0 && !open) return null;
  const where = side === 'up' ? 'upstream' : 'downstream';
  const label = open ? `Hide the entities ${where} of ${name}` : `Show ${hidden} more ${where} of ${name}`;
  return (
    <button
      type="button"
      class={`node-more node-more-${side}${open ? ' is-open' : ''}`}
      tabIndex={current ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={() => onToggle(urn, side)}
    >
      <span>{open ? '−' : `+${hidden.toLocaleString('en')}`}</span>
    </button>
  );
}

/** The content of the buttons beside the card, for screen readers. */
function further({ hiddenUp, hiddenDown, root }: NodeCardProps): string {
  const parts = [
    root ? 'current entity' : '',
    hiddenUp > 0 ? `${hiddenUp} more upstream` : '',
    hiddenDown > 0 ? `${hiddenDown} more downstream` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
