import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { type NodeInfo, readNeighbours, readNodes } from '../../api/lineage.ts';
import { platformOfUrn, shortName, typeOfUrn } from '../../api/urn.ts';
import { plural } from '../../data/words.ts';
import { Button } from '../../parts/button.tsx';
import { KindLine } from '../../parts/kind-line.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';
import { CutName } from './cut-name.tsx';
import { type GroupedCard, GroupName, sideWord } from './group-card.tsx';
import { type Hub, MOST_NODES } from './known.ts';

/** The most neighbours of a hub in its list. */
const MOST_ROWS = 500;

interface GroupListProps {
  readonly card: GroupedCard;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly picked: readonly string[];
  /** The time of which it is the lineage, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  readonly query: string;
  readonly onPick: (urn: string, picked: boolean) => void;
  /** Shows all of them as cards. */
  readonly onShowAll: () => void;
  readonly onClose: () => void;
}

/** The entities of a group as a list beside the picture. */
export function GroupList(props: GroupListProps) {
  return props.card.kind === 'hub' ? <HubList {...props} hub={props.card.hub} /> : <MemberList {...props} />;
}

function MemberList(props: GroupListProps) {
  if (props.card.kind === 'hub') return null;
  const { group } = props.card;
  return (
    <Panel {...props} title={<GroupName group={group} />} total={group.members.length} canShowAll>
      <Rows {...props} urns={group.members} />
    </Panel>
  );
}

function HubList({ hub, ...props }: GroupListProps & { readonly hub: Hub }) {
  const { urn, side } = hub;
  const { asOf } = props;
  const { data, error, reload } = useLoad(
    async (signal) => {
      const urns = (await readNeighbours([urn], MOST_ROWS, asOf, signal)).get(urn)?.[side].urns ?? [];
      return { urns, info: await readNodes(urns, signal) };
    },
    [urn, side, asOf],
  );
  return (
    <Panel
      {...props}
      title={
        <>
          {hub.total.toLocaleString('en')} {sideWord(hub)} of {props.info.get(hub.urn)?.name ?? shortName(hub.urn)}
        </>
      }
      total={hub.total}
      canShowAll={hub.total <= MOST_NODES}
    >
      {data ? <Rows {...props} urns={data.urns} info={data.info} canPick /> : <Loading label="Loading the list" error={error} onRetry={reload} />}
      {data && data.urns.length < hub.total && (
        <p class="small muted">
          The first {data.urns.length} of {hub.total.toLocaleString('en')}. The {sideWord(hub)} list of {shortName(hub.urn)} has more.
        </p>
      )}
    </Panel>
  );
}

interface PanelProps extends GroupListProps {
  readonly title: preact.ComponentChildren;
  readonly total: number;
  readonly canShowAll: boolean;
  readonly children: preact.ComponentChildren;
}

function Panel({ title, total, canShowAll, onShowAll, onClose, children }: PanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('.group-close')?.focus({ preventScroll: true }), []);
  return (
    <section
      ref={panel}
      class="group-list lineage-over frame"
      aria-labelledby={id}
      onKeyDown={(event) => {
        // The keys of the graph are not for the list.
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <header class="line spread">
        <h3 id={id} class="breaks">
          {title}
        </h3>
        <Button label="×" class="plain cross" aria-label="Close the list" onClick={onClose} />
      </header>
      {canShowAll && (
        <p>
          <button type="button" onClick={onShowAll}>
            Show all {total.toLocaleString('en')} in the picture
          </button>
        </p>
      )}
      {children}
    </section>
  );
}

interface RowsProps extends GroupListProps {
  readonly urns: readonly string[];
  /** Each can be shown in the picture. */
  readonly canPick?: boolean;
}

function Rows({ urns, info, picked, query, canPick = false, onPick }: RowsProps) {
  const [text, setText] = useState('');
  const named = urns.map((urn) => ({ urn, info: info.get(urn), name: info.get(urn)?.name ?? shortName(urn) }));
  const wanted = text.trim().toLowerCase();
  const rows = named.filter(({ urn, name }) => wanted === '' || name.toLowerCase().includes(wanted) || urn.toLowerCase().includes(wanted));
  return (
    <>
      <input
        dir="auto"
        type="search"
        class="group-filter"
        placeholder="Filter by name"
        aria-label="Filter the list by name"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <p class="hidden-text" role="status">
        {plural(rows.length, 'entity', 'entities')} in the list
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <ul tabIndex={0} aria-label="Entities of the group">
        {rows.map(({ urn, info: one, name }) => (
          <li key={urn} class="line medium">
            <PlatformMark platform={platformOfUrn(urn)} type={typeOfUrn(urn)} />
            <span class="group-name stack flush grow">
              <Link class="clip" href={entityUrl(urn, 'lineage') + query} title={name}>
                <CutName name={name} />
              </Link>
              <span class="muted small clip">
                <KindLine urn={urn} subType={one?.subType} />
              </span>
            </span>
            {canPick && (
              <Button
                label={picked.includes(urn) ? 'Shown' : 'Show'}
                class="plain small"
                aria-pressed={picked.includes(urn)}
                aria-label={`Show ${name} in the picture`}
                onClick={() => onPick(urn, !picked.includes(urn))}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p class="muted small">None has this in its name.</p>}
    </>
  );
}
