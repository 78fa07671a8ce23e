/**
 * Loads the files that the client of DataHub writes into a catalog of Cairn's own names.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import { markInexact } from '../model/exact-numbers.ts';
import { isRecord } from '../model/path.ts';
import type { Model } from '../model/types.ts';
import { additionsFrom } from './additions.ts';
import { proposalsFrom, type TranslatedProposal } from './translate.ts';

export interface RefusedRecord {
  readonly urn: string;
  readonly aspect: string;
  readonly reason: string;
}

export interface LoadResult {
  written: number;
  refused: number;
  /** The first of them. */
  readonly reasons: RefusedRecord[];
  /** Why the load broke off. */
  broken?: string;
}

interface LoadTarget {
  readonly model: Model;
  readonly url: string;
  readonly token: string | undefined;
  readonly over: AbortSignal;
  /** Does the source add to what people have set? */
  readonly adds: boolean;
}

interface ItemOutcome {
  readonly outcome: string;
  readonly code?: string;
  readonly message?: string;
}

const BATCH = 200;
const BATCH_CHARACTERS = 4_000_000;
/** Of one record. */
const MOST_CHARACTERS = 64_000_000;
const MOST_REASONS = 20;
/** How long to try again while Cairn is busy or away, ms. */
const PATIENCE_MS = 120_000;

/** Loads files one after the other; a later one not at all if the load of an earlier one broke off. */
export async function loadRecords(files: readonly string[], target: LoadTarget): Promise<LoadResult> {
  const loaded: LoadResult = { written: 0, refused: 0, reasons: [] };
  try {
    for (const file of files) for await (const batch of batchesOf(file, target)) await send(batch, target, loaded);
  } catch (error) {
    loaded.broken = messageOf(error);
  }
  return loaded;
}

async function* batchesOf(file: string, { model, adds }: LoadTarget): AsyncGenerator<TranslatedProposal[]> {
  let batch: TranslatedProposal[] = [];
  let characters = 0;
  for await (const text of recordsIn(file)) {
    const record: unknown = JSON.parse(markInexact(text));
    const proposals = isRecord(record) ? proposalsFrom(model, record) : [];
    batch.push(...(adds ? proposals.flatMap((each) => additionsFrom(model, each)) : proposals));
    characters += text.length;
    if (batch.length < BATCH && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * The texts of the records: the client writes a list whose items begin and end with a brace at the beginning of a line.
 *
 * @throws Error for one that is too long
 */
async function* recordsIn(file: string): AsyncGenerator<string> {
  let lines: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (lines.length === 0 && line !== '{') continue;
    characters += line.length;
    if (characters > MOST_CHARACTERS) throw new Error(`a record has more than ${MOST_CHARACTERS} characters`);
    if (line !== '}' && line !== '},') lines.push(line);
    else {
      yield `${lines.join('\n')}\n}`;
      lines = [];
      characters = 0;
    }
  }
}

/** @throws Error if Cairn does not take it for long, or never would */
async function send(batch: readonly TranslatedProposal[], target: LoadTarget, loaded: LoadResult): Promise<void> {
  const { url, token, over } = target;
  const body = JSON.stringify({ proposals: batch, perItem: true });
  const headers = { 'Content-Type': 'application/json', ...(token !== undefined && { Authorization: `Bearer ${token}` }) };
  for (let wait = 250, until = Date.now() + PATIENCE_MS; ; wait = Math.min(wait * 2, 5_000)) {
    over.throwIfAborted();
    const { status, text } = await post(`${url}/aspects?action=ingestProposalBatch`, headers, body);
    if (status === 200) return note(batch, JSON.parse(text) as { value: { items: ItemOutcome[] } }, target, loaded);
    const mayPass = status === 0 || status === 429 || status >= 500;
    if (!mayPass || Date.now() > until)
      throw new Error(`${status === 0 ? 'Cairn does not answer' : `Cairn answers ${status}`}: ${text.slice(0, 500)}`);
    await pause(wait, undefined, { signal: over });
  }
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: messageOf(error) };
  }
}

function note(batch: readonly TranslatedProposal[], { value }: { value: { items: ItemOutcome[] } }, { adds }: LoadTarget, loaded: LoadResult): void {
  for (const [at, { outcome, code, message = 'refused' }] of value.items.entries()) {
    const { entityUrn = '', aspectName = '', changeType = '' } = batch[at] ?? {};
    // What people have set stays, as it should.
    if (outcome !== 'refused' || (adds && changeType === 'CREATE' && code === 'already-exists')) {
      loaded.written++;
      continue;
    }
    loaded.refused++;
    if (loaded.reasons.length < MOST_REASONS) loaded.reasons.push({ urn: entityUrn, aspect: aspectName, reason: message });
  }
}
