/**
 * `lineage_of`: what an asset or a column is made from, or what is made from it, narrowed by words, types, platform and distance.
 */
import { z } from 'zod';
import { EVERYTHING, type LineageSearchResult, plainPath } from '../../../catalog/index.ts';
import { columnOf, columnPath, columnUrn } from '../../../model/column-urn.ts';
import { entityTypeOrRefuse, urnFrom } from '../../../model/named.ts';
import type { Model } from '../../../model/types.ts';
import { remarkTexts } from '../../answer/search-headers.ts';
import { inLineage, withColumns } from '../answerable.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import { onPlatform } from '../on-platform.ts';
import { asset, column, named, start } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const MOST = 100;

export const lineageOf = tool({
  name: 'lineage_of',
  title: 'Lineage',
  description:
    'Tells what an asset or a column is made from (upstream), or what is made from it (downstream), the nearest first. With a column, "columns" are those that it comes from or goes to. For what breaks and whom to tell use impact_of_change.',
  input: {
    asset,
    column,
    direction: z.enum(['upstream', 'downstream']).default('upstream'),
    hops: z.number().int().min(1).max(100).optional().describe('Most steps'),
    words: z.string().max(500).default('*').describe('Only what has these words'),
    types: z.array(z.string()).min(1).max(50).optional(),
    platform: z.string().max(200).optional(),
    start,
    limit: z.number().int().min(1).max(MOST).default(30),
  },
  output: {
    asset: named.optional(),
    column: z.string().optional(),
    direction: z.enum(['upstream', 'downstream']).optional(),
    total: z.number().optional(),
    assets: z.array(named.extend({ hops: z.number(), columns: z.array(z.string()).optional() })).optional(),
  },
  run: async ({ catalog }, { direction, hops, words, types, platform, start: from, limit, ...asked }) => {
    const { model } = catalog;
    const { urn, column: ofUrn } = await findAsset(
      catalog,
      'asset',
      asked.asset,
      asked.column === undefined ? inLineage(catalog) : withColumns(catalog),
    );
    const path = await findColumn(catalog, urn, asked.column ?? ofUrn);
    const found = await catalog.searchLineage({
      urn: path === undefined ? urn : urnFrom(model, columnUrn(model, urn.text, path)),
      direction: direction === 'upstream' ? 'UPSTREAM' : 'DOWNSTREAM',
      hops,
      input: words,
      inputName: 'words',
      filter: platform === undefined ? EVERYTHING : onPlatform(model, platform),
      types: types?.map((name) => entityTypeOrRefuse(model, name, '/types')),
      start: from,
      count: limit,
    });
    const nameOf = await readNames(catalog, [urn.text, ...found.hits.map((hit) => hit.urn)]);
    return {
      head: { asset: nameOf(urn.text), ...(path !== undefined && { column: path }), direction, total: found.total },
      parts: [
        {
          name: 'assets',
          value: found.hits.map((hit) => ({ ...nameOf(hit.urn), hops: hit.degree, ...(path !== undefined && { columns: columnsIn(model, hit) }) })),
          of: found.total - from,
          how: `start: ${from + limit}, hops, types or words`,
        },
      ],
      none: found.total === 0 ? ['assets'] : [],
      notKnown: remarkTexts(found.unknown),
      hidden: found.filtered > 0 ? [{ what: 'assets', count: found.filtered, why: 'these assets are soft-deleted' }] : [],
    };
  },
});

/** The columns of a hit in which paths end. */
function columnsIn(model: Model, { paths }: LineageSearchResult['hits'][number]): string[] {
  const ends = paths.flatMap((path) => {
    const end = columnOf(model, path.at(-1) ?? '');
    return end ? [plainPath(columnPath(end.path))] : [];
  });
  return [...new Set(ends)];
}
