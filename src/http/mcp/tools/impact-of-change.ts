/**
 * `impact_of_change`: what depends on an asset or a column, down to the columns where it lands, and whom to tell.
 */
import { z } from 'zod';
import { type AffectedAsset, impact } from '../../../catalog/index.ts';
import { inLineage, withColumns } from '../answerable.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import { asset, column, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

/** As `start` of the other tools, for what may have many more. */
const start = z.number().int().min(0).max(1_000_000).default(0).describe('How many assets to skip');

/** Landing columns of one asset that an answer lists. */
const MOST_LANDINGS = 20;

const landing = z.object({ column: z.string(), from: z.string().optional(), hops: z.number() });

export const impactOfChange = tool({
  name: 'impact_of_change',
  title: 'Impact of a change',
  description:
    'Tells what breaks if a table or one of its columns changes or goes: every asset downstream with the columns in which it lands, in one call, and whose owners to tell. "columns" of an asset is a list, "none" (on no way does it take this column) or "notKnown" (it may: nobody told which columns are taken on a way to it).',
  input: { asset, column, start },
  output: {
    asset: named.optional(),
    column: z.string().optional(),
    assets: z.number().optional().describe('How many assets lie downstream'),
    landingColumns: z.number().optional().describe('How many landings are known'),
    byType: z.record(z.string(), z.number()).optional(),
    byColumns: z
      .object({ take: z.number(), notKnown: z.number(), none: z.number() })
      .optional()
      .describe('Of all assets: how many surely take the column, may take it, do not take it'),
    affected: z
      .array(
        named.extend({
          hops: z.number().optional(),
          owners: z.array(z.string()).optional(),
          columns: z.union([z.array(landing), z.enum(['none', 'notKnown'])]),
          moreColumns: z.number().optional(),
        }),
      )
      .optional(),
    references: z
      .array(named.extend({ relationship: z.string() }))
      .optional()
      .describe('What refers to the column itself: keys, checks, queries'),
    tell: z
      .array(z.object({ urn: z.string(), name: z.string(), assets: z.number() }))
      .optional()
      .describe('Owners of what is affected'),
  },
  run: async ({ catalog }, input) => {
    const { urn, column: ofUrn } = await findAsset(
      catalog,
      'asset',
      input.asset,
      input.column === undefined ? inLineage(catalog) : withColumns(catalog),
    );
    const path = await findColumn(catalog, urn, input.column ?? ofUrn);
    const found = await impact(catalog, { urn, columns: path === undefined ? [] : [path], start: input.start });
    const concerned = found.affected.filter(({ columns }) => columns !== 'none');
    const nameOf = await readNames(catalog, [
      urn.text,
      ...found.affected.flatMap(({ owners }) => owners),
      ...found.references.map((each) => each.urn),
    ]);
    const { takes, unknown, none } = found.byColumns;
    const noColumns = found.total > 0 && unknown === found.total;
    return {
      head: {
        asset: nameOf(urn.text),
        ...(path !== undefined && { column: path }),
        assets: found.total,
        landingColumns: found.columns,
        byType: found.byType,
        ...(path !== undefined && { byColumns: { take: takes, notKnown: unknown, none } }),
      },
      parts: [
        {
          name: 'affected',
          value: found.affected.map((each) => affectedItem(each, path !== undefined, (text) => nameOf(text).name)),
          share: 0.7,
          of: found.total - input.start,
          how: `start: ${input.start + found.affected.length}, or maxTokens`,
        },
        {
          name: 'references',
          value: found.references.map(({ type, urn: text }) => ({ ...nameOf(text), relationship: type })),
          share: 0.2,
          of: found.totalReferences,
        },
        { name: 'tell', value: ownersByAffected(concerned).map(([text, assets]) => ({ urn: text, name: nameOf(text).name, assets })) },
      ],
      none: [...(found.total === 0 ? ['affected'] : []), ...(path !== undefined && found.references.length === 0 ? ['references'] : [])],
      notKnown: noColumns ? ['column lineage'] : [],
      hidden: found.hidden > 0 ? [{ what: 'affected', count: found.hidden, why: 'these assets are soft-deleted' }] : [],
      cut: found.nextStart === undefined ? [] : [{ part: 'tell', shown: found.affected.length, of: found.total, how: `start: ${found.nextStart}` }],
    };
  },
});

function affectedItem({ urn, name, type, degree, owners, columns }: AffectedAsset, ofOne: boolean, nameOf: (urn: string) => string) {
  const shown = typeof columns === 'string' ? [] : columns.slice(0, MOST_LANDINGS);
  const landings = shown.map(({ column: to, from, degree: hops }) => ({ column: to, ...(!ofOne && { from }), hops }));
  const more = typeof columns === 'string' ? 0 : columns.length - shown.length;
  return {
    urn,
    name,
    type,
    ...(degree !== undefined && { hops: degree }),
    ...(owners.length > 0 && { owners: owners.map(nameOf) }),
    columns: columns === 'unknown' ? 'notKnown' : columns === 'none' ? 'none' : landings,
    ...(more > 0 && { moreColumns: more }),
  };
}

/** Owners by how many of their assets are affected, most first. */
function ownersByAffected(affected: readonly AffectedAsset[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { owners } of affected) for (const owner of new Set(owners)) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
