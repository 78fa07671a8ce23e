/**
 * Reads as of a time agree with a plain replay of the same random history.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { api } from '../../support/client.ts';
import { askLineage, entityAsOf, moment, relationsAsOf } from '../../support/lineage.ts';
import { deletion, ownership, ownNames, proposal, status, upstreams, urns } from '../../support/make.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { degrees, ends, history, NOTHING, ownerUrn, replay, SIZE, type Step, type World } from './history.ts';

const own = ownNames('history');

function proposalOf(all: readonly string[], step: Step) {
  const urn = all[step.on] as string;
  if (step.do === 'upstreams') return proposal(urn, 'upstreamLineage', upstreams(...step.to.map((to) => all[to] as string)));
  if (step.do === 'owners') return proposal(urn, 'ownership', ownership(...step.to.map(ownerUrn)));
  if (step.do === 'removed') return proposal(urn, 'status', status(step.removed));
  return deletion(urn, step.do === 'erase' ? step.aspect : 'datasetKey');
}

/** Every read of one entity at one moment against the world of that moment. */
async function compare(all: readonly string[], world: World, on: number, asOf: number, lost: boolean): Promise<void> {
  const urn = all[on] as string;
  const [entity, out, into, up, down] = await Promise.all([
    entityAsOf(urn, asOf),
    relationsAsOf(urn, 'OUTGOING', asOf),
    relationsAsOf(urn, 'INCOMING', asOf),
    askLineage(urn, 'UPSTREAM', { asOf }),
    askLineage(urn, 'DOWNSTREAM', { asOf }),
  ]);
  if (lost) {
    for (const answer of [entity, out, into, up, down]) expectRefusal(answer, 400, 'time since');
    return;
  }
  const known = world.entities[on] ?? {};
  const value = (name: string): Record<string, unknown> | undefined => entity.body.aspects[name]?.value;
  expect(
    (value('upstreamLineage')?.upstreams as { dataset: string }[] | undefined)?.map(({ dataset }) => dataset),
    'upstreams',
  ).to.deep.equal(known.upstreams?.map((to) => all[to]));
  expect(
    (value('ownership')?.owners as { owner: string }[] | undefined)?.map(({ owner }) => owner),
    'owners',
  ).to.deep.equal(known.owners?.map(ownerUrn));
  expect(value('status')?.removed, 'removed').to.equal(known.removed);

  const pairs = [...world.edges].map(ends);
  const outgoing = [
    ...pairs.filter(([from]) => from === on).map(([, to]) => `DownstreamOf ${all[to]}`),
    ...(known.owners ?? []).map((each) => `OwnedBy ${ownerUrn(each)}`),
  ];
  const shown = ({ relationships }: typeof out.body): string[] =>
    relationships.filter(({ type }) => ['DownstreamOf', 'OwnedBy'].includes(type)).map(({ type, entity: far }) => `${type} ${far}`);
  expect(shown(out.body), 'outgoing').to.have.members(outgoing);
  expect(shown(into.body), 'incoming').to.have.members(pairs.filter(([, to]) => to === on).map(([from]) => `DownstreamOf ${all[from]}`));

  for (const [direction, answer] of [
    ['UPSTREAM', up],
    ['DOWNSTREAM', down],
  ] as const) {
    const found = [...degrees(world, on, direction)];
    const wanted = found.filter(([each]) => world.entities[each]?.removed !== true);
    expect(
      answer.body.entities.map(({ urn: far, degree }) => `${degree} ${far}`),
      direction,
    ).to.have.members(wanted.map(([each, degree]) => `${degree} ${all[each]}`));
    expect(answer.body.filtered, `${direction} filtered`).to.equal(found.length - wanted.length);
  }
}

describe('Reads as of a time agree with a plain replay of the same history', () => {
  it('aspects, relationships and lineage, over writes, deletions, soft and hard deletes [long]', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const all = Array.from({ length: SIZE }, () => urns.dataset(own()));
        const worlds: { world: World; asOf: number }[] = [{ world: NOTHING, asOf: await moment() }];
        for (const [index, step] of steps.entries()) {
          const { status: code, text } = await api.ingestProposal(proposalOf(all, step));
          expect(code, text).to.equal(200);
          worlds.push({ world: replay(worlds.at(-1)?.world ?? NOTHING, step, index), asOf: await moment() });
        }
        const forgotten = worlds.at(-1)?.world.forgotten ?? [];
        for (const [index, { world, asOf }] of worlds.entries()) {
          // The world of number n is the one after step n - 1.
          for (let on = 0; on < SIZE; on++) await compare(all, world, on, asOf, (forgotten[on] ?? -1) > index - 1);
        }
      }),
      { numRuns: 8 },
    );
  }).timeout(300_000);
});
