/**
 * Some search fields of an entity come from others: an assertion that fails marks its table (`tells` of an aspect in the model). The tellers are
 * those others, here the assertions. When a teller changes, the documents of what it is about are built again.
 */
import { seriesOf } from '../../catalog/series/point-identity.ts';
import type { Graph } from '../../graph/driver.ts';
import { findTold, readTellers } from '../../graph/index-reads.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { readLatestPoints } from '../../graph/read.ts';
import { STATUS } from '../../model/known-names.ts';
import { valuesAt } from '../../model/path.ts';
import type { AspectSpec, EntityTypeSpec, Model, Telling } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';

export interface Tellers {
  /** The search fields of each of these entities that its tellers make true. */
  fields(urns: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** The entities whose tellers these entries change. */
  by(entries: readonly LogEntry[]): Promise<readonly string[]>;
}

export function makeTellers(graph: Graph, model: Model): Tellers {
  const tellings = new Map([...model.aspects.values()].flatMap((aspect) => (aspect.tells ? [[aspect, aspect.tells] as const] : [])));
  const along = [...new Set([...tellings.values()].map((each) => each.along))];
  const typeOf = (text: string): EntityTypeSpec | undefined => {
    const urn = parseUrn(model, text);
    return isProblem(urn) ? undefined : urn.type;
  };
  /** The aspects of a type by which an entity of it begins or ceases to tell something. */
  const tellingOf = new Map(
    [...model.entityTypes.values()]
      .filter(({ aspects }) => [...tellings.keys()].some(({ name }) => aspects.has(name)))
      .map((type) => {
        const own = [...type.aspects.values()].filter(({ tells, relationships }) => tells || relationships.some(({ name }) => along.includes(name)));
        // An entry without an aspect builds the document again; that of the key deletes the entity.
        return [type, new Set([...own.map(({ name }) => name), type.key.name, STATUS, ''])] as const;
      }),
  );
  return {
    async fields(urns) {
      const types = new Map(urns.map((urn) => [urn, typeOf(urn)]));
      const found = new Map<string, Set<string>>();
      const look = async (aspect: AspectSpec, { field, along: edge, path, values }: Telling): Promise<void> => {
        const own = urns.filter((urn) => types.get(urn)?.told.some((each) => each.aspect === aspect));
        const tellers = own.length === 0 ? [] : await readTellers(graph, own, edge, aspect.name);
        const series = aspect.kind === 'timeseries' ? tellers.map(({ teller }) => seriesOf(teller, aspect.name)) : [];
        const points = await readLatestPoints(graph, [...new Set(series)]);
        for (const { urn, teller, value } of tellers) {
          const text = value ?? points.get(seriesOf(teller, aspect.name))?.value;
          const said = text === undefined ? [] : valuesAt(path, jsonIn(text));
          if (said.some((each) => values.includes(String(each)))) found.set(urn, (found.get(urn) ?? new Set()).add(field));
        }
      };
      await Promise.all([...tellings].map(([aspect, telling]) => look(aspect, telling)));
      // A document must not depend on which of the reads ends first.
      return new Map([...found].map(([urn, fields]) => [urn, new Set([...fields].sort())]));
    },
    async by(entries) {
      const telling = entries.filter(({ urn, aspect }) => {
        const type = typeOf(urn);
        return type !== undefined && tellingOf.get(type)?.has(aspect);
      });
      return telling.length === 0 ? [] : findTold(graph, [...new Set(telling.map(({ urn }) => urn))], along);
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
