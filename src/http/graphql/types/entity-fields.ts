/**
 * The queries for entities of any type, and the fields that every entity has.
 */
import { tooMany, unknownAspect } from '../../../errors.ts';
import { STATUS } from '../../../model/known-names.ts';
import { urnFrom, urnsFrom } from '../../../model/named.ts';
import { unknownRelationships } from '../../answer/warn-names.ts';
import { costing, SEARCH } from '../cost.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed, refOf } from '../operation.ts';
import { lineageField } from '../operations/lineage.ts';

const MOST = 10_000;

interface Page {
  readonly start: number;
  readonly count: number;
  readonly asOf?: number | null;
}

/** What of a page is answered. */
function page({ start, count, asOf }: Page): { start: number; count: number; asOf: number | undefined } {
  return { start: Math.max(0, start), count: Math.min(Math.max(0, count), MOST), asOf: asOf ?? undefined };
}

const exists: Resolve<never, EntityRef> = ({ read }, _, { loaders }) => loaders.exists(read);

const aspects: Resolve<{ input?: { aspectNames?: string[] | null } | null }, EntityRef> = async ({ read }, { input }, { catalog, loaders }) => {
  const names = input?.aspectNames ?? [...read.type.aspects.values()].filter(({ kind }) => kind !== 'timeseries').map(({ name }) => name);
  const unknown = names.find((name) => !catalog.model.aspects.has(name));
  if (unknown !== undefined) throw unknownAspect(unknown, '/aspectNames');
  const states = await Promise.all(names.map((name) => loaders.state(read, name)));
  return names.flatMap((aspectName, index) => {
    const state = states[index];
    return state ? [{ aspectName, payload: state.value.text, value: state.value.json, version: state.seq }] : [];
  });
};

const versions: Resolve<{ aspect: string } & Page, EntityRef> = async ({ read }, { aspect, ...rest }, { catalog, budget }) => {
  const { start, count, asOf } = page(rest);
  const { total, versions: found } = await budget.list(() => catalog.versions(read, aspect, start, count, asOf));
  budget.spend(found.length);
  return {
    start,
    count: found.length,
    total,
    versions: found.map(({ version, state }) => ({
      version,
      payload: state.value.text,
      value: state.value.json,
      created: { time: state.at, actor: state.by },
    })),
  };
};

type RelatedList = Awaited<ReturnType<GraphContext['catalog']['related']>>['related'];

/** Ends that are not soft-deleted, of the first 10,000. */
async function withoutRemoved({ catalog, loaders }: GraphContext, related: RelatedList): Promise<RelatedList> {
  const removed = await Promise.all(
    related.map(async ({ urn }) => {
      const ref = refNamed(catalog.model, urn);
      return ref?.read.type.aspects.has(STATUS) === true && (await loaders.value(ref.read, STATUS))?.removed === true;
    }),
  );
  return related.filter((_, at) => !removed[at]);
}

interface RelationshipsInput extends Page {
  readonly types?: string[] | null;
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly includeSoftDelete?: boolean | null;
}

const relationships: Resolve<{ input: RelationshipsInput }, EntityRef> = async ({ read }, { input }, context) => {
  const { catalog, budget, warn } = context;
  const { start, count, asOf } = page(input);
  const wrong = unknownRelationships(catalog.model, input.types ?? []);
  if (wrong !== undefined) warn(wrong);
  const all = input.includeSoftDelete === false ? { start: 0, count: MOST } : { start, count };
  const listed = await budget.list(() => catalog.related(read, input.direction, input.types ?? [], all.start, all.count, asOf));
  const live = input.includeSoftDelete === false ? await withoutRemoved(context, listed.related) : undefined;
  if (live && listed.total > MOST)
    warn(
      `includeSoftDelete: false looks at the first ${MOST} of ${listed.total} relationships of ${read.text}: total counts those that are left of them`,
    );
  const { total, related } = live ? { total: live.length, related: live.slice(start, start + count) } : listed;
  budget.spend(related.length);
  const found = related.map(({ type, urn, missing = false }) => ({
    type,
    direction: input.direction,
    entity: refNamed(catalog.model, urn),
    missing,
  }));
  return { start, count: found.length, total, relationships: found };
};

const MOST_ENTITIES = 1_000;

const one: Resolve<{ urn: string }> = (_, { urn }, { catalog }) => refOf(urnFrom(catalog.model, urn));

const several: Resolve<{ urns: readonly string[] }> = (_, { urns }, { catalog }) => {
  if (urns.length > MOST_ENTITIES) throw tooMany('/urns', `${MOST_ENTITIES} URNs`, urns.length);
  return urnsFrom(catalog.model, urns).map(refOf);
};

export const entityFields: Resolvers = {
  Query: { entity: one, entities: costing(SEARCH, several) },
  Entity: { exists, aspects, versions: costing(1, versions), relationships: costing(1, relationships), lineage: lineageField },
};
