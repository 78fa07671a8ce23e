/**
 * `set_properties`: set and remove values of structured properties.
 */
import { z } from 'zod';
import { entriesOf, propertyEdit } from '../../../catalog/index.ts';
import { PROPERTY_TYPE, PROPERTY_VALUES } from '../../../model/known-names.ts';
import { asset, column, common, maxTokens, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';
import { linked, targetOf, writeBack } from './write-back.ts';

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
    'Sets values of structured properties of an asset or of a column, and removes properties. Each property must be defined, and is found by URN or by name; its definition decides which values it takes. Answers all values afterwards.',
  input: z.strictObject({
    asset,
    column,
    set: z.array(z.strictObject({ property, values })).max(MOST).default([]),
    remove: z.array(property).max(MOST).default([]),
    maxTokens,
  }),
  output: z.object({
    asset: named.optional(),
    column: z.string().optional(),
    changed: z.boolean().optional(),
    properties: z.array(z.object({ name: z.string(), urn: z.string(), values: z.array(z.union([z.string(), z.number()])) })).optional(),
    ...common,
  }),
  writes: true,
  run: async (context, input) => {
    const { catalog } = context;
    const target = await targetOf(context, input);
    const urns = await linked(
      context,
      'set',
      input.set.map((each) => each.property),
      [PROPERTY_TYPE],
    );
    const remove = await linked(context, 'remove', input.remove, [PROPERTY_TYPE]);
    const set = input.set.map((each, at) => ({ property: urns[at] ?? '', values: each.values }));
    const { view, head } = await writeBack(context, target, propertyEdit(catalog.model, target, set, remove));
    const entries = entriesOf(view?.aspects.find(({ aspect }) => aspect.name === PROPERTY_VALUES)?.state.value.json);
    const nameOf = await readNames(
      catalog,
      entries.map(({ propertyUrn }) => propertyUrn),
    );
    const value = entries.map((entry) => ({
      name: nameOf(entry.propertyUrn).name,
      urn: entry.propertyUrn,
      values: entry.values.map((each) => ('string' in each ? each.string : each.double)),
    }));
    return { head, parts: [{ name: 'properties', value }], none: value.length === 0 ? ['properties'] : [] };
  },
});
