/**
 * The statements of docs/semantics.md 14 on each API that has the operation; whatever is written through one is read through all. The rules of
 * the core are tried on one API here, and on each in the long tests.
 */
import { expect } from 'chai';
import { APIS, type Definition, type Entry, type Outcome, type PropertyApi, shownDefinition, type Value } from '../support/apis/index.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, status, urns } from '../support/make.ts';
import { version, write } from '../support/writes.ts';

const own = ownNames('propall');
const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);
const entityType = (name: string): string => urns.of('entityType', `svc.${name}`);

const text = (string: string): Value => ({ string });
const number = (double: number): Value => ({ double });
const entry = (propertyUrn: string, ...values: Value[]): Entry => ({ propertyUrn, values });

interface Property {
  readonly urn: string;
  readonly definition: Definition;
}

function property(more: Partial<Definition> = {}): Property {
  const id = `${own('io')}.group.name`;
  const definition = { qualifiedName: id, valueType: dataType('string'), entityTypes: [entityType('dataset')], ...more };
  return { urn: urns.of('structuredProperty', id), definition };
}

async function dataset(): Promise<string> {
  const urn = urns.dataset(own('d'));
  await write(urn, 'datasetProperties', description('carries values'));
  return urn;
}

function done({ done: is, message }: Outcome): void {
  expect(is, message).to.equal(true);
}

function refused({ done: is, message }: Outcome, reason: string): void {
  expect(is).to.equal(false);
  expect(message).to.include(reason);
}

/** Every API must say the same. */
async function allShow(entity: string, ...entries: Entry[]): Promise<void> {
  for (const api of APIS) expect(await api.values(entity), api.name).to.deep.equal(entries);
}

async function allDefine(urn: string, definition: Definition | undefined): Promise<void> {
  for (const api of APIS) expect(await api.definition(urn), api.name).to.deep.equal(definition && shownDefinition({ ...definition }));
}

async function made(api: PropertyApi, more: Partial<Definition> = {}): Promise<Property> {
  const one = property(more);
  done(await api.create(one.urn, one.definition));
  return one;
}

/** Both ways to restore (docs/semantics.md 14.3). */
const WAYS = ['removed false', 'delete status'] as const;

for (const [at, api] of APIS.entries()) {
  const onEach = at === 0 ? '' : ' [long]';
  describe(`Structured properties through ${api.name} (docs/semantics.md 14)`, () => {
    const { define, setValues, softDelete, restore } = api;

    it('a definition is created with every field, and read through all APIs', async () => {
      const { urn, definition } = await made(api, {
        displayName: 'Retention',
        description: 'In days',
        valueType: dataType('number'),
        cardinality: 'MULTIPLE',
        entityTypes: [entityType('dataset'), entityType('dataFlow'), entityType('dataJob'), entityType('schemaField')],
        allowedValues: [{ value: number(30), description: 'a month' }, { value: number(90.5) }],
        immutable: true,
      });
      await allDefine(urn, definition);
      refused(await api.create(urn, definition), 'already exists');
    });

    it(`names of data types and entity types that do not exist are refused${onEach}`, async () => {
      const [a, b] = [property({ valueType: dataType('colour') }), property({ entityTypes: [entityType('spaceship')] })];
      refused(await api.create(a.urn, a.definition), 'URN does not exist');
      refused(await api.create(b.urn, b.definition), 'URN does not exist');
      await allDefine(a.urn, undefined);
    });

    if (define) {
      it(`writing an existing definition updates it${onEach}`, async () => {
        const { urn, definition } = await made(api);
        const next: Definition = {
          ...definition,
          displayName: 'New',
          cardinality: 'MULTIPLE',
          entityTypes: [entityType('dataset'), entityType('chart')],
        };
        done(await define(urn, next));
        await allDefine(urn, next);
      });

      it(`a backward-incompatible change is refused without a new version, and accepted with one; older values are no longer readable${onEach}`, async () => {
        const { urn, definition } = await made(api, { cardinality: 'MULTIPLE' });
        const entity = await dataset();
        done(await api.addValues(entity, entry(urn, text('a'), text('b'))));
        const narrow: Definition = { ...definition, cardinality: 'SINGLE' };
        refused(await define(urn, narrow), 'cannot be changed from MULTI to SINGLE');
        refused(await define(urn, { ...definition, valueType: dataType('number') }), 'Value type cannot be changed');
        refused(await define(urn, { ...definition, allowedValues: [{ value: text('a') }] }), 'Cannot restrict values that were previously allowed');
        refused(await define(urn, { ...narrow, version: '2024' }), 'yyyyMMddhhmmss');
        await allShow(entity, entry(urn, text('a'), text('b')));
        done(await define(urn, { ...narrow, version: '20240614080000' }));
        await allShow(entity);
        // The clean-up is a write of its own, which shows as a version.
        await eventually(async () => expect(await version(entity, 'structuredProperties', 1)).to.not.equal(undefined));
        refused(await define(urn, { ...definition, version: '20240101000000' }), 'version must be greater');
        done(await api.addValues(entity, entry(urn, text('c'))));
        await allShow(entity, entry(urn, text('c')));
      });

      it(`an update without a version keeps the current version${onEach}`, async () => {
        const { urn, definition } = property({ version: '20240614080000' });
        done(await define(urn, definition));
        const entity = await dataset();
        done(await api.addValues(entity, entry(urn, text('a'))));
        const { version: _, ...without } = definition;
        done(await define(urn, { ...without, displayName: 'New' }));
        await allDefine(urn, { ...definition, displayName: 'New' });
        await allShow(entity, entry(urn, text('a')));
      });
    }

    if (setValues) {
      it('setting values replaces all values of the entity', async () => {
        const [one, two, entity] = [await made(api), await made(api), await dataset()];
        done(await setValues(entity, [entry(one.urn, text('a')), entry(two.urn, text('b'))]));
        await allShow(entity, entry(one.urn, text('a')), entry(two.urn, text('b')));
        done(await setValues(entity, [entry(two.urn, text('c'))]));
        await allShow(entity, entry(two.urn, text('c')));
        refused(await setValues(entity, [entry(one.urn, text('a')), entry(one.urn, text('b'))]), 'has multiple entries');
        done(await setValues(entity, []));
        await allShow(entity);
      });
    }

    it('adding sets one property and leaves the others; removing preserves the rest', async () => {
      const [one, two, entity] = [await made(api), await made(api, { cardinality: 'MULTIPLE' }), await dataset()];
      done(await api.addValues(entity, entry(one.urn, text('a'))));
      done(await api.addValues(entity, entry(two.urn, text('b'), text('c'))));
      done(await api.addValues(entity, entry(one.urn, text('d'))));
      await allShow(entity, entry(one.urn, text('d')), entry(two.urn, text('b'), text('c')));
      done(await api.removeValues(entity, one.urn));
      done(await api.removeValues(entity, one.urn));
      await allShow(entity, entry(two.urn, text('b'), text('c')));
    });

    it(`the property must exist${onEach}`, async () => {
      refused(await api.addValues(await dataset(), entry(urns.of('structuredProperty', own('none')), text('a'))), 'does not exist');
    });

    it(`columns need not exist: the first value creates their key${onEach}`, async () => {
      const { urn } = await made(api, { entityTypes: [entityType('schemaField')] });
      const column = urns.column(await dataset(), 'id');
      done(await api.addValues(column, entry(urn, text('a'))));
      await allShow(column, entry(urn, text('a')));
    });

    it(`allowed values must be of the type of the property; numbers may be written as texts${onEach}`, async () => {
      const cases: [type: string, wrong: Value, reason: string, right: Value][] = [
        ['number', text('x'), 'a number', text('30')],
        ['string', number(1), 'string', text('a')],
        ['date', text('2024-02-30'), 'YYYY-MM-DD', text('2024-02-29')],
        ['date', number(1), 'string', text('2024-02-29')],
        ['urn', text('nobody'), 'a URN', text(urns.user('ann'))],
        ['rich_text', number(1), 'string', text('*fine*')],
      ];
      for (const [type, wrong, reason, right] of cases) {
        const { urn, definition } = property({ valueType: dataType(type) });
        refused(await api.create(urn, { ...definition, allowedValues: [{ value: right }, { value: wrong }] }), reason);
        done(await api.create(urn, { ...definition, allowedValues: [{ value: right }] }));
      }
    });

    it(`values must fit type, cardinality, allowed values and entity types${onEach}`, async () => {
      const entity = await dataset();
      const cases: [more: Partial<Definition>, wrong: Value[], reason: string, right: Value[]][] = [
        [{}, [number(1)], 'string', [text('a')]],
        [{}, [text('a'), text('b')], 'cardinality', [text('a')]],
        [{ valueType: dataType('number') }, [text('many')], 'a number', [number(-2.5)]],
        [{ valueType: dataType('date') }, [text('2024-02-30')], 'YYYY-MM-DD', [text('2024-02-29')]],
        [{ valueType: dataType('urn') }, [text('nobody')], 'a URN', [text(urns.user('ann'))]],
        [{ valueType: dataType('rich_text') }, [number(1)], 'string', [text('*fine*')]],
        [{ allowedValues: [{ value: text('a') }] }, [text('b')], 'should be one of', [text('a')]],
      ];
      const expected: Entry[] = [];
      for (const [more, wrong, reason, right] of cases) {
        const { urn } = await made(api, more);
        refused(await api.addValues(entity, entry(urn, ...wrong)), reason);
        done(await api.addValues(entity, entry(urn, ...right)));
        expected.push(entry(urn, ...right));
      }
      const flows = await made(api, { entityTypes: [entityType('dataFlow')] });
      refused(await api.addValues(entity, entry(flows.urn, text('a'))), 'is not for entities of type dataset');
      const flow = urns.flow(own());
      await write(flow, 'status', status(false));
      done(await api.addValues(flow, entry(flows.urn, text('a'))));
      await allShow(entity, ...expected);
      await allShow(flow, entry(flows.urn, text('a')));
    });

    it(`values of an immutable property can be neither changed nor removed; the same value is accepted${onEach}`, async () => {
      const [{ urn }, entity] = [await made(api, { immutable: true }), await dataset()];
      done(await api.addValues(entity, entry(urn, text('a'))));
      refused(await api.addValues(entity, entry(urn, text('b'))), 'Cannot mutate an immutable property');
      refused(await api.removeValues(entity, urn), 'Cannot delete an immutable property');
      done(await api.addValues(entity, entry(urn, text('a'))));
      await allShow(entity, entry(urn, text('a')));
    });

    if (softDelete && restore) {
      for (const way of WAYS)
        it(`soft deletion hides values and refuses new ones and updates; "${way}" restores all${onEach}`, async () => {
          const [{ urn, definition }, entity] = [await made(api), await dataset()];
          done(await api.addValues(entity, entry(urn, text('a'))));
          done(await softDelete(urn));
          await allShow(entity);
          await allDefine(urn, definition);
          for (const other of APIS) {
            refused(await other.addValues(entity, entry(urn, text('b'))), 'Cannot apply a soft deleted Structured Property value');
            if (other.setValues)
              refused(await other.setValues(entity, [entry(urn, text('b'))]), 'Cannot apply a soft deleted Structured Property value');
            if (other.define) refused(await other.define(urn, { ...definition, displayName: 'x' }), 'Cannot mutate a soft deleted');
          }
          done(await restore(urn, way));
          await allShow(entity, entry(urn, text('a')));
          done(await api.addValues(entity, entry(urn, text('b'))));
        });
    }

    it(`hard deletion removes the definition and its values permanently${onEach}`, async () => {
      const [{ urn, definition }, other, entity] = [await made(api), await made(api), await dataset()];
      done(await api.addValues(entity, entry(urn, text('a'))));
      done(await api.addValues(entity, entry(other.urn, text('o'))));
      done(await api.hardDelete(urn));
      await allDefine(urn, undefined);
      await allShow(entity, entry(other.urn, text('o')));
      done(await api.hardDelete(urn));
      done(await api.create(urn, definition));
      await allShow(entity, entry(other.urn, text('o')));
    });
  });
}
