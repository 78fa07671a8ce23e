/**
 * What a commit costs is counted as the looks at its proposals, its chains of containers and what was found: 16 times as many proposals
 * may cost 16 times as many looks and a little more, never their square.
 */
import { expect } from 'chai';
import type { ReadScope } from '../../src/catalog/write/draft-view.ts';
import { MissingReads } from '../../src/catalog/write/missing-reads.ts';
import { type Outcome, plan } from '../../src/catalog/write/plan.ts';
import { brings, type Proposal, type RawProposal, suppliedKey, type Unit } from '../../src/catalog/write/proposal.ts';
import { NOTHING_MORE, readSetOf, withMissing } from '../../src/catalog/write/read-set.ts';
import type { EntityRead, Found } from '../../src/graph/changes.ts';
import { type Value, valueOf } from '../../src/model/json.ts';
import { description, status, urns } from '../support/make.ts';
import { model } from '../unit/support/model.ts';
import { accepted } from '../unit/support/proposals.ts';

const parts = { model, strictFields: false, retention: undefined };
const property = (id: string | number) => urns.of('structuredProperty', `plan.${id}`);
const definition = (id: string | number) => ({
  qualifiedName: `plan.${id}`,
  valueType: urns.of('dataType', 'svc.string'),
  entityTypes: [urns.of('entityType', 'svc.dataset')],
});

type Make = (index: number) => { urn: string; aspect: string; value: unknown; more?: Partial<RawProposal> };

let looks = 0;

/** Counts each look at a field or an item. */
function watched<Thing extends object>(thing: Thing): Thing {
  return new Proxy(thing, {
    get(target, key) {
      looks++;
      return Reflect.get(target, key) as unknown;
    },
  });
}

class WatchedMap<Value> extends Map<string, Value> {
  override get(key: string): Value | undefined {
    looks++;
    return super.get(key);
  }
  override *values(): MapIterator<Value> {
    for (const value of super.values()) {
      looks++;
      yield value;
    }
  }
}

function proposals(count: number, make: Make): Proposal[] {
  return Array.from({ length: count }, (_, index) => {
    const { urn, aspect, value, more } = make(index);
    const proposal = accepted({ entityUrn: urn, aspectName: aspect, changeType: 'UPSERT', value: valueOf(value), ...more }, model);
    return watched({ ...proposal, urn: watched(proposal.urn) });
  });
}

function unitsOf(list: Proposal[], together: boolean): Unit[] {
  const supplied = new Map(list.flatMap((each, at) => (brings(each) ? [[suppliedKey(each.urn.text, each.aspect.name), at] as const] : [])));
  const base = { request: { supplied, born: new Set<string>() }, actor: urns.user('etl') };
  return together ? [{ ...base, at: 0, proposals: watched(list) }] : list.map((each, at) => ({ ...base, at, proposals: [each] }));
}

/** A store in which seeds exist and nothing else does; containers that are asked for are in `depth` others. */
function foundFor(lock: readonly EntityRead[], look: readonly EntityRead[], chains: readonly string[]): Found {
  let id = 0;
  const seeds = new Set(model.seeds.map(({ urn }) => urn));
  return {
    entities: new WatchedMap(
      [...lock, ...look].map(({ urn }) => [
        urn,
        { id: id++, names: new Set(seeds.has(urn) ? ['status'] : []), aspects: new Map(), lost: [], lived: false },
      ]),
    ),
    chains: new WatchedMap(chains.map((urn) => [urn, watched([urn, `${urn}.above`, `${urn}.top`])])),
    propertyNames: new Map(),
    badge: undefined,
    sizes: new Map(),
    previous: new Map(),
    versions: new Map(),
    above: new Map(),
    parts: new Map(),
    dangling: new Map(),
  };
}

interface Ended {
  readonly outcomes: Outcome[];
  readonly looks: number;
  readonly attempts: number;
}

async function decided(count: number, make: Make, together: boolean): Promise<Ended> {
  const units = unitsOf(proposals(count, make), together);
  let more = NOTHING_MORE;
  looks = 0;
  for (let attempts = 1; ; attempts++) {
    const needs = await readSetOf(model, units, () => false, more);
    const asked: ReadScope = { ...more, urns: new Set([...needs.lock, ...needs.read].map(({ urn }) => urn)), known: () => false };
    try {
      const { outcomes } = await plan(parts, units, foundFor(needs.lock, needs.read, needs.chains), asked, { now: 1_700_000_000_000, id: 'attempt' });
      return { outcomes, looks, attempts };
    } catch (error) {
      if (!(error instanceof MissingReads)) throw error;
      more = withMissing(more, error);
    }
  }
}

const written = (outcomes: readonly Outcome[]): number => outcomes.reduce((sum, each) => sum + ('written' in each ? each.written.length : 0), 0);

const [FEW, TIMES] = [50, 16];

const CASES: Record<string, Make> = {
  'versions of one aspect': (index) => ({ urn: urns.dataset('one'), aspect: 'datasetProperties', value: description(`no ${index}`) }),
  'as many entities': (index) => ({ urn: urns.dataset(`many.${index}`), aspect: 'datasetProperties', value: description('new') }),
  'as many entities, if they are not there': (index) => ({
    urn: urns.dataset(`many.${index}`),
    aspect: 'datasetProperties',
    value: description('new'),
    more: { changeType: 'CREATE', headers: { 'If-None-Match': '*' } },
  }),
  'containers in one another': (index) => ({
    urn: urns.container(`c${index}`),
    aspect: 'container',
    value: { container: urns.container(`c${index + 1}`) },
  }),
  'datasets in as many containers': (index) => ({
    urn: urns.dataset(`in.${index}`),
    aspect: 'container',
    value: { container: urns.container(`of${index}`) },
  }),
  'property definitions': (index) => ({ urn: property(index), aspect: 'propertyDefinition', value: definition(index) }),
  'property settings': (index) => ({ urn: property(index), aspect: 'structuredPropertySettings', value: { isHidden: index % 2 === 0 } }),
  'soft deletes and their ends': (index) => ({ urn: urns.dataset(`s.${index % 7}`), aspect: 'status', value: status(index % 2 === 0) }),
};

describe('The cost of a commit grows linearly with its proposals', () => {
  for (const [name, make] of Object.entries(CASES)) {
    for (const together of [true, false]) {
      it(`${name}, ${together ? 'all or nothing' : 'each for itself'}`, async () => {
        const [few, many] = [await decided(FEW, make, together), await decided(FEW * TIMES, make, together)];
        expect(written(few.outcomes)).to.be.at.least(FEW);
        expect(written(many.outcomes)).to.be.at.least(FEW * TIMES);
        expect(many.looks / few.looks).to.be.below(TIMES * 1.5);
      });
    }
  }

  it('handles property values of new entities whose other aspects come last', async () => {
    const make =
      (count: number): Make =>
      (index) =>
        index === 0
          ? { urn: property('p'), aspect: 'propertyDefinition', value: definition('p') }
          : index < count / 2
            ? {
                urn: urns.dataset(`v.${index}`),
                aspect: 'structuredProperties',
                value: { properties: [{ propertyUrn: property('p'), values: [{ string: 'x' }] }] },
              }
            : { urn: urns.dataset(`v.${count - index}`), aspect: 'datasetProperties', value: description('late') };
    const [few, many] = [await decided(FEW, make(FEW), true), await decided(FEW * TIMES, make(FEW * TIMES), true)];
    expect(written(many.outcomes)).to.be.at.least(FEW * TIMES);
    expect(many.looks / few.looks).to.be.below(TIMES * 1.5);
  });

  it('requests everything that rules miss in one step, for all proposals', async () => {
    const patch = (urn: string) => valueOf([{ op: 'add', path: `/properties/${urn}`, value: { values: [{ string: 'x' }] } }]);
    const named: Make = (index) => ({
      urn: urns.dataset(`p.${index}`),
      aspect: 'structuredProperties',
      value: undefined,
      more: { changeType: 'PATCH', value: patch(property(`gone${index}`)) },
    });
    const { outcomes, attempts } = await decided(200, named, false);
    expect(attempts).to.be.at.most(2);
    expect(outcomes.every((each) => 'refusal' in each)).to.equal(true);
  });

  it('refuses a unit that would not fit into memory', async () => {
    const values = ['a', 'b'].map((text) => valueOf(description(text.repeat(20_000_000))));
    const each: Make = (index) => ({
      urn: urns.dataset('long'),
      aspect: 'datasetProperties',
      value: undefined,
      more: { value: values[index % 2] as Value },
    });
    const { outcomes } = await decided(8, each, true);
    const [first] = outcomes;
    expect(first && 'refusal' in first && first.refusal.status).to.equal(413);
  });
});
