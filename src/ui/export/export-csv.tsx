/**
 * The button that saves a whole list as CSV, also what is on other pages: it reads them one after the other, says how far it is, and can be
 * stopped.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { csvLines } from './csv.ts';
import { BYTE_ORDER_MARK, fileName, saveFile } from './save-file.ts';

/** A spreadsheet has about a million lines; nobody reads as many. */
const MOST_ROWS = 200_000;

type Row = readonly string[];

interface ExportCsvProps {
  /** The name of the file, in words and without its ending. */
  readonly name: string;
  readonly titles: Row;
  /** The pages of the list. */
  readonly pages: (signal: AbortSignal) => AsyncIterable<readonly Row[]>;
  /** There is nothing yet. */
  readonly disabled?: boolean;
}

type State = { readonly rows: number } | { readonly said: string } | undefined;

export function ExportCsv({ name, titles, pages, disabled = false }: ExportCsvProps) {
  const [state, set] = useState<State>(undefined);
  const work = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const run = async (): Promise<void> => {
    const abort = new AbortController();
    work.current = abort;
    const parts = [BYTE_ORDER_MARK, csvLines([titles])];
    let rows = 0;
    set({ rows });
    try {
      for await (const page of pages(abort.signal)) {
        if (abort.signal.aborted) return;
        parts.push(csvLines(page));
        rows += page.length;
        set({ rows });
        if (rows >= MOST_ROWS) break;
      }
      saveFile(fileName(name, 'csv'), 'text/csv', parts);
      set(rows >= MOST_ROWS ? { said: `The file has the first ${rows.toLocaleString('en')} lines.` } : undefined);
    } catch (error) {
      if (!abort.signal.aborted) set({ said: `Not exported: ${error instanceof Error ? error.message : String(error)}` });
    }
  };
  const stop = (): void => {
    work.current?.abort();
    set(undefined);
  };
  return (
    <span class="export">
      {state && 'rows' in state ? (
        <button type="button" class="plain small" onClick={stop}>
          Stop the export ({state.rows.toLocaleString('en')})
        </button>
      ) : (
        <Button label="Export CSV" class="plain small" disabled={disabled} onClick={run} />
      )}
      <span class="small muted" aria-live="polite">
        {state && 'said' in state ? state.said : ''}
      </span>
    </span>
  );
}
