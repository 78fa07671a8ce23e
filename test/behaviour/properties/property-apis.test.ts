/**
 * Random definitions and values written through random APIs: each write does what the model says, and all APIs give one answer.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { APIS, type Definition, type Entry, type PropertyApi, shownDefinition, type Value } from '../../support/apis/index.ts';
import { eventually } from '../../support/eventually.ts';
import { action, where } from '../../support/find.ts';
import { ask } from '../../support/graphql.ts';
import { description, ownNames, urns } from '../../support/make.ts';
import { openapi } from '../../support/openapi.ts';
import { write } from '../../support/writes.ts';
import { addValues, define, removeValues, setStatus, setValues, visible, type World } from './property-model.ts';

const own = ownNames('propapis');
const v3 = openapi('v3');
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const TYPES = ['string', 'number', 'date'] as const;
const [PROPERTIES, ENTITIES] = [3, 3];
/** By the end of the title. */
const RUNS = { '': 1, ' [long]': 13 };

const valueOf: Record<(typeof TYPES)[number], fc.Arbitrary<Value>> = {
  string: fc.constantFrom('a', 'b', 'two words', 'Ünïcödé "x"', 'a:b').map((string) => ({ string })),
  number: fc.constantFrom(0, 1, 2.5, -3, 1_000_000_007).map((double) => ({ double })),
  date: fc.constantFrom('2024-02-29', '1999-12-31', '2024-02-30').map((string) => ({ string })),
};
const anyValue = fc.oneof(...TYPES.map((type) => valueOf[type]));
const entityTypes = fc.constantFrom(['dataset', 'dataFlow'], ['dataset'], ['dataFlow']);

interface Shape extends Omit<Definition, 'qualifiedName'> {}
const definition: fc.Arbitrary<Shape> = fc.constantFrom(...TYPES).chain((type) =>
  fc.record(
    {
      valueType: fc.constant(urns.of('dataType', `svc.${type}`)),
      entityTypes: entityTypes.map((types) => types.map((each) => urns.of('entityType', `svc.${each}`))),
      displayName: fc.constantFrom('One', 'Another'),
      cardinality: fc.constantFrom('SINGLE' as const, 'MULTIPLE' as const),
      immutable: fc.constantFrom(false, false, true),
      allowedValues: fc
        .uniqueArray(valueOf[type], { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) })
        .map((list) => list.map((value) => ({ value }))),
      version: fc.constantFrom('20240101000000', '20240614080000'),
    },
    { requiredKeys: ['valueType', 'entityTypes'] },
  ),
);

const property = fc.nat(PROPERTIES - 1);
const entity = fc.nat(ENTITIES - 1);
const entry = fc.record({ of: property, values: fc.array(anyValue, { maxLength: 2 }) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('define' as const), of: property, as: definition }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), of: property, as: definition }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      of: property,
      removed: fc.boolean(),
      way: fc.constantFrom('removed false' as const, 'delete status' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hardDelete' as const), of: property }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set' as const), on: entity, entries: fc.array(entry, { maxLength: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), on: entity, entry }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), on: entity, of: property }) },
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Every property begins with a definition, so that most values find one. */
const history = fc.tuple(
  fc.array(definition, { minLength: PROPERTIES, maxLength: PROPERTIES }),
  fc.array(fc.tuple(step, fc.nat(1000)), { minLength: 8, maxLength: 16 }),
);

interface Scene {
  readonly properties: readonly string[];
  readonly entities: readonly string[];
  readonly world: World;
}

/** Carries out a step through one of the APIs that can, and in the model; both must agree. */
async function carryOut({ properties, entities, world }: Scene, one: Step, choice: number): Promise<void> {
  const urnOf = (of: number): string => properties[of] as string;
  const entryOf = ({ of, values }: { of: number; values: readonly Value[] }): Entry => ({ propertyUrn: urnOf(of), values });
  const through = (can: (api: PropertyApi) => boolean): PropertyApi => {
    const able = APIS.filter(can);
    return able[choice % able.length] as PropertyApi;
  };
  const agree = (api: PropertyApi, { done, message }: { done: boolean; message: string }, expected: boolean): void => {
    expect(done, `${api.name}: ${JSON.stringify(one)}: ${message}`).to.equal(expected);
  };

  if (one.do === 'define') {
    const api = through(({ define: can }) => can !== undefined);
    const value = { qualifiedName: nameOf(urnOf(one.of)), ...one.as };
    agree(api, (await api.define?.(urnOf(one.of), value)) ?? never(), define(world, urnOf(one.of), value));
  } else if (one.do === 'create') {
    const api = through(({ name }) => name !== 'graphql' || one.as.version === undefined);
    const value = { qualifiedName: nameOf(urnOf(one.of)), ...one.as };
    agree(api, await api.create(urnOf(one.of), value), !world.properties.has(urnOf(one.of)) && define(world, urnOf(one.of), value));
  } else if (one.do === 'status') {
    if (!world.properties.has(urnOf(one.of))) return;
    const api = through(({ restore }) => restore !== undefined);
    agree(api, (await (one.removed ? api.softDelete?.(urnOf(one.of)) : api.restore?.(urnOf(one.of), one.way))) ?? never(), true);
    setStatus(world, urnOf(one.of), one.removed);
  } else if (one.do === 'hardDelete') {
    const api = through(() => true);
    agree(api, await api.hardDelete(urnOf(one.of)), true);
    world.properties.delete(urnOf(one.of));
  } else {
    const on = entities[one.on] as string;
    const api = through(({ setValues: can }) => one.do !== 'set' || can !== undefined);
    if (one.do === 'set') {
      const entries = one.entries.map(entryOf);
      agree(api, (await api.setValues?.(on, entries)) ?? never(), setValues(world, on, entries));
    } else if (one.do === 'add') agree(api, await api.addValues(on, entryOf(one.entry)), addValues(world, on, entryOf(one.entry)));
    else agree(api, await api.removeValues(on, urnOf(one.of)), removeValues(world, on, urnOf(one.of)));
  }
}

function never(): never {
  throw new Error('an API was chosen that cannot do this');
}

const nameOf = (urn: string): string => urn.split(':').slice(3).join(':');

/** Every API shows what the model holds. */
async function agreeAll({ properties, entities, world }: Scene): Promise<void> {
  const definitions = APIS.flatMap((api) =>
    properties.map(async (urn) => {
      const known = world.properties.get(urn)?.definition;
      expect(await api.definition(urn), `${api.name}: ${urn}`).to.deep.equal(known && shownDefinition({ ...known }));
    }),
  );
  const values = APIS.flatMap((api) =>
    entities.map(async (urn) => expect(await api.values(urn), `${api.name}: ${urn}`).to.deep.equal(visible(world, urn))),
  );
  await Promise.all([...definitions, ...values]);
  await Promise.all(properties.map((urn) => eventually(() => agreeInSearch(entities, urn, world))));
}

/** Which entities have a value of the property, asked through each API; a soft-deleted property may not be asked for. */
async function agreeInSearch(entities: readonly string[], urn: string, world: World): Promise<void> {
  const field = `structuredProperties.${nameOf(urn)}`;
  const having = entities.filter((each) => visible(world, each).some(({ propertyUrn, values }) => propertyUrn === urn && values.length > 0)).sort();
  const refused = world.properties.get(urn)?.removed ?? false;
  const legacy = await action<{ entities: string[] }>('searchAcrossEntities', {
    input: '*',
    count: 100,
    filter: where({ field, condition: 'EXISTS' }),
  });
  const query = `_exists_:${field.replaceAll('.', '_').replace('_', '.')}`;
  const listed = await Promise.all(['dataset', 'dataFlow'].map((type) => v3.list(type, { query, count: 100, aspects: 'status' })));
  const asked = await ask(
    'query ($field: String!) { scrollAcrossEntities(input: {query: "*", count: 100, orFilters: {and: {field: $field, condition: EXISTS}}}) { searchResults { entity { urn } } } }',
    { field },
  );
  const answers = [
    legacy.status === 200 ? legacy.body.value.entities : legacy.text,
    listed.every(({ status }) => status === 200) ? listed.flatMap(({ body }) => body.entities.map((each) => each.urn)) : (listed[0]?.text ?? ''),
    asked.errors
      ? JSON.stringify(asked.errors)
      : asked.data.scrollAcrossEntities.searchResults.map((each: { entity: { urn: string } }) => each.entity.urn),
  ];
  for (const answer of answers) {
    if (refused) expect(answer).to.be.a('string').and.include(`Cannot filter on deleted Structured Property [${urn}]`);
    else expect([...answer].sort()).to.deep.equal(having);
  }
}

describe('Structured properties are the same on every API (docs/semantics.md 14)', () => {
  for (const [more, numRuns] of Object.entries(RUNS))
    it(`random definitions and values, written through random APIs (SEED=${seed})${more}`, async function () {
      this.timeout(300_000);
      await fc.assert(
        fc.asyncProperty(history, async ([definitions, steps]) => {
          const properties = definitions.map(() => urns.of('structuredProperty', `${own('io')}.a.b`));
          const entities = [urns.dataset(own()), urns.dataset(own()), urns.flow(own())];
          const scene: Scene = { properties, entities, world: { properties: new Map(), entities: new Map(), births: 0 } };
          await Promise.all(
            entities.map((urn) =>
              write(
                urn,
                urn.includes(':dataset:') ? 'datasetProperties' : 'status',
                urn.includes(':dataset:') ? description('x') : { removed: false },
              ),
            ),
          );
          for (const [at, as] of definitions.entries()) await carryOut(scene, { do: 'define', of: at, as }, at);
          for (const [one, choice] of steps) await carryOut(scene, one, choice);
          await agreeAll(scene);
        }),
        { numRuns, seed, endOnFailure: true },
      );
    });
});
