import { useState } from 'preact/hooks';
import type { Card } from '../api/cards.ts';
import { type Level, readGlossary } from '../api/glossary.ts';
import { readUses } from '../api/uses.ts';
import { entityUrl, Link } from '../route.ts';
import { Empty } from './empty.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { SelectBox } from './select-box.tsx';
import { useLoad } from './use-load.ts';
import type { Selection } from './use-selection.ts';

interface TreeProps {
  /** URN of a group; absent: the whole glossary. */
  readonly parent?: string;
  readonly label: string;
  /** Says how many assets carry each term. */
  readonly counted?: boolean;
  /** Levels that are open at first. */
  readonly open?: number;
  /** If not empty: what it finds in the whole glossary, as one list. */
  readonly query?: string;
  /** What is in it, if that is known. */
  readonly given?: Level | undefined;
  /** How many assets carry each term of what is known. */
  readonly uses?: ReadonlyMap<string, number> | undefined;
  /** What is chosen of it; absent: nothing can be. */
  readonly selection?: Selection | undefined;
  /** Groups that this level is in: one that is among them again is not opened. */
  readonly above?: readonly string[];
}

/** Groups and terms as a tree. A level is read when somebody opens it. */
export function GlossaryTree({ parent, label, counted = false, open = 1, query = '', given, uses, selection, above = [] }: TreeProps) {
  const known = given !== undefined;
  const {
    last: read,
    error,
    loading,
    reload,
  } = useLoad(async (signal) => (known ? undefined : { query, ...(await readGlossary(parent, query, open, signal)) }), [known, parent, query, open]);
  const data = given ?? read;
  const isTree = read === undefined || read.query === '';
  // With those of all levels that came with this one.
  const terms = counted && !known && read ? termsIn(read) : [];
  const counts = useLoad((signal) => readUses('glossaryTerm', terms, signal), [terms]);
  const shown = known ? uses : counts.data;
  if (!data) return <Loading label="Loading the glossary" error={error} onRetry={reload} />;
  if (data.cards.length === 0) return <Empty title={isTree ? 'Nothing is in it yet' : 'Nothing matches'} />;
  return (
    <ul class="glossary-level stack flush" aria-label={label} aria-busy={loading}>
      {data.cards.map((card) =>
        card.type === 'glossaryNode' && isTree && !above.includes(card.urn) ? (
          <Node
            key={card.urn}
            card={card}
            above={above}
            open={open}
            given={data.inside?.get(card.urn)}
            uses={shown}
            selection={selection}
            counted={counted}
          />
        ) : (
          <li key={card.urn}>
            <Line card={card} count={shown?.get(card.urn)} selection={selection} />
          </li>
        ),
      )}
      {(error ?? counts.error) !== undefined && (
        <li>
          <Failure error={error} onRetry={reload} />
          <Failure what="How many assets carry each term could not be counted." error={counts.error} onRetry={counts.reload} />
        </li>
      )}
      {data.total > data.cards.length && <li class="muted small">And {(data.total - data.cards.length).toLocaleString('en')} more</li>}
    </ul>
  );
}

function termsIn({ cards, inside }: Level): string[] {
  return [...cards.flatMap(({ urn, type }) => (type === 'glossaryTerm' ? [urn] : [])), ...[...(inside?.values() ?? [])].flatMap(termsIn)];
}

interface NodeProps {
  readonly card: Card;
  readonly above: readonly string[];
  /** Levels below it that are open at first. */
  readonly open: number;
  readonly given: Level | undefined;
  readonly uses: ReadonlyMap<string, number> | undefined;
  readonly counted: boolean;
  readonly selection: Selection | undefined;
}

function Node({ card, above, open: levels, given, uses, counted, selection }: NodeProps) {
  const [open, setOpen] = useState(levels > 0);
  return (
    <li>
      <div class="glossary-node">
        <button
          type="button"
          class="plain twisty muted"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Open'} ${card.name}`}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden="true">▸</span>
        </button>
        <Line card={card} count={undefined} selection={selection} />
      </div>
      {open && (
        <GlossaryTree
          parent={card.urn}
          above={[...above, card.urn]}
          label={card.name}
          open={levels - 1}
          given={given}
          uses={uses}
          selection={selection}
          counted={counted}
        />
      )}
    </li>
  );
}

interface LineProps {
  readonly card: Card;
  readonly count: number | undefined;
  readonly selection: Selection | undefined;
}

function Line({ card, count, selection }: LineProps) {
  return (
    <div class="glossary-line line" data-urn={card.urn}>
      {selection && (
        <SelectBox name={card.name} checked={selection.has(card.urn)} onChoose={(yes, through) => selection.one(card.urn, yes, through)} />
      )}
      <PlatformMark platform={undefined} type={card.type} />
      <Link href={entityUrl(card.urn)} dir="auto">
        {card.name}
      </Link>
      <span class="muted glossary-text clip grow medium" dir="auto" title={card.description}>
        {card.description}
      </span>
      {count !== undefined && (
        <Link
          class="chip-count muted small number"
          href={entityUrl(card.urn)}
          aria-label={`${count === 1 ? '1 asset carries' : `${count} assets carry`} ${card.name}`}
        >
          {count.toLocaleString('en')}
        </Link>
      )}
    </div>
  );
}
