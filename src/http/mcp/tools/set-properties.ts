/**
 * `set_properties`: set and remove values of structured properties.
 */
import { z } from 'zod';
import { type EntityView, entriesOf, propertyEdit, valueIn } from '../../../catalog/index.ts';
import { PROPERTY_TYPE, PROPERTY_VALUES } from '../../../model/known-names.ts';
import { asset, column, propertyValues } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';
import { also, changedSchema, linked, targetsOf, writeBack } from './write-back.ts';

const MOST = 20;
const MOST_VALUES = 100;
const property = z.string().min(1).max(500);
const values = z
  .array(z.union([z.string(), z.number()]))
  .min(1)
  .max(MOST_VALUES);

export const setProperties = tool({
  name: 'set_properties',
  title: 'Set properties',
  description:
    'Sets values of structured properties of assets or columns, and removes properties. Each property must be defined, and is found by URN or by name; its definition decides which values it takes. Answers all values afterwards.',
  input: {
    asset,
    column,
    set: z.array(z.strictObject({ property, values })).max(MOST).default([]),
    remove: z.array(property).max(MOST).default([]),
    also,
  },
  output: changedSchema({ properties: propertyValues.optional() }),
  writes: true,
  run: async (context, input) => {
    const { catalog } = context;
    const targets = await targetsOf(context, input);
    const urns = await linked(
      context,
      'set',
      input.set.map((each) => each.property),
      [PROPERTY_TYPE],
    );
    const remove = await linked(context, 'remove', input.remove, [PROPERTY_TYPE]);
    const set = input.set.map((each, at) => ({ property: urns[at] ?? '', values: each.values }));
    const show = async (view: EntityView) => {
      const entries = entriesOf(valueIn(view, PROPERTY_VALUES));
      const nameOf = await readNames(
        catalog,
        entries.map(({ propertyUrn }) => propertyUrn),
      );
      return entries.map((entry) => ({
        name: nameOf(entry.propertyUrn).name,
        urn: entry.propertyUrn,
        values: entry.values.map((each) => ('string' in each ? each.string : each.double)),
      }));
    };
    return writeBack(context, targets, (target) => propertyEdit(catalog.model, target, set, remove), 'properties', show);
  },
});
