/**
 * One bulk change: how far it is, what it was refused, and its undoing. It reads the progress until the change has ended.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { actOnBulk, type Bulk, type BulkRefusal, readBulk, readRefused } from '../api/bulk.ts';
import { plural } from '../data/words.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { useLoad } from '../parts/use-load.ts';
import { keptWords, partWord, refusalWords, stateWords } from './words.ts';

const LOOK_MS = 700;

function isAtWork({ state }: Bulk): boolean {
  return state === 'selecting' || state === 'active' || state === 'undoing';
}

interface BulkReportProps {
  readonly first: Bulk;
  /** Of a file: where each entity is in it. */
  readonly lines?: ReadonlyMap<string, number> | undefined;
  readonly onEnd?: () => void;
}

/** @param onEnd is called when the change, or its undoing, has ended, also if this is closed by then and the page is the same */
export function BulkReport({ first, lines, onEnd }: BulkReportProps) {
  const [bulk, setBulk] = useState(first);
  const [error, setError] = useState<unknown>(undefined);
  const atWork = isAtWork(bulk);
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (!atWork) return;
    const here = location.pathname;
    const over = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const next = await readBulk(bulk.id, over.signal);
        if (over.signal.aborted) return;
        setError(undefined);
        setBulk(next);
        if (!isAtWork(next)) return ended.current?.();
      } catch (thrown) {
        // The work goes on; only its picture is missing.
        if (!over.signal.aborted) setError(thrown);
      }
      if (!over.signal.aborted && location.pathname === here) timer = setTimeout(look, LOOK_MS);
    };
    let timer = setTimeout(look, LOOK_MS);
    return () => {
      // Who closes it early stays with a list that the work changes: that is read again at the end.
      if (ended.current) return;
      over.abort();
      clearTimeout(timer);
    };
  }, [atWork, bulk.id]);
  const act = async (action: 'stop' | 'resume' | 'undo'): Promise<void> => {
    setError(undefined);
    try {
      setBulk(await actOnBulk(bulk.id, action));
    } catch (thrown) {
      setError(thrown);
    }
  };
  const { state, changed, unchanged, refused, changes, undone } = bulk;
  return (
    <div class="bulk-report stack">
      <p role="status" class="bulk-state strong">
        {stateWords(bulk)}
      </p>
      {atWork && <progress aria-label="Progress" {...progressOf(bulk)} />}
      <dl class="bulk-counts">
        <Count word="changed" count={changed} />
        <Count word="already so" count={unchanged} />
        <Count word="refused" count={refused} bad />
      </dl>
      <Failure error={error} />
      {refused > 0 && !atWork && <Refused id={bulk.id} count={refused} lines={lines} />}
      {state === 'partlyUndone' && undone && <Kept undone={undone} />}
      <div class="bulk-acts line">
        {(state === 'selecting' || state === 'active') && <Button label="Stop" onClick={() => act('stop')} />}
        {state === 'stopped' && <Button label="Continue" onClick={() => act('resume')} />}
        {(state === 'done' || state === 'stopped' || state === 'partlyUndone') && changed > 0 && changes.deletion !== 'hard' && (
          <Button label={state === 'partlyUndone' ? 'Undo the rest' : 'Undo'} onClick={() => act('undo')} />
        )}
      </div>
    </div>
  );
}

/** How far it is; nothing while that is not known. */
function progressOf({ state, total, done, undone }: Bulk): { max?: number; value?: number } {
  if (state === 'active') return { max: Math.max(1, total), value: done };
  return state === 'undoing' && undone ? { max: Math.max(1, undone.total), value: undone.aspects } : {};
}

function Count({ word, count, bad = false }: { readonly word: string; readonly count: number; readonly bad?: boolean }) {
  return (
    <div class={bad && count > 0 ? 'bulk-bad' : ''}>
      <dt class="muted small">{word}</dt>
      <dd class="number">{count.toLocaleString('en')}</dd>
    </div>
  );
}

/** What an undoing left as it is, and why. */
function Kept({ undone: { why = {}, kept, examples = [] } }: { readonly undone: NonNullable<Bulk['undone']> }) {
  return (
    <details class="bulk-refused" open>
      <summary>{plural(kept, 'asset')} still changed</summary>
      {keptWords(why).map((words) => (
        <p key={words}>{words}.</p>
      ))}
      <Reasons list={examples} />
      {examples.length < kept && <p class="muted small">These are the first {examples.length}.</p>}
    </details>
  );
}

interface ReasonsProps {
  readonly list: readonly Pick<BulkRefusal, 'urn' | 'aspect' | 'message'>[];
  readonly lines?: ReadonlyMap<string, number> | undefined;
}

function Reasons({ list, lines }: ReasonsProps) {
  return (
    <ul>
      {list.map(({ urn, aspect, message }) => (
        <li key={`${urn} ${aspect}`}>
          {lines?.has(urn) && `Line ${lines.get(urn)}: `}
          <EntityLink urn={urn} /> {aspect !== undefined && <span class="muted small">{partWord(aspect)}</span>}
          <p class="small">{refusalWords(message)}</p>
        </li>
      ))}
    </ul>
  );
}

const SHOWN = 50;

interface RefusedProps {
  readonly id: string;
  readonly count: number;
  readonly lines: ReadonlyMap<string, number> | undefined;
}

function Refused({ id, count, lines }: RefusedProps) {
  const { data, error, reload } = useLoad((signal) => readRefused(id, undefined, signal), [id]);
  const shown = (data?.refused ?? []).slice(0, SHOWN);
  return (
    <details class="bulk-refused">
      <summary>{plural(count, 'asset')} refused</summary>
      <Failure error={error} onRetry={reload} />
      <Reasons list={shown} lines={lines} />
      {data && data.refused.length > shown.length && (
        <p class="muted small">
          These are the first {shown.length}.{' '}
          <ExportCsv name="refused" titles={['Line', 'URN', 'Part', 'Reason']} pages={() => refusedRows(id, lines)} />
        </p>
      )}
    </details>
  );
}

/** All that was refused, as lines of a file. */
async function* refusedRows(id: string, lines: RefusedProps['lines']): AsyncGenerator<string[][]> {
  for (let after: number | undefined; ; ) {
    const { refused, next } = await readRefused(id, after);
    yield refused.map(({ urn, aspect, message }) => [String(lines?.get(urn) ?? ''), urn, aspect === undefined ? '' : partWord(aspect), message]);
    if (next === undefined) return;
    after = next;
  }
}
