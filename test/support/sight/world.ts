/**
 * Random catalogs: the demo with other owners, domains, tags and containers, random policies, a reader, and changes of all this. What the reader
 * sees names nothing that is hidden from the reader: such values stay as they are (docs/access.md 6), and have tests of their own.
 */
import { createHash } from 'node:crypto';
import { pointOf } from '../../../src/demo/daily-points.ts';
import { readDemo } from '../../../src/demo/read-demo.ts';
import { loadModel } from '../../../src/model/load.ts';
import { typeOf, urns } from '../make.ts';
import type { Random } from '../random.ts';
import { columnPolicy, makeColumns } from './make-columns.ts';
import { type Reading, readBy } from './oracle.ts';
import { ASSETS, base, criterion, FORMER, GROUP, INSTANCES, READER, randomPolicy } from './policies.ts';
import { isOfHidden, namedOf, strip } from './strip.ts';
import { factsOf, type Value, type Write } from './writes.ts';

export const SECRET = `cairn_${'r'.repeat(43)}`;
const TOKEN = urns.of('dataHubAccessToken', createHash('sha256').update(SECRET).digest('hex'));
/** The state of the world that is compared: after the first writes, and after the changes. */
export interface Phase extends Reading {
  /** How many of the writes have been done. */
  readonly writes: number;
}
export interface World {
  readonly writes: readonly Write[];
  readonly phases: readonly [Phase, Phase];
  /** Does the reader see all columns of what is seen, by a policy about everything? */
  readonly seesColumns: boolean;
  /** Every policy that was made for it, for the message of a failure. */
  readonly policies: readonly Value[];
}

/** Types of what assets name. A reader sees each of them or, now and then, not. */
const VOCABULARY = [
  'tag',
  'corpuser',
  'corpGroup',
  'domain',
  'glossaryTerm',
  'glossaryNode',
  'container',
  'structuredProperty',
  'query',
  'assertion',
  'dataPlatformInstance',
];
/** A midnight. */
const DAY = 20_717 * 86_400_000;
const stamp = { time: 1_600_000_000_000, actor: urns.user('etl') };

let demo: readonly Write[] | undefined;

/** The demo, each value once. */
function demoWrites(): readonly Write[] {
  demo ??= readDemo(loadModel('svc', undefined)).flatMap(({ urn, steps, daily, points }): Write[] => [
    ...steps.flatMap(({ aspects }) => Object.entries(aspects).map(([aspect, value]) => ({ urn: urn.text, aspect, value: value as Value }))),
    ...Object.entries(daily).flatMap(([aspect, form]) =>
      [0, 1].map((day) => ({ urn: urn.text, aspect, value: pointOf(form, DAY + day * 86_400_000) })),
    ),
    ...Object.entries(points).flatMap(([aspect, list]) => list.map((value) => ({ urn: urn.text, aspect, value }))),
  ]);
  return demo;
}

/** What is in both stores before anything is written, as far as the oracle needs it. */
export type Seeds = readonly Write[];

export function makeWorld(random: Random, seeds: Seeds): World {
  const seesColumns = random.below(4) === 0;
  for (;;) {
    const world = tryWorld(random, seeds, seesColumns);
    // A world in which there is nothing to see, or nothing to hide, or policies are seen, which name people and entities, shows little.
    if (world) return world;
  }
}

function tryWorld(random: Random, seeds: Seeds, seesColumns: boolean): World | undefined {
  const data = assets(random);
  // Columns that are stored search finds for who sees all (docs/access.md 6).
  const columns = makeColumns(random, data, !seesColumns);
  const first = [...data, ...columns.first(), ...reader(random)];
  const policies = [hidden(), ...policiesOf(random, first), ...ofColumns(random, first, seesColumns)];
  const changes = [...changesOf(random, first, policies), ...columns.changes()];
  // Before the changes, and the changes.
  let parts = [[...first, ...policies], changes];
  // Those that are nowhere, too: nobody sees them in the one store, and everybody in the other.
  const named = namedOf(new Set([...seeds, ...demoWrites(), ...parts.flat()].map(({ urn }) => urn).filter((urn) => typeOf(urn) !== 'schemaField')));
  for (let round = 0; round < 20; round++) {
    const [writes, length] = [parts.flat(), parts[0]?.length ?? 0];
    const read = [length, writes.length].map((end) => readBy(READER, factsOf([...seeds, ...writes.slice(0, end)]))) as [Reading, Reading];
    const seen = read.map((each) => each.seen);
    const stripped = parts.map((part) => part.filter(({ urn }) => !isOfHidden(urn, seen, named)).map((write) => strip(write, read, named)));
    const all = stripped.flat();
    if (all.length === writes.length && all.every((write, at) => write === writes[at])) {
      if (seen.some((each) => isDull(each, writes))) return undefined;
      if (!seesColumns && read.every((each) => each.columns.filter((column) => each.seen.has(tableOf(column))).length < 6)) return undefined;
      const stored = columnsOf(writes, seen);
      return {
        writes: [...stored, ...writes],
        phases: [
          { ...read[0], writes: stored.length + length },
          { ...read[1], writes: stored.length + writes.length },
        ],
        seesColumns,
        policies: writes.filter(({ aspect }) => aspect === 'dataHubPolicyInfo').map(({ value }) => value),
      };
    }
    parts = stripped;
  }
  return undefined;
}

const tableOf = (column: string): string => column.slice(column.indexOf('(') + 1, column.lastIndexOf(','));

/** Columns that are stored, of tables that are never seen: search finds no others for who sees all (docs/access.md 6). */
function columnsOf(writes: readonly Write[], phases: readonly ReadonlySet<string>[]): Write[] {
  const hidden = new Set(writes.map(({ urn }) => urn).filter((urn) => typeOf(urn) === 'dataset' && !phases.some((seen) => seen.has(urn))));
  return [...hidden]
    .slice(0, 8)
    .map((urn) => ({ urn: urns.column(urn, 'order_id'), aspect: 'documentation', value: { documentations: [{ documentation: 'orders' }] } }));
}

function isDull(seen: ReadonlySet<string>, writes: readonly Write[]): boolean {
  const all = new Set(writes.map(({ urn }) => urn).filter((urn) => ASSETS.includes(typeOf(urn))));
  const count = [...all].filter((urn) => seen.has(urn)).length;
  return count < all.size / 8 || count > (all.size * 7) / 8 || [...seen].some((urn) => typeOf(urn) === 'dataHubPolicy');
}

function assets(random: Random): Write[] {
  const some = demoWrites();
  const entities = [...new Set(some.map(({ urn }) => urn))];
  const of = (type: string): string[] => entities.filter((urn) => typeOf(urn) === type);
  const more: Write[] = [];
  for (const urn of entities.filter((each) => ASSETS.includes(typeOf(each)))) {
    const put = (aspect: string, value: Value): void => void more.push({ urn, aspect, value });
    if (random.below(3) === 0 && typeOf(urn) !== 'dataPlatform') put('domains', { domains: [random.of(of('domain'))] });
    if (random.below(3) === 0 && typeOf(urn) !== 'document') put('globalTags', { tags: [{ tag: random.of(of('tag')) }] });
    if (random.below(3) === 0)
      put('ownership', {
        owners: [{ owner: random.of([READER, GROUP, ...of('corpuser'), ...of('corpGroup')]), type: random.of(['DATAOWNER', 'TECHNICAL_OWNER']) }],
        lastModified: stamp,
      });
    if (['dataset', 'chart', 'dashboard'].includes(typeOf(urn))) {
      if (random.below(3) === 0) put('container', { container: random.of(of('container')) });
      if (random.below(4) === 0) {
        const platform = urns.platform(random.of(['hive', 'snowflake']));
        put('dataPlatformInstance', { platform, instance: random.of(INSTANCES.filter((each) => each.includes(platform))) });
      }
    }
    // Twins: the same words, in another place.
    if (typeOf(urn) === 'dataset' && random.below(3) === 0) {
      const twin = urn.replace(/,(PROD|DEV)\)$/, `_${random.of(['copy', 'old', 'eu'])},$1)`);
      for (const each of some.filter((write) => write.urn === urn && !['domains', 'globalTags', 'ownership'].includes(write.aspect)))
        more.push({ ...each, urn: twin });
      more.push({ urn: twin, aspect: 'domains', value: { domains: [random.of(of('domain'))] } });
    }
    if (random.below(15) === 0) put('status', { removed: true });
  }
  // Some are offered as filters, and one may be soft-deleted.
  for (const urn of of('structuredProperty')) {
    more.push({ urn, aspect: 'structuredPropertySettings', value: { showInSearchFilters: random.below(3) > 0 } });
    if (random.below(8) === 0) more.push({ urn, aspect: 'status', value: { removed: true } });
  }
  const instances = INSTANCES.map((urn) => ({ urn, aspect: 'dataPlatformInstanceProperties', value: { name: 'Instance' } }));
  return [...some.filter(() => random.below(25) > 0), ...instances, ...more];
}

function reader(random: Random): Write[] {
  const native = random.below(2) === 0;
  return [
    { urn: GROUP, aspect: 'corpGroupInfo', value: { displayName: 'Readers', admins: [], members: [], groups: [] } },
    { urn: FORMER, aspect: 'corpGroupInfo', value: { displayName: 'Former', admins: [], members: [], groups: [] } },
    { urn: FORMER, aspect: 'status', value: { removed: true } },
    { urn: READER, aspect: 'corpUserInfo', value: { active: true, displayName: 'Rhea' } },
    {
      urn: READER,
      aspect: native ? 'nativeGroupMembership' : 'groupMembership',
      value: { [native ? 'nativeGroups' : 'groups']: random.below(4) === 0 ? [FORMER] : [GROUP, FORMER] },
    },
    ...(random.below(2) === 0
      ? [{ urn: random.of([READER, GROUP]), aspect: 'roleMembership', value: { roles: [urns.of('dataHubRole', 'Analyst')] } }]
      : []),
    { urn: urns.of('dataHubRole', 'Analyst'), aspect: 'dataHubRoleInfo', value: { name: 'Analyst', description: 'Reads', editable: true } },
    {
      urn: TOKEN,
      aspect: 'dataHubAccessTokenInfo',
      // In use already: the day of the last use is not written once more.
      value: { name: 'proof', type: 'PERSONAL', actorUrn: READER, ownerUrn: READER, createdAt: 4_000_000_000_000, lastUsedAt: 4_000_000_000_000 },
    },
    // Somebody else's.
    {
      urn: urns.of('dataHubAccessToken', 'f'.repeat(64)),
      aspect: 'dataHubAccessTokenInfo',
      value: { name: 'other', type: 'PERSONAL', actorUrn: urns.user('mia'), ownerUrn: urns.user('mia'), createdAt: 4_000_000_000_000 },
    },
  ];
}

const policy = (id: string, value: Value): Write => ({ urn: urns.of('dataHubPolicy', id), aspect: 'dataHubPolicyInfo', value });

/** Not everybody sees everything, but of what is seen everything is read: a store that holds a part has no parts of aspects. */
function hidden(): Write {
  return policy('view-entity-page-all', { ...base, privileges: ['VIEW_ENTITY_QUERIES', 'VIEW_ALL_QUERIES'], actors: { allUsers: true } });
}

function policiesOf(random: Random, writes: readonly Write[]): Write[] {
  const vocabulary = VOCABULARY.filter(() => random.below(5) > 0);
  const types = policy('vocabulary', {
    ...base,
    actors: { users: [READER] },
    resources: { filter: { criteria: [{ field: 'TYPE', values: vocabulary, condition: 'EQUALS' }] } },
  });
  const others = Array.from({ length: 3 + random.below(5) }, (_, at) => policy(`random-${at}`, randomPolicy(random, writes)));
  const manages = random.below(3) === 0;
  const platform = {
    ...base,
    type: 'PLATFORM',
    privileges: [random.of(['MANAGE_TAGS', 'MANAGE_DOMAINS', 'MANAGE_GLOSSARIES'])],
    actors: { users: [READER] },
  };
  return [...(random.below(6) === 0 ? [] : [types]), ...others, ...(manages ? [policy('manages', platform)] : [])];
}

/** Who sees which columns with sensitive tags. */
function ofColumns(random: Random, writes: readonly Write[], all: boolean): Write[] {
  if (all) return [policy('columns', { ...base, privileges: ['VIEW_SENSITIVE_COLUMNS'], actors: { users: [READER] } })];
  const actors = random.of<Value>([{ users: [READER] }, { groups: [GROUP] }, { allUsers: true }, { users: [urns.user('mia')] }]);
  const tables = [...new Set(writes.map(({ urn }) => urn).filter((urn) => typeOf(urn) === 'dataset'))].filter(() => random.below(2) === 0);
  return [
    policy('tables', { ...base, actors: { users: [READER] }, resources: { filter: { criteria: [{ field: 'URN', values: tables }] } } }),
    ...Array.from({ length: random.below(3) }, (_, at) =>
      policy(`columns-${at}`, { ...base, ...columnPolicy(random, actors, () => criterion(random, writes)) }),
    ),
  ];
}

/** Other policies, other groups, other data. */
function changesOf(random: Random, first: readonly Write[], policies: readonly Write[]): Write[] {
  const changes: Write[] = [];
  const some = policies.filter(({ urn }) => urn.includes('random-'));
  changes.push(...(policies.some(({ urn }) => urn.endsWith(':columns')) || random.below(2) === 0 ? [] : ofColumns(random, first, false)));
  for (const each of some) if (random.below(2) === 0) changes.push({ ...each, value: randomPolicy(random, first) });
  const movable = first.filter(
    ({ urn, aspect }) => ASSETS.includes(typeOf(urn)) && ['domains', 'globalTags', 'container', 'ownership'].includes(aspect),
  );
  for (let each = 0; each < 8; each++) {
    const [one, other] = [random.of(movable), random.of(movable)];
    const same = first.filter((write) => write.aspect === one.aspect && ASSETS.includes(typeOf(write.urn)));
    changes.push({ ...one, value: (random.of(same) ?? other).value });
  }
  // Some are gone for good, of these one comes back.
  const gone = Array.from({ length: 4 }, () => random.of(first.filter(({ urn }) => ASSETS.includes(typeOf(urn)))));
  changes.push(...gone.map(({ urn }): Write => ({ urn, aspect: 'status', value: {}, deletes: true })), ...gone.slice(0, 1));
  if (random.below(2) === 0) changes.push({ urn: GROUP, aspect: 'status', value: { removed: random.below(2) === 0 } });
  return changes;
}
