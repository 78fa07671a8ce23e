/**
 * `find_data`: the assets that answer a question, and why they were found.
 */
import { z } from 'zod';
import { describingAspects, descriptionIn, EVERYTHING, type Filter, named, notedLag, readNamed, type SearchResult } from '../../../catalog/index.ts';
import { DEPRECATION, PLATFORM_TYPE, SCHEMA_METADATA } from '../../../model/known-names.ts';
import { entityTypeOrRefuse } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn } from '../../../model/pick.ts';
import { clip } from '../fit.ts';
import { common, maxTokens, named as namedSchema } from '../schemas.ts';
import { tool } from '../tool.ts';

const USUAL = 10;
const MOST = 50;
const LONGEST_DESCRIPTION = 240;
/** Values of one field that say why a hit was found. */
const MOST_VALUES = 4;
const LONGEST_VALUE = 80;
/** Fields that repeat the name. */
const SAYS_LITTLE = new Set(['urn', 'id', 'qualifiedName']);

const hit = namedSchema.extend({
  platform: z.string().optional(),
  description: z.string().optional(),
  columns: z.number().optional().describe('How many columns it has'),
  deprecated: z.boolean().optional(),
  lacks: z.array(z.string()).optional().describe('Words of the question that it does not have'),
  folded: z.number().optional().describe('How many more tables of the same kind, such as one a day'),
  why: z.array(z.object({ field: z.string(), values: z.array(z.string()) })).describe('The fields that match, with their values'),
});

export const findData = tool({
  name: 'find_data',
  title: 'Find data',
  description:
    'Finds tables for a question or for words: "customer email addresses", "how many orders per country". The best come first, each with why it was found. Then use describe_asset.',
  input: z.strictObject({
    question: z.string().min(1).max(500).describe('A question, words, or a query such as tags:pii. Quotes find an exact phrase. * finds everything.'),
    types: z.array(z.string()).min(1).max(50).default(['dataset']).describe('Entity types: dataset, dashboard, chart, dataJob, glossaryTerm ...'),
    platform: z.string().max(200).optional().describe('Only on this platform: snowflake'),
    limit: z.number().int().min(1).max(MOST).default(USUAL),
    maxTokens,
  }),
  output: z.object({
    question: z.string().optional(),
    total: z.number().optional().describe('How many there are in all; with "best", how many were ranked'),
    best: z
      .object({
        withAllWords: z.number(),
        unmet: z.array(z.string()).optional(),
        corrected: z.array(z.string()).optional().describe('word -> how it was read'),
      })
      .optional()
      .describe('The hits are the best of those that have any of the words'),
    hits: z.array(hit).optional(),
    ...common,
  }),
  writes: false,
  run: async ({ catalog, actor }, { question, types, platform, limit }) => {
    const { model } = catalog;
    const specs = types.map((name) => entityTypeOrRefuse(model, name, '/types'));
    const searched = await catalog.search({
      types: specs,
      input: question,
      inputName: 'question',
      filter: EVERYTHING,
      ...(platform !== undefined && { within: onPlatform(`${model.names.urnPrefix}${PLATFORM_TYPE}:`, platform) }),
      start: 0,
      count: limit,
      matches: true,
      viewer: actor,
    });
    const aspects = [...new Set(specs.flatMap(describingAspects)), SCHEMA_METADATA, DEPRECATION, 'dataPlatformInstance'];
    const views = await readNamed(
      catalog,
      searched.hits.map(({ urn }) => urn),
      aspects,
    );
    const hits = searched.hits.flatMap(({ urn, matchedFields, unmet = [], folded = 0 }) => {
      const view = views.get(urn);
      if (!view) return [];
      const value = (name: string): unknown => view.aspects.find(({ aspect }) => aspect.name === name)?.state.value.json;
      const { name, type } = named(view);
      const [description, schema, on, deprecation] = [descriptionIn(view), value(SCHEMA_METADATA), value('dataPlatformInstance'), value(DEPRECATION)];
      return {
        urn,
        name,
        type,
        ...(isRecord(on) && { platform: String(on.platform).slice(`${model.names.urnPrefix}${PLATFORM_TYPE}:`.length) }),
        ...(description !== undefined && { description: clip(description, LONGEST_DESCRIPTION) }),
        ...(schema !== undefined && { columns: recordsIn(schema, 'fields').length }),
        ...(isRecord(deprecation) && deprecation.deprecated === true && { deprecated: true }),
        ...(unmet.length > 0 && { lacks: unmet }),
        ...(folded > 0 && { folded }),
        why: whyFound(matchedFields),
      };
    });
    const lag = notedLag()?.lag ?? 0;
    return {
      head: { question, total: searched.total, ...(searched.bestOf && { best: bestOf(searched.bestOf) }) },
      parts: [{ name: 'hits', value: hits, of: searched.total, how: 'limit, maxTokens, or a narrower question' }],
      none: searched.total === 0 ? ['hits'] : [],
      notKnown: lag > 0 ? [`whether ${lag} recent writes match: search does not show them yet`] : [],
    };
  },
});

function bestOf({ withAllWords, unmet, corrected }: NonNullable<SearchResult['bestOf']>) {
  return {
    withAllWords,
    ...(unmet.length > 0 && { unmet }),
    ...(corrected.length > 0 && { corrected: corrected.map(({ word, as }) => `${word} -> ${as}`) }),
  };
}

function onPlatform(prefix: string, name: string): Filter {
  return { is: 'criterion', field: 'platform', condition: 'EQUAL', values: [name.startsWith('urn:') ? name : `${prefix}${name}`] };
}

function whyFound(matched: readonly { readonly name: string; readonly value: string }[]): { field: string; values: string[] }[] {
  const fields = new Map<string, string[]>();
  for (const { name, value } of matched.filter(({ name: field }) => !SAYS_LITTLE.has(field)))
    fields.set(name, [...(fields.get(name) ?? []), clip(value, LONGEST_VALUE)]);
  return [...fields].map(([field, values]) => ({ field, values: values.slice(0, MOST_VALUES) }));
}
