/**
 * Fields that lead from an aspect to the entities that it names, under the names by which clients know them (docs/semantics.md 18.8).
 */
import { type GraphQLResolveInfo, Kind } from 'graphql';
import { platformOf } from '../../../catalog/index.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';

const domain: Resolve<never, EntityRef> = async ({ read }, _, { catalog, loaders }) => {
  const domains = (await loaders.value(read, 'domains'))?.domains;
  const first: unknown = Array.isArray(domains) ? domains[0] : undefined;
  return first === undefined ? null : { domain: refNamed(catalog.model, first), associatedUrn: read.text };
};

/**
 * The instance of the platform. Most entities have a platform but no instance. Client libraries ask here for nothing but the platform, and
 * then it answers; asked for anything that only an instance has, it is null.
 */
async function dataPlatformInstance({ read }: EntityRef, _: never, { catalog, loaders }: GraphContext, info?: GraphQLResolveInfo): Promise<unknown> {
  const value = await loaders.value(read, 'dataPlatformInstance');
  const named = refNamed(catalog.model, value?.instance);
  if (named || typeof value?.platform !== 'string' || !asksOnly(info, 'platform')) return named;
  const type = catalog.model.entityTypes.get('dataPlatformInstance');
  return type ? { urn: '', type: type.graphql, read: { type, text: '', parts: [value.platform, ''] } } : null;
}

/** Fragments count as asking for more. */
function asksOnly(info: GraphQLResolveInfo | undefined, field: string): boolean {
  const asked = (info?.fieldNodes ?? []).flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return asked.every((each) => each.kind === Kind.FIELD && each.name.value === field);
}

/** From the URN where that says it, else from the aspect. */
export const platform: Resolve<never, EntityRef> = async ({ read }, _, { catalog, loaders }) => {
  const named =
    platformOf(catalog.model, read) ??
    (read.type.aspects.has('dataPlatformInstance') ? (await loaders.value(read, 'dataPlatformInstance'))?.platform : undefined);
  return refNamed(catalog.model, named);
};

export const aspectFields: Resolvers = { Entity: { domain, dataPlatformInstance } };
