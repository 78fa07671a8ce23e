/**
 * `queries_of`: the queries that are known of an asset or a column.
 */
import { z } from 'zod';
import { queriesAbout } from '../../../catalog/index.ts';
import { columnUrn } from '../../../model/column-urn.ts';
import { urnFrom } from '../../../model/named.ts';
import { withColumns } from '../answerable.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import { clip } from '../fit.ts';
import { asset, column, named, start } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const LONGEST = 4_000;
const MOST_LOOKED_AT = 5_000;

export const queriesOf = tool({
  name: 'queries_of',
  title: 'Queries',
  description: 'Lists queries that are known of a table or of one of its columns, with who wrote them: how people join, filter and sum it.',
  input: {
    asset,
    column,
    source: z.enum(['MANUAL', 'SYSTEM']).optional().describe('Only what people wrote, or what tools run'),
    start,
    limit: z.number().int().min(1).max(50).default(10),
  },
  output: {
    asset: named.optional(),
    column: z.string().optional(),
    total: z.number().optional(),
    queries: z
      .array(
        z.object({
          urn: z.string(),
          name: z.string().optional(),
          statement: z.string(),
          source: z.string().optional(),
          by: z.string().optional(),
          tables: z.array(z.string()).optional().describe('Other tables that it reads'),
        }),
      )
      .optional(),
  },
  run: async ({ catalog }, { source, start: from, limit, ...asked }) => {
    const { model } = catalog;
    const { urn, column: ofUrn } = await findAsset(catalog, 'asset', asked.asset, withColumns(catalog));
    const path = await findColumn(catalog, urn, asked.column ?? ofUrn);
    const all = await queriesAbout(catalog, path === undefined ? urn : urnFrom(model, columnUrn(model, urn.text, path)), MOST_LOOKED_AT);
    const chosen = source === undefined ? all.queries : all.queries.filter((query) => query.source === source);
    const total = source === undefined ? all.total : chosen.length;
    const shown = chosen.slice(from, from + limit);
    const datasets = (subjects: readonly string[]) =>
      subjects.filter((text) => text.includes(':dataset:(') && !text.includes(':schemaField:') && text !== urn.text);
    const nameOf = await readNames(catalog, [
      urn.text,
      ...shown.flatMap(({ by, subjects }) => [...(by === undefined ? [] : [by]), ...datasets(subjects)]),
    ]);
    return {
      head: { asset: nameOf(urn.text), ...(path !== undefined && { column: path }), total },
      parts: [
        {
          name: 'queries',
          of: total - from,
          how: `start: ${from + limit}`,
          value: shown.map(({ urn: text, name, statement, source: of, by, subjects }) => ({
            urn: text,
            ...(name !== undefined && { name }),
            statement: clip(statement, LONGEST),
            ...(of !== undefined && { source: of }),
            ...(by !== undefined && { by: nameOf(by).name }),
            ...(datasets(subjects).length > 0 && { tables: datasets(subjects).map((each) => nameOf(each).name) }),
          })),
        },
      ],
      none: total === 0 ? ['queries'] : [],
      cut: all.looked.of > all.looked.shown ? [{ part: 'search', ...all.looked, how: 'GET /relationships with types=HasQuerySubject' }] : [],
    };
  },
});
