/**
 * A file of proposals that has everything in it: all change types, all kinds of aspects and edges, conditions, runs, points, and what is
 * refused. A seed determines it, so two stores can get the same.
 */
import { deletion, ownership, proposal, schemaMetadata, stamp, status, tags, upstreams, urns } from '../../support/make.ts';
import { makeRandom, type Random } from '../../support/random.ts';

const NAMES = Array.from({ length: 12 }, (_, index) => `${['shop', 'crm', 'core'][index % 3]}.zone${index % 2}.table${index}`);
const DATASETS = [...NAMES.map((name) => urns.dataset(name)), ...NAMES.slice(0, 4).map((name) => urns.dataset(name.replaceAll('.', '/'), 'files'))];
const CONTAINERS = ['outer', 'middle', 'inner', 'aside'].map((id) => urns.container(id));
const PROPERTIES = ['cost', 'tier', 'owner.team'].map((id) => urns.of('structuredProperty', id));
const USERS = ['ada', 'ben'].map(urns.user);
const TAGS = ['pii', 'gold', 'old'].map(urns.tag);
const DASHBOARD = urns.dashboard('sales');
const CHARTS = ['one', 'two'].map((id) => urns.chart(id));
const FIELDS = ['id', 'name', 'amount'];
const RUNS = ['nightly', 'hourly', 'with a\nline break and a \u0001 quote'];
const TEXTS = ['plain', '', ' blanks ', 'line\nbreak, "quotes" \\ and \ttabs', '\u0001\u0002\u0003 control', 'ünï ☃ 🎉', 'x'.repeat(5000), 'null'];

const dataType = (name: string): string => urns.of('dataType', `svc.${name}`);

/** A subset, perhaps an empty one. */
function some<Item>(random: Random, items: readonly Item[]): Item[] {
  return items.filter(() => random.below(3) === 0);
}

function lineageOf(random: Random, urn: string): unknown {
  const from = some(random, DATASETS);
  const fine = from.slice(0, 2).map((source) => ({
    upstreamType: 'FIELD_SET',
    downstreamType: 'FIELD',
    upstreams: some(random, [...FIELDS, 'unknown']).map((field) => urns.column(source, field)),
    downstreams: [urns.column(urn, random.of(FIELDS))],
  }));
  const plain = upstreams(...from).upstreams.map((each) => ({ ...each, auditStamp: stamp(random.of(USERS), 1_600_000_000_000 + random.below(3)) }));
  return { upstreams: plain, fineGrainedLineages: fine };
}

function definition(random: Random, urn: string): unknown {
  return {
    qualifiedName: urn.slice(urn.lastIndexOf(':') + 1),
    valueType: dataType(random.below(6) === 0 ? 'number' : 'string'),
    entityTypes: [urns.of('entityType', 'svc.dataset')],
    description: random.of(TEXTS),
  };
}

type Make = (random: Random) => unknown;

/** The aspects, each with what it may be written to. */
const WRITES: readonly (readonly [aspect: string, urns: readonly string[], value: (random: Random, urn: string) => unknown])[] = [
  ['datasetProperties', DATASETS, (random) => ({ description: random.of(TEXTS), customProperties: { [random.of(['a', 'b'])]: random.of(TEXTS) } })],
  ['status', DATASETS, (random) => status(random.below(2) === 0)],
  ['ownership', [...DATASETS, DASHBOARD], (random) => ownership(...some(random, USERS))],
  ['globalTags', [...DATASETS, ...CHARTS], (random) => tags(...some(random, TAGS))],
  ['upstreamLineage', DATASETS, lineageOf],
  ['schemaMetadata', DATASETS, (random) => schemaMetadata(some(random, FIELDS), { version: random.below(3) })],
  ['container', [...DATASETS, ...CONTAINERS], (random) => ({ container: random.of(CONTAINERS) })],
  ['containerProperties', CONTAINERS, (random) => ({ name: random.of(TEXTS) })],
  [
    'dashboardInfo',
    [DASHBOARD],
    (random) => ({
      title: 'Sales',
      description: random.of(TEXTS),
      lastModified: { created: stamp(), lastModified: stamp() },
      chartEdges: some(random, CHARTS).map((destinationUrn) => ({
        destinationUrn,
        created: stamp(random.of(USERS), 1_600_000_000_000 + random.below(3)),
        properties: { why: random.of(['a', 'b']) },
      })),
    }),
  ],
  ['propertyDefinition', PROPERTIES, definition],
  ['structuredPropertySettings', PROPERTIES, (random) => ({ showAsAssetBadge: random.below(2) === 0 })],
  [
    'structuredProperties',
    DATASETS,
    (random) => ({ properties: some(random, PROPERTIES).map((propertyUrn) => ({ propertyUrn, values: [{ string: random.of(['high', 'low']) }] })) }),
  ],
  [
    'datasetProfile',
    DATASETS,
    (random) => ({
      timestampMillis: 1_700_000_000_000 + random.below(5),
      rowCount: random.below(100),
      ...(random.below(3) === 0 && { partitionSpec: { partition: `part ${random.below(2)}`, type: 'PARTITION' } }),
    }),
  ],
  [
    'dataPlatformInfo',
    [urns.platform('files')],
    (random) => ({ name: 'files', type: 'OTHERS', datasetNameDelimiter: random.of(['/', '.']), displayName: random.of(TEXTS) }),
  ],
  ['dataPlatformInstanceProperties', [urns.of('dataPlatformInstance', `(${urns.platform('hive')},shop)`)], () => ({ name: 'shop' })],
  ['corpUserInfo', USERS, (random) => ({ active: true, displayName: random.of(['Ada', 'Ben']) })],
];

const PATCHES: readonly Make[] = [
  (random) => ({ op: 'add', path: `/tags/${random.of(TAGS)}`, value: { tag: random.of(TAGS) } }),
  (random) => ({ op: 'remove', path: `/tags/${random.of(TAGS)}` }),
];

/** What no server takes. */
const WRONG: readonly Make[] = [
  () => '{"proposal": {',
  () => '[1]',
  (random) => proposal(random.of(DATASETS), 'datasetProperties', { description: 7 }),
  (random) => proposal(random.of(DATASETS), 'chartInfo', {}),
  (random) =>
    proposal(random.of(DATASETS), 'structuredProperties', { properties: [{ propertyUrn: urns.of('structuredProperty', 'nowhere'), values: [] }] }),
  (random) => proposal('urn:nothing', 'status', status(false), { entityType: random.of(['dataset', 'nothing']) }),
  (random) => proposal(random.of(DATASETS), 'status', status(false), { systemMetadata: { lastObserved: 'soon' } }),
  (random) => proposal(random.of(DATASETS), 'datasetProperties', '{"description": 12345678901234567890}'),
  () => ({ proposal: 'text' }),
];

function written(random: Random): unknown {
  const [aspect, on, make] = random.of(WRITES);
  const urn = random.of(on);
  const value = make(random, urn);
  const changeType = random.of(['UPSERT', 'UPSERT', 'UPSERT', 'UPSERT', 'UPDATE', 'CREATE', 'CREATE_ENTITY', 'RESTATE']);
  const headers =
    random.below(8) === 0 ? { 'If-None-Match': '*' } : random.below(8) === 0 ? { 'If-Version-Match': String(random.below(4) - 1) } : undefined;
  return proposal(urn, aspect, random.below(4) === 0 ? JSON.stringify(value, null, 2) : value, {
    changeType,
    ...(random.below(2) === 0 && { systemMetadata: { runId: random.of(RUNS), ...(random.below(2) === 0 && { lastObserved: 1_650_000_000_000 }) } }),
    ...(headers && { headers }),
    ...(random.below(10) === 0 && { auditHeader: null }),
  });
}

function patched(random: Random): unknown {
  const patch = [random.of(PATCHES)(random)];
  return proposal(random.of(DATASETS), 'globalTags', patch, { changeType: 'PATCH' });
}

/** No definitions: the server removes their values some time later, between other writes. */
function deleted(random: Random): unknown {
  const [aspect, on] = random.of(WRITES.filter(([name]) => name !== 'propertyDefinition'));
  return deletion(random.of(on), aspect);
}

/** Deletes a whole entity. */
function erased(random: Random): unknown {
  const urn = random.of([...DATASETS, ...CONTAINERS]);
  return { entityType: urn.split(':')[2], entityUrn: urn, changeType: 'DELETE' };
}

/**
 * @param count of lines that are JSON objects; others stand between them
 * @param erases does it delete whole entities too?
 */
export function mixedProposals(seed: number, count: number, erases: boolean): string {
  const random = makeRandom(seed);
  const lines: string[] = [];
  for (let objects = 0; objects < count; ) {
    const made = one(random, erases);
    if (typeof made !== 'string') objects++;
    const wrapped = typeof made === 'object' && made !== null && !('proposal' in made) && random.below(2) === 0 ? { proposal: made } : made;
    lines.push(typeof wrapped === 'string' ? wrapped : JSON.stringify(wrapped));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function one(random: Random, erases: boolean): unknown {
  const dice = random.below(100);
  if (dice < 78) return written(random);
  if (dice < 84) return patched(random);
  if (dice < 92) return deleted(random);
  return dice < 97 || !erases ? random.of(WRONG)(random) : erased(random);
}

/** A property that ends while it has values, which the server removes afterwards. */
export function endedProperty(): string {
  const [urn, dataset] = [urns.of('structuredProperty', 'ended'), urns.dataset('with.an.ended.property')];
  const lines = [
    proposal(urn, 'propertyDefinition', {
      qualifiedName: 'ended',
      valueType: dataType('string'),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
    }),
    proposal(dataset, 'structuredProperties', { properties: [{ propertyUrn: urn, values: [{ string: 'high' }] }] }),
    deletion(urn, 'propertyDefinition'),
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
