/**
 * A form for the values of structured properties on an entity, built from their definitions.
 */
import { type PatchOperation, pathPart, stampNow } from '../api/edit.ts';
import type { Property, PropertyValue } from '../api/properties.ts';
import { entriesIn, sameValues } from '../parts/property-entries.ts';
import { PropertyValues } from '../parts/property-list.tsx';
import type { Editing } from './use-editing.ts';
import { ValueField } from './value-field.tsx';

/** Values by the URN of their property. */
type PropertyForm = Readonly<Record<string, readonly PropertyValue[]>>;

/**
 * Writes only the properties whose values differ from those that the form began with. All others, also soft-deleted ones, stay as they are.
 *
 * @param properties the properties that can be set on the entity
 */
export function editPropertyValues(properties: readonly Property[]): Editing<PropertyForm> {
  return {
    title: 'Properties',
    aspect: 'structuredProperties',
    read: (value) => {
      const own = entriesIn(value).filter(({ propertyUrn }) => properties.some(({ urn }) => urn === propertyUrn));
      return Object.fromEntries(own.map(({ propertyUrn, values }) => [propertyUrn, values]));
    },
    change: async (now, form, from) => {
      const changed = properties.map(({ urn }) => urn).filter((urn) => !sameValues(form[urn] ?? [], from[urn] ?? []));
      const present = new Set(entriesIn(now).map(({ propertyUrn }) => propertyUrn));
      const lastModified = await stampNow();
      const patch = changed.flatMap((urn): PatchOperation[] => {
        const path = `/properties/${pathPart(urn)}`;
        const values = form[urn] ?? [];
        if (values.length > 0) return [{ op: 'add', path, value: { propertyUrn: urn, values, lastModified } }];
        return present.has(urn) ? [{ op: 'remove', path }] : [];
      });
      return { patch, arrayPrimaryKeys: { properties: ['propertyUrn'] } };
    },
    check: (form) => {
      const wrong = properties.find(
        ({ urn, kind }) => kind === 'number' && (form[urn] ?? []).some((value) => 'double' in value && !Number.isFinite(value.double)),
      );
      return wrong && `${wrong.name} takes numbers only.`;
    },
    Form: ({ form, set }) => (
      <>
        {properties.map((property) => (
          <ValueField
            key={property.urn}
            property={property}
            values={form[property.urn] ?? []}
            onChange={(values) => set({ ...form, [property.urn]: values })}
          />
        ))}
      </>
    ),
    Show: ({ value }) => <PropertyValues entries={entriesIn(value)} properties={properties} />,
  };
}
