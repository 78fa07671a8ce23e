/**
 * A stream of proposals, one JSON object a line, cut into batches; the file of those that are refused; and the progress of a load.
 */
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The largest numbers of lines and bytes in one request. */
const BATCH_LINES = 400;
const BATCH_BYTES = 4 * 1024 * 1024;

export interface ProposalLine {
  readonly number: number;
  readonly text: string;
  readonly proposal: unknown;
}

export interface Totals {
  written: number;
  refused: number;
  bytes: number;
}

/** Cuts the stream into batches. Refuses lines that are not JSON. */
export async function* batches(file: string, totals: Totals, refusals: Refusals): AsyncGenerator<ProposalLine[]> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  let batch: ProposalLine[] = [];
  let bytes = 0;
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    totals.bytes += Buffer.byteLength(text) + 1;
    if (text.trim() === '') continue;
    const proposal = proposalIn(text);
    if (proposal === undefined) {
      refusals.add({ number, text, proposal }, 'this line is not a JSON object');
      totals.refused++;
      continue;
    }
    batch.push({ number, text, proposal });
    bytes += text.length;
    if (batch.length >= BATCH_LINES || bytes >= BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

function proposalIn(text: string): unknown {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line !== 'object' || line === null || Array.isArray(line)) return undefined;
    return 'proposal' in line ? line.proposal : line;
  } catch {
    return undefined;
  }
}

export interface Refusals {
  add(line: ProposalLine, reason: string, details?: unknown): void;
  close(): Promise<void>;
}

/** Creates the file when the first proposal is refused. */
export function makeRefusals(file: string): Refusals {
  let stream: WriteStream | undefined;
  return {
    add({ number, text }, reason, details) {
      stream ??= createWriteStream(file);
      stream.write(`${JSON.stringify({ line: number, reason, details, proposal: text })}\n`);
    },
    close: () => new Promise((resolve) => (stream ? stream.end(resolve) : resolve())),
  };
}

/** Shows the rate and, if the size is known, the time left, on standard error: continuously on a terminal, every 10 s elsewhere. */
export function showProgress(totals: Totals, size: number | undefined): () => void {
  const from = Date.now();
  const terminal = process.stderr.isTTY;
  const line = (): string => {
    const seconds = Math.max((Date.now() - from) / 1000, 0.001);
    const done = totals.written + totals.refused;
    const left =
      size === undefined || totals.bytes === 0
        ? ''
        : `, ${Math.min(100, Math.round((100 * totals.bytes) / size))} %, ${Math.ceil((seconds * Math.max(0, size - totals.bytes)) / totals.bytes)} s left`;
    return `${done} proposals, ${Math.round(done / seconds)}/s, ${totals.refused} refused${left}`;
  };
  const show = (): void => void process.stderr.write(terminal ? `\r\u001b[K${line()}` : `${line()}\n`);
  const timer = setInterval(show, terminal ? 200 : 10_000);
  return () => {
    clearInterval(timer);
    process.stderr.write(terminal ? `\r\u001b[K${line()}\n` : `${line()}\n`);
  };
}
