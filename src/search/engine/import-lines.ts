/**
 * An import into one of the collections of an index, and the outcome of each of its lines.
 */
import { searchTakesNothing } from '../../errors.ts';
import { asked, type Clients, type SearchEngine, unlessMissing } from './client.ts';
import { isBeside } from './collections.ts';

/** The outcome of one line of an import. */
interface ImportLine {
  readonly success: boolean;
  readonly error?: string;
  readonly code?: number;
}

/** Somebody may have deleted a collection that stands beside an index: then nothing is written to it until the index is built again. */
export function inCollection<Result>(engine: SearchEngine, name: string, call: (clients: Clients) => Promise<Result>): Promise<Result | undefined> {
  return isBeside(name) ? unlessMissing(engine, 'write', call) : asked(engine, 'write', call);
}

/** The outcomes of an import. @throws Refusal unavailable if Typesense took a line neither in nor refused it for what it is */
export function linesOf(answer: unknown, count: number): ImportLine[] {
  const lines = String(answer)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return Array.from({ length: count }, (_, index) => {
    const line = JSON.parse(lines[index] ?? '{"success":false,"error":"no answer for this line"}') as ImportLine;
    if (!line.success && (line.code === 503 || line.code === 422 || line.code === undefined)) throw searchTakesNothing(line.error);
    return line;
  });
}
