/**
 * Some search fields of an entity say what those have that it names: its siblings (`shares` of an aspect in the model). When one of these changes, the
 * documents of those that name it are built again.
 */
import type { Graph } from '../../graph/driver.ts';
import { findNaming, readShared } from '../../graph/index-reads.ts';
import { fieldsOf } from '../../model/fields.ts';
import { STATUS } from '../../model/known-names.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { searchValues } from '../../search/index.ts';
import type { Tellers } from './tellers.ts';

/** What an aspect shares with the entities that have it. */
interface Sharing {
  readonly type: EntityTypeSpec;
  /** The relationships that lead to whom it is shared with. */
  readonly along: readonly string[];
  /** Search field → the flag that it shares. */
  readonly flags: ReadonlyMap<string, string>;
  /** The aspects that set one of the flags. */
  readonly setting: readonly AspectSpec[];
  readonly aspect: AspectSpec;
}

export function makeSharers(graph: Graph, model: Model): Tellers {
  const sharings = [...model.entityTypes.values()].flatMap((type) =>
    [...new Set(type.shared.map(({ aspect }) => aspect))].map((aspect) => sharingOf(type, aspect)),
  );
  const typeOf = (text: string): EntityTypeSpec | undefined => {
    const urn = parseUrn(model, text);
    return isProblem(urn) ? undefined : urn.type;
  };
  return {
    async fields(urns) {
      const found = new Map<string, Set<string>>();
      for (const { type, along, flags, setting } of sharings) {
        const own = urns.filter((urn) => typeOf(urn) === type);
        const names = setting.map(({ name }) => name);
        const rows = own.length === 0 ? [] : await readShared(graph, own, along, names);
        for (const { urn, latest } of rows) {
          const has = new Set(latest.flatMap(([name, value]) => flagsSet(model, type, name, value)));
          for (const [field, flag] of flags) if (has.has(flag)) found.set(urn, (found.get(urn) ?? new Set()).add(field));
        }
      }
      return new Map([...found].map(([urn, fields]) => [urn, new Set([...fields].sort())]));
    },
    async by(entries) {
      const all = await Promise.all(
        sharings.map(({ type, along, setting, aspect }) => {
          // An entry without an aspect builds the document again; that of the key makes or deletes the entity.
          const deciding = new Set([...setting.map(({ name }) => name), type.key.name, STATUS, '']);
          const changed = entries.filter((entry) => deciding.has(entry.aspect) && typeOf(entry.urn) === type).map(({ urn }) => urn);
          return changed.length === 0 ? [] : findNaming(graph, [...new Set(changed)], along, [aspect.name]);
        }),
      );
      return all.flat();
    },
  };
}

function sharingOf(type: EntityTypeSpec, aspect: AspectSpec): Sharing {
  const flags = new Map(type.shared.filter((each) => each.aspect === aspect).map(({ field, flag }) => [field, flag]));
  const shared = new Set(flags.values());
  const setting = [...type.aspects.values()].filter(({ searchFields }) => searchFields.some(({ has }) => has && shared.has(has.field)));
  return { type, aspect, flags, setting, along: aspect.relationships.map(({ name }) => name) };
}

/** The flags that a value sets. */
function flagsSet(model: Model, type: EntityTypeSpec, name: string, text: string): string[] {
  const json = jsonIn(text);
  const fields = fieldsOf(type);
  return (type.aspects.get(name)?.searchFields ?? []).flatMap((spec) =>
    spec.has && searchValues(model, spec, json, fields).some((each) => each !== '') ? [spec.has.field] : [],
  );
}

/** Undefined for a damaged value. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
