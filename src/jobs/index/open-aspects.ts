/**
 * The aspects of open documents, which lack sensitive columns (search/document/open-documents.ts). Tables know the tags of their own columns.
 * An entity that names columns of others has an open document without any of them, so that it need not follow their tags.
 */
import { sensitiveAmong } from '../../catalog/access/column-tags.ts';
import { addTaggedColumns, isWithin, pathsWhere } from '../../catalog/access/hidden-columns.ts';
import { bareResource } from '../../catalog/access/read-facts.ts';
import { type ColumnTest, splitColumns } from '../../catalog/access/without-columns.ts';
import { type KeptParts, keptOfType } from '../../catalog/read/kept-of-type.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { findTaggedTables, readTaggedColumns } from '../../graph/tagged-columns.ts';
import { columnOf } from '../../model/column-urn.ts';
import { fieldsOf } from '../../model/fields.ts';
import { GLOBAL_TAGS, SCHEMA_METADATA, TAG_PROPERTIES, TAG_TYPE } from '../../model/known-names.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { hiddenBy, type IndexedEntity, OF_OTHERS, type SearchEngine, withoutOpen } from '../../search/index.ts';

type Entity = Pick<IndexedEntity, 'urn' | 'aspects'>;

export interface OpenAspects {
  /** Gives of each of these entities what its open document is made of, if it has one. */
  of(entities: readonly Entity[]): Promise<(entity: Entity) => IndexedEntity['open']>;
  /** The entities whose open documents depend on what these entries are about. */
  by(entries: readonly LogEntry[]): Promise<readonly string[]>;
}

export function makeOpenAspects(parts: KeptParts, search: SearchEngine): OpenAspects {
  const { model, graph } = parts;
  const sensitive = keptOfType(parts, TAG_TYPE, TAG_PROPERTIES, sensitiveAmong);
  const typeOf = (text: string): EntityTypeSpec | undefined => {
    const urn = parseUrn(model, text);
    return isProblem(urn) ? undefined : urn.type;
  };
  /** The types that are searched for by the names of columns of others, and the fields by which they are. */
  const ofOthers = new Map(
    [...model.entityTypes.values()]
      .filter(
        (type) =>
          !type.aspects.has(SCHEMA_METADATA) && [...type.aspects.values()].some(({ columnPlaces }) => columnPlaces.some(({ out }) => out > 0)),
      )
      .map((type) => [type, [...fieldsOf(type).values()].filter(({ ofColumns, queried }) => ofColumns && queried).map(({ name }) => name)] as const)
      .filter(([, fields]) => fields.length > 0),
  );
  const left = ({ urn, aspects }: Entity, type: EntityTypeSpec, isHidden: ColumnTest): Entity['aspects'] =>
    aspects.flatMap((each) => {
      const spec = type.aspects.get(each.name);
      if (!spec || spec.columnPlaces.length === 0) return [each];
      const json = jsonIn(each.value);
      const shown = splitColumns(model, spec, urn, json, isHidden).left;
      return shown === json ? [each] : shown === undefined ? [] : [{ name: each.name, value: JSON.stringify(shown) }];
    });
  return {
    async of(entities) {
      const tags = await sensitive();
      if (tags.size === 0) return () => undefined;
      const tables = entities.filter(({ urn, aspects }) => typeOf(urn)?.aspects.has(SCHEMA_METADATA) && aspects.length > 0).map(({ urn }) => urn);
      const known = new Map(tables.map((urn) => [urn, bareResource(model, urn)]));
      if (tables.length > 0) await addTaggedColumns(parts, await readTaggedColumns(graph, model, tables, [...tags]), known);
      return (entity) => {
        const [type, table] = [typeOf(entity.urn), known.get(entity.urn)];
        if (!type) return undefined;
        if (!table) {
          const aspects = ofOthers.has(type) ? left(entity, type, () => true) : entity.aspects;
          return aspects.every((each, at) => each === entity.aspects[at]) ? undefined : { aspects, tags: [OF_OTHERS] };
        }
        const isSensitive = (own: readonly string[]): boolean => own.some((tag) => tags.has(tag));
        const paths = pathsWhere(table, isSensitive);
        if (paths.size === 0) return undefined;
        const hidden: ColumnTest = (of, path, own = []) => of === entity.urn && (isWithin(paths, path) || isSensitive(own));
        return {
          aspects: left(entity, type, hidden),
          tags: [...new Set([...(table.columnTags?.values() ?? [])].flat())].filter((tag) => tags.has(tag)).sort(),
        };
      };
    },
    async by(entries) {
      const about = entries.filter(({ urn, aspect }) => {
        const type = typeOf(urn);
        // An entry without an aspect builds the document again; that of the key makes or deletes the entity.
        return type && (aspect === '' || aspect === type.key.name || aspect === (type.name === TAG_TYPE ? TAG_PROPERTIES : GLOBAL_TAGS));
      });
      if (about.length === 0) return [];
      const tags = await sensitive();
      const columns = tags.size === 0 ? [] : about.flatMap(({ urn }) => columnOf(model, urn)?.table ?? []);
      const changed = [...new Set(about.filter(({ urn }) => typeOf(urn)?.name === TAG_TYPE).map(({ urn }) => urn))];
      const [more, less] = [changed.filter((tag) => tags.has(tag)), changed.filter((tag) => !tags.has(tag))];
      const found = await Promise.all([
        more.length > 0 ? findTaggedTables(graph, model, more) : [],
        more.length > 0 ? withoutOpen(search, [...ofOthers.keys()], [...new Set([...ofOthers.values()].flat())]) : [],
        less.length > 0 ? hiddenBy(search, less) : [],
      ]);
      return [...columns, ...found.flat()];
    },
  };
}

/** Undefined for a damaged value. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
