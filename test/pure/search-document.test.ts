import { expect } from 'chai';
import { documentsOf as documentSteps } from '../../src/search/document/document.ts';
import { decode } from '../../src/search/document/encode.ts';
import { sourceValues } from '../../src/search/document/source-values.ts';
import { indexedForms } from '../../src/search/document/stem.ts';
import type { IndexedEntity } from '../../src/search/document/types.ts';
import { model } from '../unit/support/model.ts';

const urn = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,web.WebOrders,PROD)';

/** Does all steps of the building at once, and counts them. */
function built(entity: IndexedEntity): { line: string | undefined; source: string | undefined; steps: number } {
  const work = documentSteps(model, entity);
  for (let steps = 0; ; steps++) {
    const step = work.next();
    if (step.done) return { line: step.value?.document, source: step.value?.source, steps };
  }
}

/** Its search document, with what only its source document has. */
function documentOf(aspects: Record<string, unknown>, removed = false): Record<string, unknown> {
  const { line, source } = built({
    urn,
    removed,
    aspects: Object.entries(aspects).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
  });
  return { ...(JSON.parse(source ?? 'null') as object), ...(JSON.parse(line ?? 'null') as object) };
}

/** Tokens of a field, as Typesense parts them. */
function wordsIn(value: unknown): string[] {
  return [value].flat().flatMap((each) => String(each).split(' '));
}

describe('Search documents are built from latest aspects by x-searchable alone (docs/data-model.md 1.2)', () => {
  it('facets are reversible codes; words come from names and parts of names', () => {
    const document = documentOf({ globalTags: { tags: [{ tag: 'urn:svc:tag:PII' }] }, datasetProperties: { name: 'WebOrders' } });
    expect((document.k_tags as string[]).map(decode)).to.deep.equal(['urn:svc:tag:PII']);
    expect(wordsIn(document.t_name)).to.include('weborders');
    expect(wordsIn(document.t_parts)).to.include.members(['web', 'orders']);
    expect(document.k_hasTags).to.deep.equal(['true']);
    expect(document.k_hasOwners).to.deep.equal(['false']);
  });

  it('stored values are unchanged', () => {
    const document = documentOf({ datasetProperties: { name: 'a`b', customProperties: { team: 'core' } } });
    expect([sourceValues(document, 'name'), sourceValues(document, 'customProperties')]).to.deep.equal([['a`b'], ['team=core']]);
  });

  it('many values are compressed', () => {
    const description = 'words and more words '.repeat(200);
    const document = documentOf({ datasetProperties: { description } });
    expect(String(document.written).length).to.be.lessThan(description.length / 4);
    expect(sourceValues(document, 'description')).to.deep.equal([description]);
  });

  it('words of long lists have a field of their own and are nowhere else; what camel case hides in them is found', () => {
    const fields = ['order_id', 'customerName'].map((fieldPath) => ({ fieldPath, description: 'about a column' }));
    const document = documentOf({ schemaMetadata: { fields }, datasetProperties: { name: 'T' } });
    expect(document.w_fieldPaths).to.deep.equal(['order id customername']);
    expect(document.w_fieldDescriptions).to.deep.equal(['about a column']);
    expect(wordsIn(document.t_cut)).to.have.members(['customer', 'name', ...indexedForms('customername')]);
    for (const field of ['t_text', 'w_', 't_prefix']) expect(wordsIn(document[field]), field).to.not.include.members(['customername']);
  });

  it('half of a surrogate pair does no harm: as text, as an escape, and at the end of a prefix', () => {
    const names = ['a\ud800b', 'a\\ud800b', 'a\\\ud800b', '𝒳𝒴𝒵'];
    for (const name of names) {
      const document = documentOf({ datasetProperties: { name } });
      expect(JSON.stringify(document), name).not.to.match(/(?<!\\)(\\\\)*\\ud[89a-f]/);
    }
    expect(wordsIn(documentOf({ datasetProperties: { name: 'a\\ud800b' } }).t_name)).to.include.members(['a', 'ud800b']);
  });

  it('several aspects contribute to one field; computed fields contain counts', () => {
    const document = documentOf({ datasetProperties: { description: 'one' }, upstreamLineage: { upstreams: [{ dataset: urn, type: 'COPY' }] } });
    expect(document.k_hasDescription).to.deep.equal(['true']);
    expect(document.k_hasUpstreams).to.deep.equal(['true']);
  });

  it('soft-deleted entities are not live; a deprecated one ranks lower', () => {
    expect(documentOf({}, true)).not.to.have.property('live');
    expect(documentOf({})).to.include({ live: 'dataset', rank: 1 });
    expect(documentOf({ deprecation: { deprecated: true } }).rank).to.equal(0.5);
  });

  it('an unreadable or unknown aspect is left out; a URN that the model does not know has no document', () => {
    const aspects = [
      { name: 'datasetProperties', value: '{' },
      { name: 'chartInfo', value: '{"title":"x"}' },
    ];
    expect(JSON.parse(built({ urn, removed: false, aspects }).line ?? 'null')).not.to.have.property('h_title');
    expect(built({ urn: 'urn:svc:nothing:x', removed: false, aspects: [] }).line).to.equal(undefined);
  });
});
