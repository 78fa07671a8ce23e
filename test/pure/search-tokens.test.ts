/** What must hold of every document, whatever its aspects: no token stands twice in a field (docs/engines.md 7), and its size is bounded. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Path } from '../../src/model/path.ts';
import { documentsOf } from '../../src/search/document/document.ts';
import { decode } from '../../src/search/document/encode.ts';
import { MOST_OF_A_FIELD, MOST_OF_AN_ENTITY } from '../../src/search/document/truncation.ts';
import type { IndexedEntity } from '../../src/search/document/types.ts';
import { propertyFieldOf } from '../../src/search/filter/property-fields.ts';
import { model } from '../unit/support/model.ts';

const type = model.entityTypes.get('dataset');
const urn = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,web.web_orders.WebOrders,PROD)';

function built(entity: IndexedEntity): Record<string, unknown> {
  const work = documentsOf(model, entity);
  for (let step = work.next(); ; step = work.next()) if (step.done) return JSON.parse(step.value?.document ?? 'null') as Record<string, unknown>;
}

/** Words that are one to Typesense, or share their first hundred letters, or whose codes are cut into the same pieces. */
const word = fc.constantFrom(
  ...['order', 'Order', 'ORDER', 'órder', 'orders', 'WebOrders', 'web', 'Web2', 'straße', 'strasse', 'Łódź', 'lodz', 'Ærø', 'aero', 'ﬁn', 'fin'],
  ...['стол', 'Стол', '数据', 'x²', 'x2', '𝒳', 'İ', 'ı', 'i', '\ud800', 'q', 'qu', '', `${'a'.repeat(120)}b`, `${'a'.repeat(120)}c`, 'é'.repeat(60)],
);
const text = fc
  .array(word, { maxLength: 8 })
  .chain((words) => fc.constantFrom(' ', '_', '.', '-', '', '\u241f', '/', ' “', 'urn:svc:tag:').map((separator) => words.join(separator)));
const long = fc.tuple(word, fc.integer({ min: 1, max: 60 })).map(([each, times]) => each.repeat(times));
const values = fc.array(fc.oneof(text, text, long), { maxLength: 4 });

/** Puts a value where a path leads; of lists and maps into this item. */
function put(node: unknown, path: Path, item: number, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if ('every' in step && step.every === 'item') {
    const list = (node ?? []) as unknown[];
    list[item] = put(list[item], rest, item, value);
    return list;
  }
  const record = (node ?? {}) as Record<string, unknown>;
  const key = 'field' in step ? step.field : step.every === 'key' ? String(value) : `k${item}`;
  record[key] = put(record[key], rest, item, value);
  return record;
}

const specs = [...(type?.aspects.values() ?? [])].flatMap(({ name, searchFields }) => searchFields.map((spec) => ({ name, spec })));

function entityWith(lists: readonly (readonly string[])[]): IndexedEntity {
  const aspects = new Map<string, unknown>();
  for (const [at, { name, spec }] of specs.entries()) {
    const list = lists[at % lists.length] ?? [];
    const map = spec.type === 'map' ? [Object.fromEntries(list.map((each, n) => [`${each}${n}`, each]))] : list;
    for (const [item, value] of map.entries()) aspects.set(name, put(aspects.get(name) ?? {}, spec.path, item, value));
  }
  const property = { urn: 'urn:svc:structuredProperty:p', definition: '1', many: true, displayName: 'P' };
  return {
    urn,
    removed: false,
    aspects: [...aspects].map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    properties: ['string', 'urn', 'rich_text'].map((valueType, at) => ({
      field: propertyFieldOf({ ...property, valueType, definition: valueType }),
      values: lists[at % lists.length] ?? [],
    })),
  };
}

/** By the end of the title. */
const RUNS = { '': 8, ' [long]': 30 };

describe('Tokens of search documents', () => {
  for (const [more, times] of Object.entries(RUNS))
    it(`every list has each token once, and none that Typesense would cut, fold or split${more}`, () => {
      fc.assert(
        fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), (lists) => {
          for (const [name, value] of Object.entries(built(entityWith(lists)))) {
            if (!Array.isArray(value)) continue;
            const tokens = (value as string[]).flatMap((each) => each.split(' '));
            for (const token of tokens) expect(token, name).to.match(/^[a-z0-9]{1,100}$/);
            expect(tokens.length, `${name}: ${tokens.join(' ')}`).to.equal(new Set(tokens).size);
          }
        }),
        { numRuns: times },
      );
    });

  it('the check covers every search field of the type', () => {
    const names = new Set(Object.keys(built(entityWith([['Some_Text', 'urn:svc:tag:x', '12']]))));
    const physical = new Set([...names].map((name) => name.replace(/^[a-z0-9]+_/, '')));
    for (const { spec } of specs) expect(physical, spec.field).to.include(spec.field);
  });

  it('of too many entries of a map the first are indexed, and the document is marked as incomplete', () => {
    const entries = Object.fromEntries(Array.from({ length: 2 * MOST_OF_A_FIELD.values }, (_, n) => [`key${n}`, `value ${n}`]));
    const properties = { name: 'Wide', customProperties: entries };
    const document = built({ urn, removed: false, aspects: [{ name: 'datasetProperties', value: JSON.stringify(properties) }] });
    expect(document.h_customProperties).to.have.length(MOST_OF_A_FIELD.values);
    expect((document.cut as string[]).slice(1).map(decode)).to.deep.equal(['customProperties']);
    expect(document.t_name).to.deep.equal(['wide']);
  });

  it('a document of many long fields has a limit too; small fields are complete [long]', () => {
    const words = Array.from({ length: 9_000 }, (_, n) => `word${n} ${'x'.repeat(n % 7)}${n * 7919}`);
    const customProperties = Object.fromEntries(words.map((each) => [each, each.repeat(20)]));
    const fields = words.map((each) => ({ fieldPath: each, description: each.repeat(20), label: each }));
    const all = {
      datasetProperties: { name: 'Large', description: words.join(' '), customProperties },
      schemaMetadata: { fields },
      editableSchemaMetadata: { editableSchemaFieldInfo: fields },
    };
    const aspects = [...Object.entries(all).map(([name, value]) => ({ name, value: JSON.stringify(value) })), tags];
    const document = built({ urn, removed: false, aspects });
    expect(document.cut).to.have.length.greaterThan(2);
    expect(String(document.written).length).to.be.lessThan(1.2 * MOST_OF_AN_ENTITY.characters);
    expect(JSON.stringify(document).length).to.be.lessThan(12 * MOST_OF_AN_ENTITY.characters);
    expect(document.t_name).to.deep.equal(['large larg']);
    expect(document.k_tags).to.have.length(1);
  });
});

const tags = { name: 'globalTags', value: JSON.stringify({ tags: [{ tag: 'urn:svc:tag:one' }] }) };
