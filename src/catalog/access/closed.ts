/**
 * What a reader may not read of visible entities: aspects and fields with rights of their own (`x-closed`, `read`, `readFields` of the model),
 * values of sensitive properties, and names of sensitive columns (`x-columns`).
 */
import {
  type Actor,
  ALL_ENTITIES,
  isOfPlatform,
  isSeenBare,
  type MayName,
  NO_ENTITIES,
  OF_COLUMNS,
  type Policies,
  type Privilege,
  policiesOf,
  type Resource,
  readable,
  type Sight,
  sees,
  seesAllOf,
} from '../../access/index.ts';
import type { LogPlace } from '../../graph/commit-log.ts';
import { type Value, valueOf } from '../../model/json.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import { once } from '../../model/once.ts';
import { isRecord, valuesAt } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { AspectSpec, ClosedPart, Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { SeenColumns } from '../../search/index.ts';
import type { IndexState } from '../find/snapshot.ts';
import type { Facts } from '../read/kept-facts.ts';
import { type ClosedField, type ClosedInSearch, closedInSearch, typesWith } from './closed-search.ts';
import type { HiddenColumns } from './hidden-columns.ts';
import { jsonOf } from './json-of.ts';
import { bareResource, decidingUrn, readResources } from './read-facts.ts';
import { isAboutHidden, tablesNamed, withoutColumns } from './without-columns.ts';
import { withoutParts } from './without-parts.ts';

/** An aspect of an entity. */
export interface Piece {
  /** URN. */
  readonly urn: string;
  readonly aspect: AspectSpec;
  /** The values that are opened, if they were read: columns of other tables that no value names stay hidden. */
  readonly values?: readonly Value[];
}

export interface Closure {
  /**
   * Gives of each of these what is left of a value; undefined where nothing may be read. Call it after the values were read: rights are then at
   * least as new as they are.
   *
   * @param at the newest commit when they had been read, if it is known
   */
  opened(pieces: readonly Piece[], at?: LogPlace): Promise<(piece: Piece) => ((value: Value) => Value) | undefined>;
  /** May a refusal name this entity? */
  readonly mayName: MayName;
  /** May something of it be closed? */
  concerns(aspect: AspectSpec): boolean;
  /** The privileges that are enough to read it. */
  privilegesFor(aspect: AspectSpec): readonly Privilege[];
  /** Those that the reader lacks somewhere: enough for one of the parts. */
  readonly missing: readonly Privilege[];
  /** What of it search would tell. */
  inSearch(): ClosedInSearch;
  /** What search may tell of columns; undefined: everything. */
  columnsInSearch(index: IndexState | undefined): Promise<SeenColumns | undefined>;
}

export interface ClosedParts {
  readonly model: Model;
  readonly facts: Facts;
  /** Undefined: they do not decide about reading. */
  readonly policies: Policies | undefined;
  /** What opens `x-closed`. */
  readonly opening: Policies;
  readonly actor: Actor;
  /** URNs of the properties that are sensitive. */
  readonly sensitive: ReadonlySet<string>;
  /** What the reader sees; undefined: everything. */
  readonly sight: Sight | undefined;
  /** Is the token for a part only? It has no rights over the whole catalog then. */
  readonly scoped: boolean;
  readonly columns?: HiddenColumns | undefined;
}

const QUERY_TYPE = 'query';
const SUBJECTS = 'querySubjects';
/** Each is enough to read values of sensitive properties. */
export const OF_PROPERTIES: readonly Privilege[] = ['VIEW_SENSITIVE_PROPERTIES', 'EDIT_ENTITY_PROPERTIES', 'EDIT_ENTITY'];

/** The entities of which a part is open, and the part; a part without a name is the whole aspect. */
interface Rule {
  readonly where: Sight;
  readonly field?: string;
  readonly part?: ClosedPart;
  readonly sensitive?: true;
}

/** What is closed to whoever has no rights. */
export function closedToAll(parts: Pick<ClosedParts, 'model' | 'facts'>): Closure | undefined {
  const actor: Actor = { urn: '', groups: new Set(), roles: new Set() };
  return closedTo({ ...parts, policies: undefined, opening: policiesOf([]), actor, sensitive: new Set(), sight: undefined, scoped: false });
}

/** Undefined for who may read everything of what is seen, and sees all that tells something of it. */
export function closedTo({ model, facts, policies, opening, actor, sensitive, sight, scoped, columns }: ClosedParts): Closure | undefined {
  const types = [...model.entityTypes.keys()];
  const rules = new Map<string, Rule[]>();
  let missing: readonly Privilege[] = [];
  const close = (aspect: string, rule: Rule): unknown => rules.set(aspect, [...(rules.get(aspect) ?? []), rule]);
  const add = (aspect: string, anyOf: readonly Privilege[], more: Omit<Rule, 'where'> = {}): void => {
    const where = policies && readable(policies, actor, types, anyOf, aspect);
    if (!where) return;
    close(aspect, { where, ...more });
    missing = anyOf;
  };
  const seesAll = !sight || sight === ALL_ENTITIES;
  const mayCount = (read: Privilege, aspect: string): boolean =>
    seesAll || (policies !== undefined && !scoped && readable(policies, actor, types, [read], aspect) === undefined);
  for (const { name, read, readFields, closed } of model.aspects.values()) {
    if (read && !isOfPlatform(read)) add(name, enough(read));
    if (read && isOfPlatform(read) && !mayCount(read, name)) close(name, { where: NO_ENTITIES });
    for (const part of closed) {
      const where = readable(opening, actor, types, part.to, name);
      if (where) close(name, { where, part });
    }
    for (const [field, privilege] of readFields) add(name, enough(privilege), { field });
  }
  if (sensitive.size > 0) add(PROPERTY_VALUES, OF_PROPERTIES, { sensitive: true });
  if (columns) missing = OF_COLUMNS;
  const seesAllWith = (aspect: string): boolean => sight === undefined || typesWith(model, aspect).every((type) => seesAllOf(sight, type));
  const hidden = [...model.aspects.values()].filter(({ name, tells }) => policies && tells && !seesAllWith(name));
  // Those whose references say what the entities have in common: who does not see one of them learns nothing of it.
  const ofSeen = [...model.aspects.values()].filter(({ name, shares }) => shares.length > 0 && !seesAllWith(name));
  if (rules.size + hidden.length + ofSeen.length === 0 && !columns) return undefined;
  const withoutSensitive = (value: Value): Value => without(value, (entry) => sensitive.has(canonicalUrn(model, String(entry.propertyUrn))));
  return {
    async opened(pieces, at) {
      const asked = pieces.filter(({ aspect }) => rules.get(aspect.name)?.some(({ where }) => !isNowhere(where)));
      const of = asked.length === 0 ? () => [] : await resourcesOf(model, facts, [...new Set(asked.map(({ urn }) => urn))], at);
      const shown = columns ? await columnsShown(model, columns, pieces) : () => unchanged;
      const linked = pieces.filter(({ aspect }) => ofSeen.includes(aspect));
      const seen = linked.length === 0 || !sight ? undefined : await referencesSeen(model, facts, sight, linked, at);
      return (piece) => {
        const { urn, aspect } = piece;
        const shut = (rules.get(aspect.name) ?? []).filter(({ where }) => !of(urn).some((resource) => sees(where, resource)));
        if (shut.some(isWhole)) return undefined;
        const fields = shut.flatMap(({ field }) => field ?? []);
        const parts = shut.flatMap(({ part }) => part ?? []);
        const some = shut.some((rule) => rule.sensitive);
        const named = shown(piece);
        const left = seen && ofSeen.includes(aspect) ? (value: Value) => withoutReferences(aspect, named(value), seen) : named;
        if (shut.length === 0) return left;
        return (value) => {
          const open = withoutParts(left(some ? withoutSensitive(value) : value), parts);
          return fields.length === 0 ? open : withoutFields(open, fields);
        };
      };
    },
    concerns: (aspect) => rules.has(aspect.name) || ofSeen.includes(aspect) || (columns !== undefined && aspect.columnPlaces.length > 0),
    missing,
    mayName: (urn) => sight === undefined || isSeenBare(sight, bareResource(model, urn)),
    columnsInSearch: async (index) => columns?.inSearch(index),
    inSearch: once(() => {
      const whole = [...rules].flatMap(([name, all]) => (all.some(isWhole) ? [[name, all.filter(isWhole).map(({ where }) => where)] as const] : []));
      return closedInSearch(
        model,
        new Map(whole),
        rules.has(PROPERTY_VALUES) ? sensitive : new Set(),
        [...told(hidden), ...shared(model, ofSeen)],
        columns !== undefined,
      );
    }),
    privilegesFor: ({ name, read, tells, shares, columnPlaces, closed }) => {
      if (name === PROPERTY_VALUES) return OF_PROPERTIES;
      const whole = closed.find(({ path }) => path.length === 0);
      if (whole) return whole.to;
      if (read) return enough(read);
      if (columnPlaces.length > 0) return OF_COLUMNS;
      return tells || shares.length > 0 ? ['VIEW_ENTITY_PAGE'] : [];
    },
  };
}

const unchanged = (value: Value): Value => value;

/** The search fields that others make true. */
function told(aspects: readonly AspectSpec[]): ClosedField[] {
  return aspects.flatMap((aspect) => (aspect.tells ? [{ name: aspect.tells.field, aspect }] : []));
}

/** The search fields that say which entities share something, and what. */
function shared({ entityTypes }: Model, aspects: readonly AspectSpec[]): ClosedField[] {
  const flags = [...entityTypes.values()].flatMap((type) => type.shared.filter(({ aspect }) => aspects.includes(aspect)));
  const own = aspects.flatMap((aspect) =>
    aspect.searchFields.flatMap(({ field, has }) => [field, ...(has ? [has.field] : [])].map((name) => ({ name, aspect }))),
  );
  return [...own, ...flags.map(({ field, aspect }) => ({ name: field, aspect }))];
}

/** Which of the entities are seen that values of these aspects name. */
async function referencesSeen(model: Model, facts: Facts, sight: Sight, pieces: readonly Piece[], at?: LogPlace): Promise<(urn: string) => boolean> {
  const named = [...new Set(pieces.flatMap(({ aspect, values = [] }) => values.flatMap(({ json }) => urnsIn(aspect, json))))].map((urn) =>
    canonicalUrn(model, urn),
  );
  const resources = named.length === 0 ? new Map<string, Resource>() : await readResources(model, (await facts.look(at)).rows, named);
  return (urn) => {
    const text = canonicalUrn(model, urn);
    const resource = resources.get(text);
    return isSeenBare(sight, bareResource(model, text)) || (resource !== undefined && sees(sight, resource));
  };
}

/** What is left of a value all of whose references are hidden: it is as if there were no such aspect. */
export const NOTHING: Value = valueOf({});

/** The value without references to what is not seen. */
function withoutReferences({ relationships }: AspectSpec, value: Value, seen: (urn: string) => boolean): Value {
  const { json } = value;
  if (!isRecord(json)) return value;
  const lists = relationships.flatMap(({ path: [first] }) => (first && 'field' in first ? first.field : []));
  const left = Object.fromEntries(
    lists.flatMap((field) => {
      const list = json[field];
      return Array.isArray(list) ? [[field, list.filter((each) => typeof each === 'string' && seen(each))] as const] : [];
    }),
  );
  const isHidden = Object.entries(left).some(([field, list]) => list.length < (json[field] as unknown[]).length);
  if (!isHidden) return value;
  return Object.values(left).every((list) => list.length === 0) ? NOTHING : valueOf({ ...json, ...left });
}

function urnsIn({ relationships }: AspectSpec, json: unknown): string[] {
  return relationships.flatMap(({ path }) => valuesAt(path, json).flatMap((each) => (typeof each === 'string' ? [each] : [])));
}

/** What is left of values that name columns. */
async function columnsShown(model: Model, columns: HiddenColumns, pieces: readonly Piece[]): Promise<(piece: Piece) => (value: Value) => Value> {
  const named = pieces.filter(({ aspect }) => aspect.columnPlaces.length > 0);
  if (named.length === 0) return () => unchanged;
  const isHidden = await columns.in(
    named.flatMap(({ urn, aspect, values = [] }) => [urn, ...values.flatMap(({ json }) => tablesNamed(model, aspect, urn, json))]),
  );
  return ({ urn, aspect }) => {
    if (aspect.columnPlaces.length === 0) return unchanged;
    // An older version may be about other columns than the newest.
    return (value) => (isAboutHidden(model, aspect, urn, value.json, isHidden) ? valueOf({}) : withoutColumns(model, aspect, urn, value, isHidden));
  };
}

/** Is it about the whole aspect? */
function isWhole({ field, part, sensitive }: Rule): boolean {
  return field === undefined && !sensitive && (part?.path.length ?? 0) === 0;
}

/** No facts of an entity open anything there. */
function isNowhere(where: Sight): boolean {
  return where.is === 'or' && where.of.length === 0;
}

function enough(privilege: Privilege): readonly Privilege[] {
  return privilege === 'VIEW_ENTITY_QUERIES' ? [privilege, 'VIEW_ALL_QUERIES'] : [privilege];
}

/** The entities whose facts decide about each of these: itself, or its table if it is a column; for a query also its subjects. */
async function resourcesOf(model: Model, facts: Facts, urns: readonly string[], at?: LogPlace): Promise<(urn: string) => readonly Resource[]> {
  const { rows: reader } = await facts.look(at);
  const decidingOf = (text: string): string => decidingUrn(model, text);
  const queries = urns.filter((urn) => bareResource(model, urn).type === QUERY_TYPE);
  const rows = queries.length === 0 ? new Map() : await reader(queries, [SUBJECTS]);
  const subjects = new Map(
    queries.map((urn) => [urn, recordsIn(jsonOf(rows.get(urn), SUBJECTS), 'subjects').map(({ entity }) => decidingOf(String(entity)))]),
  );
  const deciding = new Map(urns.map((urn) => [urn, [decidingOf(urn), ...(subjects.get(urn) ?? [])]]));
  const found = await readResources(model, reader, [...new Set([...deciding.values()].flat())]);
  return (urn) => (deciding.get(urn) ?? []).flatMap((each) => found.get(each) ?? []);
}

function withoutFields(value: Value, fields: readonly string[]): Value {
  const { json } = value;
  if (!isRecord(json) || !fields.some((field) => Object.hasOwn(json, field))) return value;
  return valueOf(Object.fromEntries(Object.entries(json).filter(([field]) => !fields.includes(field))));
}

function without(value: Value, isClosed: (entry: Record<string, unknown>) => boolean): Value {
  const { json } = value;
  if (!isRecord(json) || !Array.isArray(json.properties)) return value;
  return valueOf({ ...json, properties: json.properties.filter((each) => !(isRecord(each) && isClosed(each))) });
}
