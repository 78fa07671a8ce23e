/**
 * A client that keeps writing whatever happens to the server, and knows what was acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Client, makeClient } from './client.ts';
import { description, ownNames, proposal, upstreams, urns } from './make.ts';
import { SVC } from './names.ts';

const LANES = 4;
const DATASETS = 40;
const PAUSE_MS = 100;

export interface SteadyWriter {
  /** How many writes were acknowledged until now. */
  acknowledged(): number;
  /** Answers other than 200, in order; status 0: no answer at all. */
  readonly refusals: readonly { readonly status: number; readonly retryAfter: string | null; readonly text: string }[];
  /** Ends the current write without a retry. */
  stop(): Promise<void>;
  /** Checks that everything acknowledged is complete: latest values, each version once, edges of the latest aspects. */
  check(): Promise<void>;
}

/** Write number n of a dataset: two aspects in one request. Either both are stored or neither. */
function proposalsOf(urn: string, n: number): unknown[] {
  return [proposal(urn, 'upstreamLineage', upstreams(...upstreamsOf(urn, n))), proposal(urn, 'datasetProperties', description(`write ${n}`))];
}

function upstreamsOf(urn: string, n: number): string[] {
  const name = /,([^,]+),/.exec(urn)?.[1];
  return [`${name}_always`, `${name}_turn_${n % 3}`, `${name}_write_${n}`].map((each) => urns.dataset(each));
}

/** Starts to write. After a failure it sends the same write again. */
export function writeSteadily(url: string): SteadyWriter {
  const client = makeClient(() => url, SVC);
  const own = ownNames('steady');
  const writes = new Map(Array.from({ length: DATASETS }, () => [urns.dataset(own()), 0]));
  const refusals: { status: number; retryAfter: string | null; text: string }[] = [];
  let wanted = true;

  async function lane(datasets: readonly string[]): Promise<void> {
    for (let n = 1; ; n++) {
      for (const urn of datasets) {
        while (!(await attempt(urn, n))) {
          if (!wanted) return;
          await pause(PAUSE_MS);
        }
        writes.set(urn, n);
        if (!wanted) return;
      }
    }
  }

  async function attempt(urn: string, n: number): Promise<boolean> {
    try {
      const { status, headers, text } = await client.ingestProposalBatch(proposalsOf(urn, n));
      if (status !== 200) refusals.push({ status, retryAfter: headers.get('retry-after'), text });
      return status === 200;
    } catch (error) {
      refusals.push({ status: 0, retryAfter: null, text: String(error) });
      return false;
    }
  }

  const all = [...writes.keys()];
  const lanes = Array.from({ length: LANES }, (_, index) => lane(all.filter((__, at) => at % LANES === index)));
  return {
    acknowledged: () => [...writes.values()].reduce((sum, n) => sum + n, 0),
    refusals,
    async stop() {
      wanted = false;
      await Promise.all(lanes);
    },
    async check() {
      for (const [urn, n] of writes) await checkDataset(client, urn, n);
    },
  };
}

async function checkDataset(client: Client, urn: string, acknowledged: number): Promise<void> {
  const { body } = await client.entity(urn, 'List(upstreamLineage,datasetProperties)');
  const { upstreamLineage, datasetProperties } = body.aspects;
  if (acknowledged === 0 && datasetProperties === undefined) return;
  const latest = Number(datasetProperties?.systemMetadata?.version);
  // The last write may have succeeded although its answer was lost.
  expect(latest, `${urn} after ${acknowledged} acknowledged writes`).to.be.within(acknowledged, acknowledged + 1);
  expect(upstreamLineage?.systemMetadata?.version).to.equal(String(latest));
  for (let n = 1; n <= latest; n++) {
    const version = await client.aspect(urn, 'datasetProperties', n === latest ? 0 : n);
    expect(Object.values(version.body.aspect)[0], `${urn} version ${n}`).to.include({ description: `write ${n}` });
  }
  const outgoing = await client.relationships(urn, 'OUTGOING', { types: 'DownstreamOf' });
  expect(outgoing.body.entities).to.have.members(upstreamsOf(urn, latest));
  expect(upstreamLineage?.value).to.deep.equal(upstreams(...upstreamsOf(urn, latest)));
  const left = await client.relationships(upstreamsOf(urn, latest - 1).at(-1) ?? '', 'INCOMING', { types: 'DownstreamOf' });
  expect(left.body.entities, 'an edge of an older version').to.deep.equal([]);
}
