/**
 * A small catalog in two halves: what the readers of a test see is called `plain`, and what is hidden from them `cloaked`. Nothing is called `missing`,
 * so a request about something hidden becomes one about something that does not exist by one replacement.
 */
import { description, ownership, schemaMetadata, stamp, tags, upstreams, urns } from '../make.ts';
import type { Value, Write } from '../sight/writes.ts';

export const HIDDEN = 'cloaked';
export const SEEN = 'plain';
export const ABSENT = 'missing';

const DAY = 20_717 * 86_400_000;
const terms = (...list: string[]) => ({ terms: list.map((urn) => ({ urn })), auditStamp: stamp() });

/** Something of each type that requests name most, with what refers to it. */
export function half(word: string): Write[] {
  const [table, other] = [urns.dataset(word), urns.dataset(`${word}_other`)];
  const [domain, tag, term, user] = [urns.of('domain', word), urns.tag(word), urns.term(word), urns.user(word)];
  const [flow, job, box] = [urns.flow(word), urns.job(urns.flow(word), word), urns.container(word)];
  const property = urns.of('structuredProperty', `${word}.unit`);
  const [text, asset] = [urns.of('dataType', 'svc.string'), urns.of('entityType', 'svc.dataset')];
  const prompt = { id: word, title: word, type: 'STRUCTURED_PROPERTY', structuredPropertyParams: { urn: property }, required: true };
  const about = { created: stamp(), lastModified: stamp() };
  const change = { created: stamp(), lastModified: stamp() };
  const write = (urn: string, aspect: string, value: Value): Write => ({ urn, aspect, value });
  const inDomain = (urn: string): Write[] => [
    write(urn, 'domains', { domains: [domain] }),
    write(urn, 'ownership', ownership(user)),
    write(urn, 'globalTags', tags(tag)),
  ];
  return [
    write(domain, 'domainProperties', { name: word }),
    write(tag, 'tagProperties', { name: word }),
    write(urns.of('glossaryNode', word), 'glossaryNodeInfo', { name: word, definition: '' }),
    write(term, 'glossaryTermInfo', { name: word, definition: '', termSource: 'INTERNAL', parentNode: urns.of('glossaryNode', word) }),
    write(user, 'corpUserInfo', { active: true, displayName: word }),
    write(urns.group(word), 'corpGroupInfo', { displayName: word, admins: [], members: [user], groups: [] }),
    write(box, 'containerProperties', { name: word }),
    write(property, 'propertyDefinition', { qualifiedName: `${word}.unit`, valueType: text, entityTypes: [asset] }),
    ...[table, other].flatMap((urn) => [
      write(urn, 'datasetProperties', { ...description(`about ${word}`), name: word }),
      write(urn, 'schemaMetadata', schemaMetadata(['id', 'mail'])),
      write(urn, 'container', { container: box }),
      write(urn, 'browsePathsV2', { path: [{ id: word }] }),
      write(urn, 'structuredProperties', { properties: [{ propertyUrn: property, values: [{ string: word }] }] }),
      ...inDomain(urn),
    ]),
    write(other, 'upstreamLineage', {
      ...upstreams(table),
      fineGrainedLineages: [
        { upstreamType: 'FIELD_SET', upstreams: [urns.column(table, 'id')], downstreamType: 'FIELD', downstreams: [urns.column(other, 'id')] },
      ],
    }),
    write(table, 'glossaryTerms', terms(term)),
    write(table, 'datasetProfile', { timestampMillis: DAY, rowCount: 7, columnCount: 2 }),
    write(urns.column(table, 'id'), 'documentation', { documentations: [{ documentation: word }] }),
    write(urns.chart(word), 'chartInfo', { title: word, description: word, lastModified: change, inputs: [{ string: table }] }),
    ...inDomain(urns.chart(word)),
    write(urns.dashboard(word), 'dashboardInfo', { title: word, description: word, lastModified: change, charts: [urns.chart(word)] }),
    ...inDomain(urns.dashboard(word)),
    write(flow, 'dataFlowInfo', { name: word }),
    ...inDomain(flow),
    write(job, 'dataJobInfo', { name: word, type: { string: 'SQL' } }),
    write(job, 'dataJobInputOutput', { inputDatasets: [table], outputDatasets: [other] }),
    ...inDomain(job),
    write(urns.of('dataProduct', word), 'dataProductProperties', { name: word, assets: [{ destinationUrn: table }] }),
    ...inDomain(urns.of('dataProduct', word)),
    write(urns.of('query', word), 'queryProperties', { statement: { value: 'select 1', language: 'SQL' }, source: 'MANUAL', ...about }),
    write(urns.of('query', word), 'querySubjects', { subjects: [{ entity: table }] }),
    write(urns.of('assertion', word), 'assertionInfo', {
      type: 'DATASET',
      datasetAssertion: { dataset: table, scope: 'DATASET_ROWS', operator: 'BETWEEN' },
    }),
    write(urns.of('incident', word), 'incidentInfo', {
      ...{ type: 'OPERATIONAL', title: word, entities: [table], created: stamp() },
      ...{ status: { state: 'ACTIVE', lastUpdated: stamp() }, source: { type: 'MANUAL' } },
    }),
    write(urns.of('document', word), 'documentInfo', { title: word, status: { state: 'PUBLISHED' }, contents: { text: word }, ...about }),
    write(urns.of('form', word), 'formInfo', { name: word, type: 'COMPLETION', prompts: [prompt] }),
    write(urns.of('businessAttribute', word), 'businessAttributeInfo', { fieldPath: word, name: word, ...about }),
    write(urns.of('application', word), 'applicationProperties', { name: word }),
    write(urns.of('ownershipType', word), 'ownershipTypeInfo', { name: word, ...about }),
  ];
}
