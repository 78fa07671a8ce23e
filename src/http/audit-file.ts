/**
 * The audit file: `DATA_DIR/audit/audit.jsonl`, a JSON line for each event. It is kept to ten files of 20 MB.
 */
import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

export interface AuditFile {
  /**
   * Adds a line. It is in the file a moment later.
   *
   * @param failed the request has done nothing because Cairn could not, for example because the disk is full
   */
  add(line: string, failed?: boolean): void;
  /** Resolves when all lines are in the file. */
  close(): Promise<void>;
}

const LARGEST = 20_000_000;
/** Older files are `audit.1.jsonl` to `audit.9.jsonl`. */
const OLDER = 9;
/** Lines of this time are appended together, ms. */
const GATHER_MS = 100;
/** Most characters that wait for the disk, so that a disk that hangs does not fill the memory. */
const MOST_WAITING = 8_000_000;
/** Logs a full disk once a minute, not with each line. */
const LOG_EVERY_MS = 60_000;

interface AuditLine {
  readonly text: string;
  readonly failed: boolean;
}

/**
 * Opens the audit file. Folder and file are created with the first line. If the file cannot be written, requests continue: the log says how
 * many lines are missing, and has each of them as an event. Of requests that failed it has one a minute: clients send the same write again
 * and again while the disk is full.
 *
 * @param full why the last bytes of the disk are left to the engines
 */
export function openAuditFile(dataDir: string, log: Log, full: () => string | undefined): AuditFile {
  const file = filesIn(path.join(dataDir, 'audit'));
  let waiting: AuditLine[] = [];
  let bytes = 0;
  let missing = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  const report = (lines: readonly AuditLine[], reason: string): void => {
    const due = performance.now() - loggedAt >= LOG_EVERY_MS;
    const first = due ? lines.find(({ failed }) => failed) : undefined;
    for (const line of lines) if (!line.failed || line === first) log('audit.line', { line: line.text });
    missing += lines.length;
    if (!due) return;
    loggedAt = performance.now();
    log('audit.lost', { lines: missing, file: file.name, reason });
    missing = 0;
  };
  const append = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    bytes = 0;
    if (lines.length === 0) return;
    const text = lines.map((line) => `${line.text}\n`).join('');
    const noRoom = full();
    if (noRoom !== undefined) return report(lines, noRoom);
    try {
      await file.append(text);
    } catch (error) {
      report(lines, messageOf(error));
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(append);
    return turn;
  };
  return {
    add(text, failed = false) {
      const line = { text, failed };
      if (bytes + text.length > MOST_WAITING) return report([line], 'the disk does not keep up');
      waiting.push(line);
      bytes += text.length;
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    close: flush,
  };
}

/** The newest file of a folder, and those that were full before it. */
function filesIn(folder: string): { readonly name: string; append(text: string): Promise<void> } {
  const place = (number: number): string => path.join(folder, number === 0 ? 'audit.jsonl' : `audit.${number}.jsonl`);
  /** Of the newest; unknown until the folder is there. */
  let size: number | undefined;

  async function open(): Promise<number> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return stat(place(0)).then(
      (found) => found.size,
      () => 0,
    );
  }

  async function put(text: string): Promise<void> {
    size ??= await open();
    if (size > 0 && size + text.length > LARGEST) {
      for (let number = OLDER; number > 0; number--) await rename(place(number - 1), place(number)).catch(() => undefined);
      size = 0;
    }
    await appendFile(place(0), text, { mode: 0o600 });
    size += text.length;
  }

  return {
    name: place(0),
    append: (text) =>
      put(text).catch((error: NodeJS.ErrnoException) => {
        size = undefined;
        // Somebody has removed the folder.
        if (error.code === 'ENOENT') return put(text);
        throw error;
      }),
  };
}
