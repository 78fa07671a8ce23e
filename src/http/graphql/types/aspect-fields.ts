/**
 * Fields that lead from an aspect to the entities that it names, under the names by which clients know them (docs/semantics.md 18.8).
 */
import { type GraphQLResolveInfo, Kind } from 'graphql';
import { platformOf } from '../../../catalog/index.ts';
import type { EntityTypeSpec, Model } from '../../../model/types.ts';
import { type EntityRef, type GraphContext, type Resolve, refNamed } from '../operation.ts';
import { PROPERTY_FIELDS } from './property-fields.ts';

export const ASPECT_FIELD_TYPES = `
type DomainAssociation { domain: Domain associatedUrn: String! }`;

interface Field {
  readonly type: string;
  readonly resolve: Resolve<never, EntityRef>;
}
type Json = Record<string, unknown>;

/** A field of every entity type that may carry the aspect. */
function from(aspect: string, type: string, make: (value: Json, model: Model, urn: string) => unknown): Field {
  const resolve = async ({ read }: EntityRef, _: never, { catalog, loaders }: GraphContext): Promise<unknown> => {
    const value = await loaders.value(read, aspect);
    return value === undefined ? null : make(value, catalog.model, read.text);
  };
  return { type: `: ${type}`, resolve };
}

const domain = from('domains', 'DomainAssociation', (value, model, associatedUrn) => {
  const first = Array.isArray(value.domains) ? value.domains[0] : undefined;
  return first === undefined ? null : { domain: refNamed(model, first), associatedUrn };
});
const container = from('container', 'Container', (value, model) => refNamed(model, value.container));

/**
 * The instance of the platform. Most entities have a platform but no instance. Client libraries ask here for nothing but the platform, and
 * then it answers; asked for anything that only an instance has, it is null.
 */
const instance: Field = {
  type: ': DataPlatformInstance',
  resolve: async ({ read }: EntityRef, _: never, { catalog, loaders }: GraphContext, info?: GraphQLResolveInfo) => {
    const value = await loaders.value(read, 'dataPlatformInstance');
    const named = refNamed(catalog.model, value?.instance);
    if (named || typeof value?.platform !== 'string' || !asksOnly(info, 'platform')) return named;
    const type = catalog.model.entityTypes.get('dataPlatformInstance');
    return type ? { urn: '', type: type.graphql, read: { type, text: '', parts: [value.platform, ''] } } : null;
  },
};

/** Fragments count as asking for more. */
function asksOnly(info: GraphQLResolveInfo | undefined, field: string): boolean {
  const asked = (info?.fieldNodes ?? []).flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return asked.every((each) => each.kind === Kind.FIELD && each.name.value === field);
}

const subType = from('subTypes', 'String', (value) => (Array.isArray(value.typeNames) ? value.typeNames[0] : null));

/** From the URN where that says it, else from the aspect. */
const platform: Field = {
  type: ': DataPlatform',
  resolve: async ({ read }, _, { catalog, loaders }) => {
    const named =
      platformOf(catalog.model, read) ??
      (read.type.aspects.has('dataPlatformInstance') ? (await loaders.value(read, 'dataPlatformInstance'))?.platform : undefined);
    return refNamed(catalog.model, named);
  },
};

const key = (field: string, type: string): Field => ({
  type: `: ${type}`,
  resolve: ({ read }, _, { catalog }) => {
    const text = read.parts[read.type.key.urnFields.indexOf(field)];
    return type === 'String' ? text : refNamed(catalog.model, text);
  },
});

const BY_ASPECT: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  domains: { domain },
  container: { container },
  dataPlatformInstance: { dataPlatformInstance: instance, platform },
  subTypes: { subType },
  ...PROPERTY_FIELDS,
};

/** Key fields that clients call otherwise. */
const BY_TYPE: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  dataPlatform: { name: key('platformName', 'String') },
  dataJob: { dataFlow: key('flow', 'DataFlow') },
};

export function aspectFields(type: EntityTypeSpec): Record<string, Field> {
  const fields = [...type.aspects.keys()].map((name) => BY_ASPECT[name] ?? {});
  return Object.assign({}, ...fields, type.platform ? { platform } : {}, BY_TYPE[type.name] ?? {}) as Record<string, Field>;
}
