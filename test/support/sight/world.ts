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
import { factsOf, listAt, seenBy, type Value, type Write } from './oracle.ts';
import { ASSETS, base, FORMER, GROUP, INSTANCES, READER, randomPolicy } from './policies.ts';

export const SECRET = `cairn_${'r'.repeat(43)}`;
const TOKEN = urns.of('dataHubAccessToken', createHash('sha256').update(SECRET).digest('hex'));
/** The state of the world that is compared: after the first writes, and after the changes. */
export interface Phase {
  /** How many of the writes have been done. */
  readonly writes: number;
  readonly seen: ReadonlySet<string>;
}
export interface World {
  readonly writes: readonly Write[];
  readonly phases: readonly [Phase, Phase];
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
  for (;;) {
    const world = tryWorld(random, seeds);
    // A world in which there is nothing to see, or nothing to hide, or policies are seen, which name people and entities, shows little.
    if (world) return world;
  }
}

function tryWorld(random: Random, seeds: Seeds): World | undefined {
  const first = [...assets(random), ...reader(random)];
  const policies = [hidden(), ...policiesOf(random, first)];
  const changes = changesOf(random, first, policies);
  // Before the changes, and the changes.
  let parts = [[...first, ...policies], changes];
  // Those that are nowhere, too: nobody sees them in the one store, and everybody in the other.
  const named = namedOf(new Set([...seeds, ...demoWrites(), ...parts.flat()].map(({ urn }) => urn)));
  for (let round = 0; round < 20; round++) {
    const [writes, length] = [parts.flat(), parts[0]?.length ?? 0];
    const seen = [length, writes.length].map((end) => seenBy(READER, factsOf([...seeds, ...writes.slice(0, end)]))) as [Set<string>, Set<string>];
    const stripped = parts.map((part) => part.filter(({ urn }) => !isOfHidden(urn, seen, named)).map((write) => strip(write, seen, named)));
    const all = stripped.flat();
    if (all.length === writes.length && all.every((write, at) => write === writes[at])) {
      if (seen.some((each) => isDull(each, writes))) return undefined;
      const columns = columnsOf(writes, seen);
      return {
        writes: [...columns, ...writes],
        phases: [
          { writes: columns.length + length, seen: seen[0] },
          { writes: columns.length + writes.length, seen: seen[1] },
        ],
        policies: writes.filter(({ aspect }) => aspect === 'dataHubPolicyInfo').map(({ value }) => value),
      };
    }
    parts = stripped;
  }
  return undefined;
}

/** Does the key of what is seen name what is hidden? A job has its flow in its URN, so it cannot be without it. */
function isOfHidden(urn: string, phases: readonly ReadonlySet<string>[], namedIn: Named): boolean {
  const isPart = (each: string): boolean => urn.includes(`(${each},`) || urn.includes(`,${each})`);
  return namedIn({ urn }).some((each) => isPart(each) && phases.some((seen) => seen.has(urn) && !seen.has(each)));
}

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

/** The fields with which jobs and models say what they lead to. */
export const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  dataJobInputOutput: ['outputDatasets', 'outputDatasetEdges', 'fineGrainedLineages'],
  mlModelProperties: ['groups', 'downstreamJobs'],
};
/** Aspects that are nothing without the entity that they name. */
const NAMING = ['container', 'dataPlatformInstance'];

type Named = (value: Value) => readonly string[];

/** Which of these URNs a value names. */
function namedOf(all: ReadonlySet<string>): Named {
  const inText = new Map<string, string[]>();
  const textsOf = (value: unknown): string[] => {
    if (typeof value === 'string') return value.includes('urn:') ? [value] : [];
    return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, each]) => [...textsOf(key), ...textsOf(each)]) : [];
  };
  const ofText = (text: string): string[] => {
    const found = inText.get(text) ?? [...all].filter((urn) => text.includes(urn));
    inText.set(text, found);
    return found;
  };
  return (value) => [...new Set(textsOf(value))].flatMap(ofText);
}

/** A value without what names something that is hidden from who sees the value. */
function strip(write: Write, phases: readonly ReadonlySet<string>[], namedIn: Named): Write {
  const isHidden = phases.some((seen) => !seen.has(write.urn));
  // Lineage goes on behind what is hidden (docs/access.md 6): here nothing hidden leads to what is seen.
  const outputs = (OUTPUTS[write.aspect] ?? []).filter((field) => listAt(write.value, field).length > 0);
  if (isHidden && outputs.length > 0) return { ...write, value: { ...write.value, ...Object.fromEntries(outputs.map((field) => [field, []])) } };
  const named = namedIn(write.value).filter((urn) => phases.some((seen) => seen.has(write.urn) && !seen.has(urn)));
  if (named.length === 0) return write;
  const names = (value: unknown): boolean => named.some((urn) => JSON.stringify(value)?.includes(urn));
  const without = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !names(value)) return value;
    if (Array.isArray(value)) return value.filter((each) => !names(each));
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, each]) => !named.includes(key) && (key === 'actor' || !(typeof each === 'string' && names(each))))
        .map(([key, each]) => [key, key === 'actor' && names(each) ? READER : without(each)]),
    );
  };
  // Without what it must name it would be refused.
  if (NAMING.includes(write.aspect)) return { ...write, aspect: 'status', value: { removed: false } };
  return { ...write, value: without(write.value) as Value };
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

/** Other policies, other groups, other data. */
function changesOf(random: Random, first: readonly Write[], policies: readonly Write[]): Write[] {
  const changes: Write[] = [];
  const some = policies.filter(({ urn }) => urn.includes('random-'));
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
