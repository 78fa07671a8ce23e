/**
 * How the rows of a dataset match those of others, by keys, queries and lineage. Columns that merely have the same name are marked as a guess.
 */
import { plainPath } from '../../column-names.ts';
import type { Way } from '../../graph/ways.ts';
import { columnsPrefix } from '../../model/column-urn.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import { isProblem, knownUrns, parseUrn, type Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import { COLUMN_ASPECTS, columnsOf, foreignKeysOf, pathIn } from './columns.ts';
import { isRemoved, readNamed } from './names.ts';
import { queriesAbout } from './queries.ts';
import { joinWays } from './ways.ts';

export const JOIN_REASONS = ['foreignKey', 'declared', 'query', 'lineage', 'sameName'] as const;
/** `foreignKey` and `declared` are certain, `query` is how people do it, `lineage` says that a column comes from the other, `sameName` is a guess. */
type JoinReason = (typeof JOIN_REASONS)[number];

export interface Join {
  readonly reason: JoinReason;
  /** URNs of the two datasets. */
  readonly left: string;
  readonly right: string;
  /** Pairs of columns; empty if only the datasets are known. */
  readonly on: readonly (readonly [left: string, right: string])[];
  /** The name of the key, or the text of a query. */
  readonly detail: string | undefined;
  /** How many queries do so. */
  readonly count?: number;
}

interface Joins {
  /** The most certain first. */
  readonly joins: readonly Join[];
  /** Ways through further datasets, if the two are not joined directly. */
  readonly through: readonly Through[];
  /** Joins with datasets that are soft-deleted were left out. */
  readonly hidden: number;
  /** How many of what tells of joins was looked at, where there is more. */
  readonly cut: readonly JoinLimit[];
}

interface JoinLimit {
  readonly reason: JoinReason;
  readonly shown: number;
  readonly of: number;
}

interface JoinList {
  readonly joins: readonly Join[];
  readonly looked: JoinLimit;
}

/** A way through further datasets, and the columns on which each step joins; empty where they are not known. */
interface Through extends Way {
  readonly on: readonly (readonly (readonly [left: string, right: string])[])[];
}

interface JoinsRequest {
  readonly urn: Urn;
  /** Only joins with this dataset. If absent: with all. */
  readonly other: Urn | undefined;
}

type JoinCalls = Pick<Catalog, 'model' | 'read' | 'related' | 'landings' | 'relationshipWays'>;

const MOST_NEIGHBOURS = 200;
/** Of two datasets, all that there are. */
const MOST_OF_TWO = 5_000;
const MOST_WAYS = 3;
const MOST_LANDINGS = 200;

export async function joins(core: JoinCalls, { urn, other }: JoinsRequest): Promise<Joins> {
  const found = await Promise.all([foreignKeyJoins(core, urn, other), declaredJoins(core, urn, other), queryJoins(core, urn)]);
  const beside = other ? [...(await lineageJoins(core, urn, other)), ...(await sameNames(core, urn, other))] : [];
  const all = [...found.flatMap((each) => each.joins), ...beside];
  const wanted = other ? all.filter(({ left, right }) => [left, right].includes(other.text)) : all;
  const partner = ({ left, right }: Join): string => (left === urn.text ? right : left);
  const views = await readNamed(core, wanted.map(partner));
  const shown = wanted.filter((join) => {
    const view = views.get(partner(join));
    return view === undefined || !isRemoved(view);
  });
  const certain = shown.some(({ reason }) => reason !== 'sameName');
  const through = other && !certain ? await throughOthers(core, await joinWays(core, { from: urn, to: other, count: MOST_WAYS })) : [];
  const cut = found.map(({ looked }) => looked).filter((each) => each.of > each.shown);
  return { joins: distinct(shown).sort(surestFirst), through, hidden: wanted.length - shown.length, cut };
}

function surestFirst(a: Join, b: Join): number {
  return JOIN_REASONS.indexOf(a.reason) - JOIN_REASONS.indexOf(b.reason) || (b.count ?? 0) - (a.count ?? 0);
}

async function throughOthers(core: JoinCalls, ways: readonly Way[]): Promise<Through[]> {
  const between = ways.flatMap(({ urns }) => urns);
  const views = await core.read(knownUrns(core.model, between), COLUMN_ASPECTS);
  const keys = new Map(views.map((view) => [view.urn.text, foreignKeysOf(view)]));
  const keysOf = (left: string, right: string): [string, string][] => [
    ...(keys.get(left) ?? []).filter(({ dataset }) => dataset === right).flatMap(({ pairs }) => plain(pairs)),
    ...(keys.get(right) ?? []).filter(({ dataset }) => dataset === left).flatMap(({ pairs }) => plain(pairs).map(flipped)),
  ];
  return ways.map((way) => ({ ...way, on: way.urns.slice(1).map((right, at) => keysOf(way.urns[at] ?? '', right)) }));
}

function flipped([left, right]: readonly [string, string]): [string, string] {
  return [right, left];
}

/** Foreign keys to others, and those of others to it. */
async function foreignKeyJoins(core: JoinCalls, urn: Urn, other: Urn | undefined): Promise<JoinList> {
  const { total, related } = other
    ? { total: 1, related: [{ urn: other.text }] }
    : await core.related(urn, 'INCOMING', ['ForeignKeyToDataset'], 0, MOST_NEIGHBOURS);
  const views = await core.read(knownUrns(core.model, [urn.text, ...related.map((each) => each.urn)]), COLUMN_ASPECTS);
  const joins = views.flatMap((view) =>
    foreignKeysOf(view)
      .filter(({ dataset }) => view.urn.text === urn.text || dataset === urn.text)
      .map(({ name, dataset, pairs }): Join => ({ reason: 'foreignKey', left: view.urn.text, right: dataset, on: plain(pairs), detail: name })),
  );
  return { joins, looked: { reason: 'foreignKey', shown: related.length, of: total } };
}

function plain(pairs: readonly (readonly [string, string])[]): [string, string][] {
  return pairs.map(([left, right]) => [plainPath(left), plainPath(right)]);
}

/** Entity relationships that somebody declared. */
async function declaredJoins(core: JoinCalls, urn: Urn, other: Urn | undefined): Promise<JoinList> {
  const most = other ? MOST_OF_TWO : MOST_NEIGHBOURS;
  const { total, related } = await core.related(urn, 'INCOMING', ['ermodelrelationA', 'ermodelrelationB'], 0, most);
  const views = await readNamed(
    core,
    related.map((each) => each.urn),
    ['erModelRelationshipProperties'],
  );
  const joins = [...views.values()].flatMap((view): Join[] => {
    const value = valueIn(view, 'erModelRelationshipProperties');
    const [left, right] = [textIn(value, 'source'), textIn(value, 'destination')];
    if (left === undefined || right === undefined || isRemoved(view)) return [];
    const on = recordsIn(value, 'relationshipFieldMappings').map(({ sourceField, destinationField }) => [sourceField, destinationField].map(String));
    return [{ reason: 'declared', left, right, on: plain(on as [string, string][]), detail: textIn(value, 'name') }];
  });
  return { joins, looked: { reason: 'declared', shown: related.length, of: total } };
}

/** Datasets that known queries read together with this one. */
async function queryJoins(core: JoinCalls, urn: Urn): Promise<JoinList> {
  const { queries, looked } = await queriesAbout(core, urn);
  const found = new Map<string, Join>();
  for (const { subjects, statement } of queries) {
    const datasets = new Set(subjects.map((text) => datasetOf(core, text)).filter((text) => text !== urn.text));
    for (const right of datasets) {
      const before = found.get(right);
      found.set(right, { reason: 'query', left: urn.text, right, on: [], detail: before?.detail ?? statement, count: (before?.count ?? 0) + 1 });
    }
  }
  return { joins: [...found.values()], looked: { reason: 'query', ...looked } };
}

function datasetOf({ model }: JoinCalls, text: string): string {
  const urn = parseUrn(model, text);
  return isProblem(urn) || urn.parts.length !== 2 ? text : (urn.parts[0] ?? text);
}

/** Columns of one dataset that come from columns of the other. */
async function lineageJoins({ landings: readLandings, model }: JoinCalls, urn: Urn, other: Urn): Promise<Join[]> {
  const between = async (from: string, to: string): Promise<Join[]> => {
    const landings = await readLandings(columnsPrefix(model, from), MOST_LANDINGS);
    const prefix = columnsPrefix(model, to);
    const on = landings.flatMap(({ urn: column, landed }) =>
      landed.filter(([text]) => text.startsWith(prefix)).map(([text]): [string, string] => [plainPath(pathIn(column)), plainPath(pathIn(text))]),
    );
    return on.length === 0
      ? []
      : [{ reason: 'lineage', left: from, right: to, on, detail: 'the columns on the right are made from those on the left' }];
  };
  return (await Promise.all([between(urn.text, other.text), between(other.text, urn.text)])).flat();
}

/** Columns of the same name, of which one is a key or is called like one. */
async function sameNames(core: JoinCalls, urn: Urn, other: Urn): Promise<Join[]> {
  const [here, there] = await core.read([urn, other], COLUMN_ASPECTS);
  const columns = (view: EntityView | undefined) => (view && columnsOf(view)) ?? [];
  const far = new Map(columns(there).map((column) => [column.name.toLowerCase(), column]));
  const on = columns(here).flatMap(({ name, key }): [string, string][] => {
    const twin = far.get(name.toLowerCase());
    return twin && (key || twin.key || /id$/i.test(name)) ? [[name, twin.name]] : [];
  });
  return on.length === 0
    ? []
    : [{ reason: 'sameName', left: urn.text, right: other.text, on, detail: 'a guess: only the names of the columns agree' }];
}

function distinct(all: readonly Join[]): Join[] {
  return [...new Map(all.map((join) => [JSON.stringify([join.reason, join.left, join.right, join.on]), join])).values()];
}
