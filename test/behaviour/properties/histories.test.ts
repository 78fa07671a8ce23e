import { expect } from 'chai';
import fc from 'fast-check';
import { api, type BatchItem, type Proposal } from '../../support/client.ts';
import { deletion, description, ownNames, proposal, upstreams, urns } from '../../support/make.ts';
import { edges, readEntity, version } from '../../support/writes.ts';

const own = ownNames('histories');
/** By the end of the title. */
const RUNS = { '': 1, ' [long]': 21 };
const ENTITIES = 3;
const ASPECTS = ['datasetProperties', 'upstreamLineage'] as const;
type Aspect = (typeof ASPECTS)[number];

type Step =
  | { readonly does: 'write'; readonly on: number; readonly aspect: Aspect; readonly content: number }
  | { readonly does: 'delete'; readonly on: number; readonly aspect: Aspect }
  | { readonly does: 'delete all'; readonly on: number };

const on = fc.nat(ENTITIES - 1);
const aspect = fc.constantFrom(...ASPECTS);
/** A content says which of the entities are upstream (one bit each), or is a text. */
const content = fc.nat(2 ** ENTITIES - 1);
const writes = fc.record({ does: fc.constant('write' as const), on, aspect, content });
const deletes = fc.record({ does: fc.constant('delete' as const), on, aspect });
const deletesAll = fc.record({ does: fc.constant('delete all' as const), on });
const step: fc.Arbitrary<Step> = fc.oneof({ weight: 8, arbitrary: writes }, { weight: 2, arbitrary: deletes }, { weight: 1, arbitrary: deletesAll });

/** Contents by entity and aspect, oldest first; edges that a hard delete has taken. */
class Expected {
  readonly histories = new Map<string, number[]>();
  readonly lost = new Set<string>();
  readonly alive = new Set<number>();

  history(index: number, name: Aspect): number[] {
    return this.histories.get(`${index} ${name}`) ?? [];
  }

  take(each: Step): void {
    if (each.does === 'delete all') {
      // Deleting what is not there changes nothing.
      if (!this.alive.delete(each.on)) return;
      for (const name of ASPECTS) this.histories.delete(`${each.on} ${name}`);
      for (let source = 0; source < ENTITIES; source++) if (this.upstreamOf(source).includes(each.on)) this.lost.add(`${source} ${each.on}`);
      return;
    }
    // A name that comes back gets the edges of those who still say so.
    if (each.does === 'write' && !this.alive.has(each.on)) for (let source = 0; source < ENTITIES; source++) this.lost.delete(`${source} ${each.on}`);
    if (each.does === 'write') this.alive.add(each.on);
    const history = this.history(each.on, each.aspect);
    // Writing an aspect again recreates the edges that its far ends took with them (docs/semantics.md 8.2).
    if (each.aspect === 'upstreamLineage') for (let target = 0; target < ENTITIES; target++) this.lost.delete(`${each.on} ${target}`);
    if (each.does === 'delete') this.histories.delete(`${each.on} ${each.aspect}`);
    else if (history.at(-1) !== each.content) this.histories.set(`${each.on} ${each.aspect}`, [...history, each.content]);
  }

  upstreamOf(index: number): number[] {
    const latest = this.history(index, 'upstreamLineage').at(-1) ?? 0;
    return Array.from({ length: ENTITIES }, (_, bit) => bit).filter((bit) => (latest & (1 << bit)) !== 0 && !this.lost.has(`${index} ${bit}`));
  }
}

const contentValue = (list: readonly string[], name: Aspect, number: number): unknown =>
  name === 'datasetProperties' ? description(`content ${number}`) : upstreams(...list.filter((_, bit) => (number & (1 << bit)) !== 0));

function asProposal(list: readonly string[], each: Step): Proposal {
  const urn = list[each.on] ?? '';
  if (each.does === 'delete all') return deletion(urn, 'datasetKey');
  return each.does === 'delete' ? deletion(urn, each.aspect) : proposal(urn, each.aspect, contentValue(list, each.aspect, each.content));
}

async function expectHistory(urn: string, name: Aspect, wanted: readonly unknown[]): Promise<void> {
  const { aspects } = await readEntity(urn, `List(${name})`);
  const last = wanted.length;
  expect(aspects[name]?.systemMetadata?.version, `${name} counts its contents`).to.equal(last === 0 ? undefined : String(last));
  expect(await version(urn, name, 0), `${name} version 0`).to.deep.equal(wanted.at(-1));
  for (let number = 1; number < last; number++)
    expect(await version(urn, name, number), `${name} version ${number}`).to.deep.equal(wanted[number - 1]);
  expect(await version(urn, name, Math.max(last, 1)), `${name} ends before ${last}`).to.equal(undefined);
}

async function expectEdges(list: readonly string[], expected: Expected): Promise<void> {
  for (const [index, urn] of list.entries()) {
    const up = expected.upstreamOf(index).map((each) => `DownstreamOf ${list[each]}`);
    const down = list.flatMap((other, source) => (expected.upstreamOf(source).includes(index) ? [`DownstreamOf ${other}`] : []));
    expect(await edges(urn, 'OUTGOING'), `what ${index} names`).to.have.members(up);
    expect(await edges(urn, 'INCOMING'), `who names ${index}`).to.have.members(down);
  }
}

async function expectAll(list: readonly string[], expected: Expected): Promise<void> {
  for (const [index, urn] of list.entries()) {
    for (const name of ASPECTS) {
      const wanted = expected.history(index, name).map((number) => contentValue(list, name, number));
      await expectHistory(urn, name, wanted);
    }
  }
  await expectEdges(list, expected);
}

const newEntities = (): string[] => Array.from({ length: ENTITIES }, () => urns.dataset(own()));

describe('Random histories (docs/semantics.md 14)', () => {
  for (const [more, numRuns] of Object.entries(RUNS))
    it(`after any sequence of writes and deletes, versions have no gaps and edges match the latest aspects${more}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const list = newEntities();
          const expected = new Expected();
          for (const each of steps) {
            const answer = await api.ingestProposal(asProposal(list, each));
            expect(answer.status, answer.text).to.equal(200);
            expected.take(each);
          }
          await expectAll(list, expected);
        }),
        { numRuns, endOnFailure: false },
      );
    });

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`batches of any size have the same result as the same steps one by one${more}`, async () => {
      const many = fc.array(fc.oneof({ weight: 4, arbitrary: writes }, { weight: 1, arbitrary: deletes }), { minLength: 1, maxLength: 8 });
      const batches = fc.array(fc.oneof({ weight: 4, arbitrary: many }, { weight: 1, arbitrary: deletesAll.map((each) => [each]) }), {
        minLength: 1,
        maxLength: 4,
      });
      await fc.assert(
        fc.asyncProperty(batches, fc.boolean(), async (cut, perItem) => {
          const list = newEntities();
          const expected = new Expected();
          for (const steps of cut) {
            const proposals = steps.map((each) => asProposal(list, each));
            const answer = perItem ? await api.ingestEach(proposals) : await api.ingestProposalBatch(proposals);
            expect(answer.status, answer.text).to.equal(200);
            if (perItem) expect((answer.body.value as { items: BatchItem[] }).items.map(({ outcome }) => outcome)).not.to.include('refused');
            for (const each of steps) expected.take(each);
          }
          await expectAll(list, expected);
        }),
        { numRuns, endOnFailure: false },
      );
    });

  const named = { does: 'write', on: 0, aspect: 'upstreamLineage', content: 0b010 } as const;
  const namedToo = { ...named, content: 0b110 };
  const gone = { does: 'delete all', on: 1 } as const;
  const there = { does: 'write', on: 1, aspect: 'datasetProperties', content: 1 } as const;
  const ORDERS: [string, Step[][]][] = [
    ['after an item that names it takes that edge', [[named, gone]]],
    ['before an item that names it leaves that edge', [[gone, named]]],
    ['before an item that names it again leaves that edge', [[named], [gone, namedToo]]],
    ['after an item that names it again takes that edge', [[named], [namedToo, gone]]],
  ];
  for (const [what, cut] of ORDERS) {
    it(`a hard delete in a batch, ${what}`, async () => {
      const list = newEntities();
      const expected = new Expected();
      for (const steps of [[there], ...cut]) {
        const answer = await api.ingestProposalBatch(steps.map((each) => asProposal(list, each)));
        expect(answer.status, answer.text).to.equal(200);
        for (const each of steps) expected.take(each);
      }
      await expectAll(list, expected);
    });
  }

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`concurrent writers of one aspect get distinct versions without gaps and lose nothing${more}`, async () => {
      const counts = fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 4 }));
      await fc.assert(
        fc.asyncProperty(counts, async ([writers, each]) => {
          const urn = urns.dataset(own());
          const texts = Array.from({ length: writers }, (_, writer) => Array.from({ length: each }, (__, count) => `${writer}.${count}`));
          await Promise.all(
            texts.map(async (mine) => {
              for (const text of mine) expect((await api.ingestProposal(proposal(urn, 'datasetProperties', description(text)))).status).to.equal(200);
            }),
          );
          const total = writers * each;
          const read = await Promise.all(
            Array.from({ length: total }, (_, number) => version(urn, 'datasetProperties', number === total - 1 ? 0 : number + 1)),
          );
          const seen = read.map((value) => String(value?.description));
          expect(seen).to.have.members(texts.flat());
          // What one writer wrote stands in the order in which it wrote.
          for (const mine of texts) expect(seen.filter((text) => mine.includes(text))).to.deep.equal(mine);
          expect(await version(urn, 'datasetProperties', total)).to.equal(undefined);
        }),
        { numRuns, endOnFailure: true },
      );
    });

  for (const [more, numRuns] of Object.entries(RUNS))
    it(`after concurrent writes, edges match the latest aspects in both directions${more}`, async () => {
      const lanes = fc
        .array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 })
        .map((all) => all.map((steps) => steps.filter(({ does }) => does !== 'delete all')));
      await fc.assert(
        fc.asyncProperty(lanes, async (all) => {
          const list = newEntities();
          await Promise.all(
            all.map(async (steps) => {
              for (const each of steps) expect((await api.ingestProposal(asProposal(list, each))).status).to.equal(200);
            }),
          );
          const expected = new Expected();
          for (const [index, urn] of list.entries()) {
            const latest = (await version(urn, 'upstreamLineage', 0)) as { upstreams: { dataset: string }[] } | undefined;
            const bits = (latest?.upstreams ?? []).map(({ dataset }) => 1 << list.indexOf(dataset));
            expected.take({ does: 'write', on: index, aspect: 'upstreamLineage', content: bits.reduce((sum, bit) => sum | bit, 0) });
          }
          await expectEdges(list, expected);
        }),
        { numRuns, endOnFailure: true },
      );
    });
});
