import { openapi } from '../openapi.ts';
import { outcomeOf } from './legacy.ts';
import { type Outcome, type PropertyApi, patchOf, shownDefinition, shownEntries, typeOfUrn } from './property-api.ts';

const PROPERTY = 'structuredProperty';

/** Single aspects by their paths: v2 flat, v3 wrapped. */
export function openapiApi(version: 'v2' | 'v3'): PropertyApi {
  const api = openapi(version);
  const wrapped = (value: unknown): unknown => (version === 'v3' ? { value } : value);
  const post = async (urn: string, aspect: string, value: unknown, query: Record<string, boolean> = {}): Promise<Outcome> =>
    outcomeOf(await api.post(typeOfUrn(urn), urn, aspect, wrapped(value), query), 400);
  const patch = async (urn: string, body: object): Promise<Outcome> =>
    outcomeOf(await api.patch(typeOfUrn(urn), urn, 'structuredProperties', body), 400);
  const read = async (urn: string, aspect: string): Promise<Record<string, unknown> | undefined> => {
    const { status, body, text } = await api.aspect(typeOfUrn(urn), urn, aspect);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    return body.value as Record<string, unknown>;
  };
  return {
    name: version,
    define: (urn, definition) => post(urn, 'propertyDefinition', definition, { createIfNotExists: false }),
    create: (urn, definition) => post(urn, 'propertyDefinition', definition, { createIfNotExists: true }),
    softDelete: (urn) => post(urn, 'status', { removed: true }),
    restore: async (urn, way) =>
      way === 'delete status' ? outcomeOf(await api.removeAspect(PROPERTY, urn, 'status'), 400) : post(urn, 'status', { removed: false }),
    hardDelete: async (urn) => outcomeOf(await api.remove(PROPERTY, urn), 400),
    setValues: (entity, properties) => post(entity, 'structuredProperties', { properties }),
    addValues: (entity, entry) => patch(entity, patchOf('add', entry.propertyUrn, entry)),
    removeValues: (entity, propertyUrn) => patch(entity, patchOf('remove', propertyUrn)),
    definition: async (urn) => {
      const value = await read(urn, 'propertyDefinition');
      return value && shownDefinition(value);
    },
    values: async (entity) => shownEntries(await read(entity, 'structuredProperties')),
  };
}
