/**
 * `paths_between`: how two assets hang together by lineage.
 */
import { z } from 'zod';
import { lineageBetween } from '../../../catalog/index.ts';
import { columnUrn } from '../../../model/column-urn.ts';
import { urnFrom } from '../../../model/named.ts';
import { inLineage, withColumns } from '../answerable.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import { asset, column, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const meeting = named.extend({ hopsFrom: z.number(), hopsTo: z.number() });
const MOST = 10;

export const pathsBetween = tool({
  name: 'paths_between',
  title: 'Paths between two assets',
  description:
    'Tells how data gets from one asset to another, step by step, in whichever direction it flows; with columns, from column to column. Without a path it tells what both come from and what both lead to. For keys and joins use joins_between.',
  input: {
    from: asset,
    to: asset,
    fromColumn: column,
    toColumn: column,
    limit: z.number().int().min(1).max(MOST).default(3).describe('How many paths'),
  },
  output: {
    from: named.optional(),
    to: named.optional(),
    paths: z
      .array(
        z.object({
          steps: z.array(named).describe('From upstream to downstream'),
          relationships: z.array(z.string()),
          removed: z.boolean().optional(),
        }),
      )
      .optional(),
    sharedSources: z.array(meeting).optional().describe('What both are made from'),
    sharedTargets: z.array(meeting).optional().describe('What is made from both'),
  },
  run: async ({ catalog }, input) => {
    // One after the other: which of two mistakes is said does not depend on which is found first.
    const from = await findAsset(catalog, 'from', input.from, input.fromColumn === undefined ? inLineage(catalog) : withColumns(catalog));
    const to = await findAsset(catalog, 'to', input.to, input.toColumn === undefined ? inLineage(catalog) : withColumns(catalog));
    const [fromPath, toPath] = await Promise.all([
      findColumn(catalog, from.urn, input.fromColumn ?? from.column),
      findColumn(catalog, to.urn, input.toColumn ?? to.column),
    ]);
    const end = (urn: string, path: string | undefined): string => (path === undefined ? urn : columnUrn(catalog.model, urn, path));
    const byColumn = fromPath !== undefined && toPath !== undefined;
    const [start, target] = byColumn ? [end(from.urn.text, fromPath), end(to.urn.text, toPath)] : [from.urn.text, to.urn.text];
    const found = await lineageBetween(catalog, { from: urnFrom(catalog.model, start), to: urnFrom(catalog.model, target), count: input.limit });
    const met = [...found.sources, ...found.targets];
    const nameOf = await readNames(catalog, [start, target, ...found.lineage.flatMap(({ urns }) => urns), ...met.map(({ urn }) => urn)]);
    const meetings = (list: typeof met) => list.map(({ urn, from: hopsFrom, to: hopsTo }) => ({ ...nameOf(urn), hopsFrom, hopsTo }));
    return {
      head: { from: nameOf(start), to: nameOf(target) },
      parts: [
        {
          name: 'paths',
          value: found.lineage.map(({ urns, names: relationships, removed }) => ({
            steps: urns.map(nameOf),
            relationships,
            ...(removed && { removed }),
          })),
        },
        { name: 'sharedSources', value: meetings([...found.sources]) },
        { name: 'sharedTargets', value: meetings([...found.targets]) },
      ],
      none: found.lineage.length > 0 ? [] : ['paths', ...(met.length === 0 ? ['sharedSources', 'sharedTargets'] : [])],
      cut: found.cut
        ? [{ part: 'sharedSources, sharedTargets', shown: met.length, of: met.length + 1, how: 'only the nearest 1,000 were compared' }]
        : [],
    };
  },
});
