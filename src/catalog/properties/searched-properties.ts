/**
 * Structured properties in searches (docs/semantics.md 14.6): which property a name means, and which values of
 * an entity are indexed.
 */
import { deletedPropertyInFilter } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { propertyUrnsNamed } from '../../graph/property-names.ts';
import type { EntityReader } from '../../graph/read.ts';
import { PROPERTY_SETTINGS, PROPERTY_TYPE } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import {
  type ClosedFields,
  type IndexedEntity,
  marked,
  matchesGlob,
  type PropertyFinder,
  type PropertyMatch,
  type PropertyName,
  plainText,
  propertyFieldOf,
} from '../../search/index.ts';
import type { IndexState } from '../find/snapshot.ts';
import { list } from '../read/list.ts';
import type { AspectState } from '../state.ts';
import { entriesOf, type Property, type PropertyValue, queryName, standing } from './properties.ts';
import { readProperties } from './read-properties.ts';

const PAGE = 1_000;

/** What a reader may name in a search. An absent part: everything. */
export interface Naming {
  /** Those of these URNs that exist for the reader. */
  readonly among?: ((urns: readonly string[]) => Promise<ReadonlySet<string>>) | undefined;
  readonly closed?: ClosedNames | undefined;
}

/** What a reader may not name. What is said of columns depends on what the search sees of the index. */
export interface ClosedNames extends Omit<ClosedFields, 'columns'> {
  columns(index: IndexState | undefined): ReturnType<ClosedFields['columns']>;
}

/** A request of a reader who may not name everything. */
export interface NamingRequest {
  readonly naming?: Naming | undefined;
}

/** The properties of one reader, in one search. */
export type PropertiesOf = (naming: Naming | undefined, index: IndexState | undefined) => PropertyFinder;

export function makePropertyFinder(model: Model, graph: Graph, reader: EntityReader): PropertiesOf {
  const seen = async (urns: readonly string[], { among }: Naming): Promise<readonly string[]> => {
    const shown = urns.length > 0 ? await among?.(urns) : undefined;
    return shown ? urns.filter((urn) => shown.has(urn)) : urns;
  };
  return (naming = {}, index) => ({
    closed: closedIn(naming, index),
    async named(names) {
      const plain = names.map(({ id }) => plainText(id));
      const urns = plain.includes(undefined)
        ? await everyProperty(model, graph)
        : await propertyUrnsNamed(graph, [...new Set(plain.filter((id) => id !== undefined))]);
      const properties = [...(await readProperties(reader, await seen(urns, naming))).values()];
      const found = names.map((name) => properties.filter((property) => isNamed(property, name)).map((property) => matchOf(model, property)));
      return Promise.all(found.map((matches, at) => openOf(matches, naming, plain[at] !== undefined)));
    },
    async offered() {
      const urns = await seen(await everyProperty(model, graph), naming);
      if (urns.length === 0) return [];
      const [properties, settings] = await Promise.all([readProperties(reader, urns), reader(urns, [PROPERTY_SETTINGS])]);
      const isOffered = (urn: string): boolean => {
        const stored = settings.get(urn)?.latest[0];
        return stored !== undefined && (JSON.parse(stored.value) as { showInSearchFilters?: unknown }).showInSearchFilters === true;
      };
      const found = [...properties.values()].filter(({ urn, removed }) => !removed && isOffered(urn)).map((property) => matchOf(model, property));
      return openOf(found, naming, false);
    },
  });
}

function closedIn({ closed }: Naming, index: IndexState | undefined): ClosedFields | undefined {
  return closed && { ...closed, columns: () => closed.columns(index) };
}

/** Those whose values the reader may know. @throws Refusal forbidden for another, if the reader has named it in full */
async function openOf(matches: readonly PropertyMatch[], { closed }: Naming, isNamedInFull: boolean): Promise<readonly PropertyMatch[]> {
  const shut = matches.filter(({ urn }) => closed?.properties().has(urn));
  if (closed && shut[0] && isNamedInFull) throw await closed.refusal(shut[0].shown);
  return matches.filter((each) => !shut.includes(each));
}

async function everyProperty(model: Model, graph: Graph): Promise<string[]> {
  const type = model.entityTypes.get(PROPERTY_TYPE);
  if (!type) return [];
  const urns: string[] = [];
  for (let after: string | undefined; ; after = urns.at(-1)) {
    const page = await list(model, graph, { types: [type], after, count: PAGE, order: 'ASCENDING', includeRemoved: true, slice: undefined });
    urns.push(...page.urns.map(({ text }) => text));
    if (!page.more) return urns;
  }
}

/** @throws Refusal malformed when a soft-deleted property is named without wildcards (docs/semantics.md 14.3) */
function isNamed({ urn, definition, removed }: Property, name: PropertyName): boolean {
  const fits = (pattern: PropertyName['id'] | undefined, text: string): boolean => pattern === undefined || matchesGlob(marked(pattern), text);
  if (!fits(name.id, queryName(idOf(urn)))) return false;
  if (!fits(name.version, definition.version ?? '') || !fits(name.valueType, shortType(definition.valueType))) return false;
  if (removed && plainText(name.id) !== undefined) throw deletedPropertyInFilter(urn, name.at);
  return !removed;
}

function matchOf(model: Model, { urn, id, definition }: Property): PropertyMatch {
  const propertyId = idOf(urn);
  const field = propertyFieldOf({
    urn: canonicalUrn(model, urn),
    definition: id,
    valueType: shortType(definition.valueType),
    many: definition.cardinality === 'MULTIPLE',
    displayName: definition.displayName ?? propertyId,
  });
  return { urn: canonicalUrn(model, urn), field, shown: `structuredProperties.${propertyId}` };
}

/** The part of the property values aspect that is needed here. */
export type ValuesState = Pick<AspectState, 'value' | 'meta'>;

/** The values of an entity to index: those that count, including soft-deleted properties, because these may come back. */
export function indexedProperties(
  model: Model,
  state: ValuesState,
  properties: ReadonlyMap<string, Property>,
): NonNullable<IndexedEntity['properties']> {
  return entriesOf(state.value.json).flatMap((entry) => {
    const property = properties.get(canonicalUrn(model, entry.propertyUrn));
    if (!property || standing(entry, state, property) === 'dead') return [];
    const { field } = matchOf(model, property);
    return [{ field, values: entry.values.map((value) => (field.kind === 'number' ? numberOf(value) : textOf(value))) }];
  });
}

function numberOf(value: PropertyValue): number {
  return 'double' in value ? value.double : Number(value.string);
}

function textOf(value: PropertyValue): string {
  return 'string' in value ? value.string : String(value.double);
}

function idOf(urn: string): string {
  return urn.split(':').slice(3).join(':');
}

/** `urn:…:dataType:….number` → `number` */
function shortType(valueType: string): string {
  return valueType.slice(valueType.lastIndexOf('.') + 1);
}
