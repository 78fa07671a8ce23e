/**
 * Filter fields that stand for several, conditions that look along hierarchies, and what every entity has (docs/semantics.md 9.4, 12.1).
 */
import { expect } from 'chai';
import { action, autocomplete, browse, search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, stamp, status, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('filterfields');

type Criterion = Parameters<typeof where>[0];

describe('Conditions along a hierarchy (docs/semantics.md 9.4)', () => {
  const [top, middle, low, beside] = Array.from({ length: 4 }, () => urns.container(own())) as [string, string, string, string];
  const [inTop, inMiddle, inLow, inBeside] = Array.from({ length: 4 }, () => urns.dataset(own())) as [string, string, string, string];
  const lies = (urn: string, container: string) => proposal(urn, 'container', { container });
  const all = { field: 'urn', values: [inTop, inMiddle, inLow, inBeside] };
  const found = async (criterion: Criterion): Promise<string[]> => (await search({ filter: where(all, criterion) })).entities;
  const within = (condition: string, ...values: string[]) => found({ field: 'container', condition, values });

  before(() =>
    writeAllSearchable([
      ...[top, middle, low, beside].map((urn) => proposal(urn, 'containerProperties', { name: own(), customProperties: {} })),
      lies(middle, top),
      lies(low, middle),
      lies(beside, top),
      lies(inTop, top),
      lies(inMiddle, middle),
      lies(inLow, low),
      lies(inBeside, beside),
    ]),
  );

  it('DESCENDANTS_INCL is the URN and all below it, ANCESTORS_INCL all above it, RELATED_INCL both', async () => {
    expect(await within('DESCENDANTS_INCL', middle)).to.have.members([inMiddle, inLow]);
    expect(await within('DESCENDANTS_INCL', top)).to.have.members([inTop, inMiddle, inLow, inBeside]);
    expect(await within('ANCESTORS_INCL', middle)).to.have.members([inMiddle, inTop]);
    expect(await within('RELATED_INCL', middle)).to.have.members([inTop, inMiddle, inLow]);
    expect(await within('EQUAL', middle)).to.deep.equal([inMiddle]);
  });

  it('several values match any of them; `negated` inverts; an unknown URN matches only itself', async () => {
    expect(await within('DESCENDANTS_INCL', low, beside)).to.have.members([inLow, inBeside]);
    expect(await found({ field: 'container', condition: 'DESCENDANTS_INCL', values: [middle], negated: true })).to.have.members([inTop, inBeside]);
    expect(await within('RELATED_INCL', urns.container(own()))).to.deep.equal([]);
  });

  it('autocomplete, browse and search across lineage accept them too', async () => {
    const root = own();
    const name = own('name');
    const urn = urns.dataset(own());
    await writeAllSearchable([
      lies(urn, low),
      proposal(urn, 'datasetProperties', { name, customProperties: {} }),
      proposal(urn, 'browsePaths', { paths: [`/${root}/x`] }),
      proposal(inTop, 'upstreamLineage', upstreams(urn)),
    ]);
    const filter = (value: string) => where({ field: 'container', condition: 'DESCENDANTS_INCL', values: [value] });
    expect((await autocomplete({ query: name, filter: filter(top) })).suggestions).to.deep.equal([name]);
    expect((await autocomplete({ query: name, filter: filter(beside) })).suggestions).to.deep.equal([]);
    expect((await browse({ path: `/${root}`, filter: filter(middle) })).entities).to.have.length(1);
    expect((await browse({ path: `/${root}`, filter: filter(beside) })).entities).to.have.length(0);
    const across = async (value: string) =>
      (await action<{ numEntities: number }>('searchAcrossLineage', { urn: inTop, direction: 'UPSTREAM', filter: filter(value) })).body.value
        .numEntities;
    expect([await across(middle), await across(beside)]).to.deep.equal([1, 0]);
  });

  it('domains and glossary nodes have hierarchies', async () => {
    const [one, two] = [urns.of('domain', own()), urns.of('domain', own())];
    const [node, below] = [urns.of('glossaryNode', own()), urns.of('glossaryNode', own())];
    const [urn, term] = [urns.dataset(own()), urns.term(own())];
    await writeAllSearchable([
      proposal(one, 'domainProperties', { name: 'one', parentDomain: two, customProperties: {} }),
      proposal(two, 'domainProperties', { name: 'two', customProperties: {} }),
      proposal(urn, 'domains', { domains: [one] }),
      proposal(below, 'glossaryNodeInfo', { definition: '', parentNode: node, customProperties: {} }),
      proposal(term, 'glossaryTermInfo', { definition: '', termSource: 'INTERNAL', parentNode: below, customProperties: {} }),
    ]);
    const hits = async (entity: string, field: string, condition: string, value: string) =>
      (await search({ entity, filter: where({ field, condition, values: [value] }) })).entities;
    expect(await hits('dataset', 'domains', 'DESCENDANTS_INCL', two)).to.deep.equal([urn]);
    expect(await hits('dataset', 'domains', 'ANCESTORS_INCL', two)).to.deep.equal([]);
    expect(await hits('glossaryTerm', 'parentNode', 'DESCENDANTS_INCL', node)).to.deep.equal([term]);
    expect(await hits('glossaryTerm', 'parentNode', 'ANCESTORS_INCL', node)).to.deep.equal([]);
  });
});

describe('Filter fields that stand for several (docs/semantics.md 9.4)', () => {
  const platform = own();
  const dataset = (name: string) => urns.dataset(name, platform);
  const [plain, field, edited, bare] = ['plain', 'field', 'edited', 'bare'].map(dataset) as [string, string, string, string];
  const [tag, term] = [urns.tag(own()), urns.term(own())];
  const mine = { field: 'platform', values: [urns.platform(platform)] };
  const terms = { terms: [{ urn: term }], auditStamp: stamp() };
  const found = async (criterion: Criterion): Promise<string[]> => (await search({ filter: where(mine, criterion) })).entities.sort();
  const schemaField = (more: object) => ({
    fieldPath: 'f',
    description: 'about the field',
    nativeDataType: 'string',
    type: { type: { 'com.svc.schema.StringType': {} } },
    nullable: true,
    isPartOfKey: false,
    recursive: false,
    ...more,
  });

  before(() =>
    writeAllSearchable([
      proposal(plain, 'globalTags', tags(tag)),
      proposal(plain, 'glossaryTerms', terms),
      proposal(plain, 'datasetProperties', { description: 'Told by the source', customProperties: {} }),
      proposal(plain, 'subTypes', { typeNames: ['View'] }),
      proposal(field, 'schemaMetadata', {
        schemaName: 's',
        platform: urns.platform(platform),
        version: 0,
        hash: '',
        platformSchema: { 'com.svc.schema.Schemaless': {} },
        fields: [schemaField({ globalTags: tags(tag), glossaryTerms: terms })],
      }),
      proposal(edited, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: [{ fieldPath: 'f', description: 'edited words', globalTags: tags(tag), glossaryTerms: terms }],
      }),
      proposal(edited, 'editableDatasetProperties', { description: 'Told by a steward' }),
      proposal(bare, 'status', status(false)),
    ]),
  );

  const cases: [string, Criterion, string[]][] = [
    ['tags looks at the tags of fields, edited ones too', { field: 'tags', values: [tag] }, [plain, field, edited]],
    ['fieldTags looks at edited ones too', { field: 'fieldTags', values: [tag] }, [field, edited]],
    ['editedFieldTags is only itself', { field: 'editedFieldTags', values: [tag] }, [edited]],
    ['glossaryTerms looks at the terms of fields', { field: 'glossaryTerms', values: [term] }, [plain, field, edited]],
    ['fieldGlossaryTerms looks at edited ones too', { field: 'fieldGlossaryTerms', values: [term] }, [field, edited]],
    ['fieldDescriptions looks at edited ones too', { field: 'fieldDescriptions', condition: 'EXISTS' }, [field, edited]],
    ['description looks at the edited one', { field: 'description', condition: 'START_WITH', values: ['told'] }, [plain, edited]],
    ['tags is null where none of them has a value', { field: 'tags', condition: 'IS_NULL' }, [bare]],
    ['tags exists where any of them has a value', { field: 'tags', condition: 'EXISTS' }, [plain, field, edited]],
    ['negated, none of them has the value', { field: 'tags', values: [tag], negated: true }, [bare]],
    ['env is origin', { field: 'env', values: ['PROD'] }, [plain, field, edited, bare]],
    ['origin is env', { field: 'origin', values: ['DEV'] }, []],
    ['_entityType as in URNs, in any case', { field: '_entityType', values: ['DataSet'] }, [plain, field, edited, bare]],
    ['entity is its older name', { field: 'entity', values: ['DATASET'] }, [plain, field, edited, bare]],
    ['another type has none of them', { field: '_entityType', values: ['DATA_JOB'] }, []],
    ['type and sub type together', { field: '_entityType␞typeNames', values: ['dataset␞View'] }, [plain]],
    ['type and sub type with the constant of GraphQL', { field: '_entityType␞typeNames', values: ['DATASET␞View', 'CHART'] }, [plain]],
    ['type and sub type negated', { field: '_entityType␞typeNames', values: ['dataset␞View'], negated: true }, [field, edited, bare]],
    ['urn is the URN, compared as a whole', { field: 'urn', values: [plain, `${bare} `] }, [plain]],
    ['urn by its end, in any case', { field: 'urn', condition: 'END_WITH', values: ['BARE,prod)'] }, [bare]],
    ['removed: false is what is active', { field: 'removed', values: ['false'] }, [plain, field, edited, bare]],
    ['IS_NULL negated is EXISTS', { field: 'typeNames', condition: 'IS_NULL', negated: true }, [plain]],
  ];
  for (const [title, criterion, expected] of cases) {
    it(title, async () => expect(await found(criterion)).to.deep.equal([...expected].sort()));
  }

  it('a filter with `removed` anywhere in it finds soft-deleted entities', async () => {
    const gone = dataset('gone');
    await writeAllSearchable([proposal(gone, 'status', status(true))]);
    expect(await found({ field: 'removed', values: ['true'] })).to.deep.equal([gone]);
    expect(await found({ field: 'removed', values: ['true', 'false'] }))
      .to.include(gone)
      .and.include(bare);
    const either = { or: [{ and: [mine, { field: 'removed', values: ['true'] }] }, { and: [mine, { field: 'urn', values: [bare] }] }] };
    expect((await search({ filter: either })).entities).to.have.members([gone, bare]);
    expect(await found({ field: 'urn', values: [gone] })).to.deep.equal([]);
  });

  it('an unknown condition is refused, and the error lists the known ones', async () => {
    const filter = where({ field: 'container', condition: 'BELOW', values: ['x'] });
    expectRefusal(await action('search', { input: '*', entity: 'dataset', filter }), 400, 'DESCENDANTS_INCL');
  });
});
