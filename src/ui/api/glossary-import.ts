/**
 * Reads the whole glossary, and writes changes of it as one run.
 */
import { settings } from '../settings.ts';
import { allCards } from './cards.ts';
import { type Answer, request } from './client.ts';
import { forgetName } from './names.ts';

/** A term or a group as it is stored. */
export interface StoredThing {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly aspects: Readonly<Record<string, Record<string, unknown>>>;
}

const ASPECTS = ['glossaryTermInfo', 'glossaryNodeInfo', 'glossaryRelatedTerms', 'ownership'];

/** All terms and groups. */
export async function readWholeGlossary(signal?: AbortSignal): Promise<readonly StoredThing[]> {
  const all: StoredThing[] = [];
  const ask = { query: '', anyOf: [], types: ['GLOSSARY_NODE', 'GLOSSARY_TERM'] };
  for await (const cards of allCards(ask, signal, ASPECTS)) all.push(...cards);
  return all;
}

/** An aspect to write. */
export interface AspectWrite {
  readonly urn: string;
  readonly type: string;
  readonly aspect: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface RefusedWrite {
  readonly urn: string;
  readonly message: string;
}

/** Aspects of a request. */
const AT_ONCE = 200;

type Outcome = Exclude<Answer<'/aspects?action=ingestProposalBatch', 'post'>['value'], string>;

/**
 * Writes each of these for itself, all under one run id, and waits until search shows them.
 *
 * @param note is told how many are written
 * @returns what was refused
 */
export async function writeAsRun(runId: string, writes: readonly AspectWrite[], note: (written: number) => void): Promise<readonly RefusedWrite[]> {
  const refused: RefusedWrite[] = [];
  for (let from = 0; from < writes.length; from += AT_ONCE) {
    note(from);
    const part = writes.slice(from, from + AT_ONCE);
    const { items } = await send(runId, part);
    for (const [at, { outcome, message = '' }] of items.entries()) if (outcome === 'refused') refused.push({ urn: part[at]?.urn ?? '', message });
    for (const { urn } of part) forgetName(urn);
  }
  return refused;
}

async function send(runId: string, writes: readonly AspectWrite[]): Promise<Outcome> {
  const proposals = writes.map(({ urn, type, aspect, value }) => ({
    ...{ entityType: type, entityUrn: urn, aspectName: aspect, changeType: 'UPSERT' },
    aspect: { value: JSON.stringify(value), contentType: 'application/json' },
    systemMetadata: { runId },
  }));
  const { value } = await request<{ readonly value: Outcome }>('aspects', {
    method: 'POST',
    query: { action: 'ingestProposalBatch' },
    body: { proposals, perItem: true },
    headers: { [settings.syncHeader]: 'true' },
  });
  return value;
}
