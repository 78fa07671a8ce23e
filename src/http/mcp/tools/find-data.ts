/**
 * `find_data`: the assets that answer a question, and why they were found.
 */
import { z } from 'zod';
import {
  both,
  describingAspects,
  descriptionIn,
  EVERYTHING,
  named,
  readFilter,
  readNamed,
  type SearchResult,
  valueIn,
} from '../../../catalog/index.ts';
import { DEPRECATION, PLATFORM_TYPE, SCHEMA_METADATA } from '../../../model/known-names.ts';
import { entityTypeOrRefuse } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn } from '../../../model/pick.ts';
import { remarkTexts } from '../../answer/search-headers.ts';
import { clip } from '../fit.ts';
import { onPlatform } from '../on-platform.ts';
import { named as namedSchema, start } from '../schemas.ts';
import { tool } from '../tool.ts';

const USUAL = 10;
const MOST = 50;
const USUAL_TYPES = ['dataset'];
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
  input: {
    question: z.string().min(1).max(500).describe('A question, words, or a query such as tags:pii. Quotes find an exact phrase. * finds everything.'),
    types: z
      .array(z.string())
      .min(1)
      .max(50)
      .optional()
      .describe('Entity types: dataset, dashboard, chart, dataJob, glossaryTerm ... Left out: datasets, and if no dataset matches, all types'),
    platform: z.string().max(200).optional().describe('Only on this platform: snowflake'),
    where: z
      .array(
        z.strictObject({
          field: z.string().min(1).max(200),
          values: z.array(z.string().max(2_000)).min(1).max(100),
          not: z.boolean().default(false),
        }),
      )
      .max(20)
      .default([])
      .describe('Only what has one of the values in each of these fields: tags, glossaryTerms, owners, domains (URNs), origin, fieldPaths ...'),
    sortBy: z.string().max(200).optional().describe('A field, such as lastModifiedAt, in place of the best first'),
    ascending: z.boolean().default(false),
    counts: z.array(z.string().min(1).max(200)).min(1).max(10).optional().describe('Also count hits by the values of these fields: platform, tags'),
    start,
    limit: z.number().int().min(0).max(MOST).default(USUAL),
  },
  output: {
    question: z.string().optional(),
    types: z.array(z.string()).optional().describe('The entity types that were searched'),
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
    counts: z.record(z.string(), z.record(z.string(), z.number())).optional(),
  },
  run: async ({ catalog, actor, indexState }, { question, types, platform, where, sortBy, ascending, counts, start: from, limit }) => {
    const { model } = catalog;
    const asked = (types ?? USUAL_TYPES).map((name) => entityTypeOrRefuse(model, name, '/types'));
    const request = {
      input: question,
      inputName: 'question',
      filter: EVERYTHING,
      within: both(
        ...(platform === undefined ? [] : [onPlatform(model, platform)]),
        ...(where.length === 0 ? [] : [readFilter(clause(where), '/where')]),
      ),
      ...(sortBy !== undefined && { sort: [{ field: sortBy, order: ascending ? 'ASCENDING' : 'DESCENDING' }] as const }),
      ...(counts !== undefined && { facets: counts }),
      start: from,
      count: limit,
      matches: true,
      viewer: actor,
    };
    const first = await catalog.search({ ...request, types: asked });
    // No table answers: another asset may.
    const [searched, specs] =
      types === undefined && first.total === 0
        ? [await catalog.search({ ...request, types: catalog.searchable }), catalog.searchable]
        : [first, asked];
    const aspects = [...new Set(specs.flatMap(describingAspects)), SCHEMA_METADATA, DEPRECATION, 'dataPlatformInstance'];
    const views = await readNamed(
      catalog,
      searched.hits.map(({ urn }) => urn),
      aspects,
    );
    const hits = searched.hits.flatMap(({ urn, matchedFields, unmet = [], folded = 0 }) => {
      const view = views.get(urn);
      if (!view) return [];
      const value = (name: string): unknown => valueIn(view, name);
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
    const lag = indexState()?.lag ?? 0;
    return {
      head: { question, types: specs.map(({ name }) => name), total: searched.total, ...(searched.bestOf && { best: bestOf(searched.bestOf) }) },
      parts: [
        { name: 'hits', value: hits, of: limit === 0 ? 0 : searched.total - from, how: 'start, limit, maxTokens, or a narrower question' },
        { name: 'counts', value: counts && countsOf(searched) },
      ],
      none: searched.total === 0 ? ['hits'] : [],
      notKnown: [...remarkTexts(searched.unknown), ...(lag > 0 ? [`whether ${lag} recent writes match: search does not show them yet`] : [])],
    };
  },
});

/** As legacy filters have it, so that fields and values are checked in one place. */
function clause(where: readonly { readonly field: string; readonly values: readonly string[]; readonly not: boolean }[]): unknown {
  return { or: [{ and: where.map(({ field, values, not }) => ({ field, condition: 'EQUAL', values, negated: not })) }] };
}

function countsOf({ facets }: SearchResult): Record<string, Record<string, number>> {
  return Object.fromEntries(facets.map(({ field, values }) => [field, Object.fromEntries(values.map(({ value, count }) => [value, count]))]));
}

function bestOf({ withAllWords, unmet, corrected }: NonNullable<SearchResult['bestOf']>) {
  return {
    withAllWords,
    ...(unmet.length > 0 && { unmet }),
    ...(corrected.length > 0 && { corrected: corrected.map(({ word, as }) => `${word} -> ${as}`) }),
  };
}

function whyFound(matched: readonly { readonly name: string; readonly value: string }[]): { field: string; values: string[] }[] {
  const fields = new Map<string, string[]>();
  for (const { name, value } of matched.filter(({ name: field }) => !SAYS_LITTLE.has(field)))
    fields.set(name, [...(fields.get(name) ?? []), clip(value, LONGEST_VALUE)]);
  return [...fields].map(([field, values]) => ({ field, values: values.slice(0, MOST_VALUES) }));
}
