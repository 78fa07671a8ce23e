/**
 * A writer for a failing server. It changes its datasets step by step, repeats each step until it is acknowledged, and knows exactly what
 * must then be stored. Every step may be done twice, because a write without an answer may have succeeded.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, type Client, makeClient, type Proposal } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { deletion, description, proposal, status, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import type { Random } from '../support/random.ts';

const PAUSE_MS = 100;
/** How long one write may stay without an acknowledgement, ms. After that, something does not recover. */
const PATIENCE_MS = 600_000;
const TIMES = 5;

/** What is known of a dataset. `texts` and `turns`: contents of its description and of its lineage, oldest first. */
interface Known {
  readonly urn: string;
  texts: string[];
  turns: string[][];
  removed: boolean[];
  points: Map<number, number>;
  count: number;
}

export interface Figures {
  acknowledged: number;
  /** Attempts without an answer. */
  unanswered: number;
  /** Attempts that were answered with 429 or 5xx. */
  refused: number;
}

export interface Writer {
  /** Writes until it is stopped; resolves when the last step is acknowledged. */
  run(): Promise<void>;
  stop(): void;
  /** What differs from what was acknowledged, in sentences. */
  check(client: Client): Promise<string[]>;
}

/** @param servers addresses, read at each attempt, because a server may return at another address */
export function makeWriter(name: string, datasets: number, random: Random, servers: () => readonly string[], figures: Figures): Writer {
  const all = Array.from({ length: datasets }, (_, at): Known => ({ urn: urns.dataset(`${name}.t${at}`), ...nothing(), count: 0 }));
  let wanted = true;
  let turn = 0;

  async function step(): Promise<void> {
    const known = random.of(all);
    const { proposals, then } = chosen(known, random);
    const from = Date.now();
    while (!(await attempt(proposals))) {
      if (Date.now() - from > PATIENCE_MS) throw new Error(`${known.urn} cannot be written for ${PATIENCE_MS / 1_000} s`);
      await pause(PAUSE_MS);
    }
    figures.acknowledged++;
    then();
  }

  async function attempt(proposals: readonly Proposal[]): Promise<boolean> {
    const url = servers()[turn++ % servers().length] ?? '';
    let answer: Awaited<ReturnType<Client['ingestProposalBatch']>>;
    try {
      answer = await makeClient(() => url, SVC).ingestProposalBatch(proposals);
    } catch {
      figures.unanswered++;
      return false;
    }
    if (answer.status === 200) return true;
    if (answer.status < 500 && answer.status !== 429) throw new Error(`a write is refused: ${answer.status} ${answer.text}`);
    figures.refused++;
    return false;
  }

  return {
    async run() {
      wanted = true;
      while (wanted) await step();
    },
    stop() {
      wanted = false;
    },
    check: async (client) => (await Promise.all(all.map((known) => differences(client, known)))).flat(),
  };
}

function nothing(): Pick<Known, 'texts' | 'turns' | 'removed' | 'points'> {
  return { texts: [], turns: [], removed: [], points: new Map() };
}

/** One step, and the state after it is acknowledged. */
function chosen(known: Known, random: Random): { proposals: readonly Proposal[]; then: () => void } {
  const { urn } = known;
  const number = ++known.count;
  const dice = random.below(20);
  if (dice === 0) return { proposals: [deletion(urn, 'datasetKey')], then: () => void Object.assign(known, nothing()) };
  if (dice < 4) {
    const removed = random.below(2) === 0;
    return {
      proposals: [proposal(urn, 'status', status(removed))],
      then: () => {
        if (known.removed.at(-1) !== removed) known.removed.push(removed);
      },
    };
  }
  if (dice < 7) {
    const time = 1 + random.below(TIMES);
    return {
      proposals: [proposal(urn, 'datasetProfile', { timestampMillis: time, rowCount: number })],
      then: () => void known.points.set(time, number),
    };
  }
  const text = `number${number} of${random.below(1_000_000)}`;
  const turn = [urns.dataset('torture.always'), urns.dataset(`torture.turn${number % 3}`), urns.dataset(`${/,([^,]+),/.exec(urn)?.[1]}.up${number}`)];
  return {
    proposals: [proposal(urn, 'upstreamLineage', upstreams(...turn)), proposal(urn, 'datasetProperties', description(text))],
    then: () => {
      known.texts.push(text);
      known.turns.push(turn);
    },
  };
}

/**
 * Repeats a read that a busy server postpones.
 *
 * @throws Error for what the server cannot answer at all
 */
async function answered<Body>(read: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  const answer = await eventually(async () => {
    const each = await read();
    if (each.status === 429 || each.status === 503) throw new Error(`a read is put off for ${PATIENCE_MS / 1_000} s: ${each.text}`);
    return each;
  }, PATIENCE_MS);
  if (answer.status >= 500) throw new Error(`a read is refused: ${answer.status} ${answer.text}`);
  return answer;
}

async function differences(client: Client, { urn, texts, turns, removed, points }: Known): Promise<string[]> {
  const found: string[] = [];
  const same = (what: string, got: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(got, expected)) found.push(`${urn}: ${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  };
  const { aspects } = (await answered(() => client.entity(urn))).body;
  const count = (list: readonly unknown[]): string | undefined => (list.length === 0 ? undefined : String(list.length));
  same('description', aspects.datasetProperties?.value.description, texts.at(-1));
  same('versions of datasetProperties', aspects.datasetProperties?.systemMetadata?.version, count(texts));
  same('versions of upstreamLineage', aspects.upstreamLineage?.systemMetadata?.version, count(turns));
  same('status', aspects.status?.value.removed, removed.at(-1));
  same('versions of status', aspects.status?.systemMetadata?.version, count(removed));
  for (let version = 1; version < texts.length; version++) {
    const { body, status: code } = await answered(() => client.aspect(urn, 'datasetProperties', version));
    same(`version ${version}`, code === 200 ? Object.values(body.aspect)[0]?.description : code, texts[version - 1]);
  }
  const edges = await answered(() => client.relationships(urn, 'OUTGOING', { types: 'DownstreamOf', count: 100 }));
  same('what it is made from', [...edges.body.entities].sort(), [...(turns.at(-1) ?? [])].sort());
  const gone = turns.at(-2)?.at(-1);
  if (gone !== undefined) {
    const { body } = await answered(() => client.relationships(gone, 'INCOMING', { types: 'DownstreamOf' }));
    same(`what is made from ${gone}`, body.entities, []);
  }
  const series = await answered(() => client.series({ urn, entity: 'dataset', aspect: 'datasetProfile' }));
  const rows = series.body.value.values.map(({ aspect }) => JSON.parse(aspect.value) as { timestampMillis: number; rowCount: number });
  const wanted = [...points].sort(([a], [b]) => b - a);
  same(
    'points',
    rows.map(({ timestampMillis, rowCount }) => [timestampMillis, rowCount]),
    wanted,
  );
  return found;
}
