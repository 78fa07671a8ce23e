/**
 * `joins_between`: on which columns tables are joined, and how that is known.
 */
import { z } from 'zod';
import { JOIN_REASONS, joins } from '../../../catalog/index.ts';
import { withColumns } from '../answerable.ts';
import { findAsset } from '../find-asset.ts';
import { clip } from '../fit.ts';
import { asset, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const LONGEST_STATEMENT = 800;
/** How to get joins that were not looked at. */
const OTHER = 'name "other"';
const HOW: Partial<Record<(typeof JOIN_REASONS)[number], string>> = { query: 'queries_of' };

export const joinsBetween = tool({
  name: 'joins_between',
  title: 'Joins between tables',
  description:
    'Tells on which columns to join two tables, or with "other" left out, which tables a table is joined with. "foreignKey" and "declared" are certain, "query" shows how people do it, "lineage" says that columns come from the other table, "sameName" is a guess. If the two are not joined directly, "through" leads over further tables.',
  input: { asset, other: asset.optional() },
  output: {
    asset: named.optional(),
    other: named.optional(),
    joins: z
      .array(
        z.object({
          how: z.enum(JOIN_REASONS),
          left: z.string(),
          right: z.string(),
          on: z.array(z.string()).describe('left column = right column'),
          detail: z.string().optional(),
          queries: z.number().optional(),
        }),
      )
      .optional(),
    through: z
      .array(z.object({ steps: z.array(named), on: z.array(z.array(z.string())).describe('For each step: column = column of the next') }))
      .optional(),
    names: z.record(z.string(), z.string()).optional().describe('URN of each name in "left" and "right"'),
  },
  run: async ({ catalog }, input) => {
    const { urn } = await findAsset(catalog, 'asset', input.asset, withColumns(catalog));
    const other = input.other === undefined ? undefined : (await findAsset(catalog, 'other', input.other, withColumns(catalog))).urn;
    const found = await joins(catalog, { urn, other });
    const ends = [...new Set([urn.text, ...(other ? [other.text] : []), ...found.joins.flatMap(({ left, right }) => [left, right])])];
    const nameOf = await readNames(catalog, [...ends, ...found.through.flatMap(({ urns }) => urns)]);
    const short = shortNames(ends, (text) => nameOf(text).name);
    const label = (text: string): string => short.get(text) ?? text;
    return {
      head: { asset: nameOf(urn.text), ...(other && { other: nameOf(other.text) }) },
      parts: [
        {
          name: 'joins',
          share: 0.8,
          value: found.joins.map(({ reason, left, right, on, detail, count }) => ({
            how: reason,
            left: label(left),
            right: label(right),
            on: on.map(([here, there]) => `${label(left)}.${here} = ${label(right)}.${there}`),
            ...(detail !== undefined && { detail: clip(detail, LONGEST_STATEMENT) }),
            ...(count !== undefined && { queries: count }),
          })),
        },
        { name: 'names', value: found.joins.length === 0 ? undefined : Object.fromEntries([...short].map(([text, name]) => [name, text])) },
        {
          name: 'through',
          value: found.through.map(({ urns, on }) => ({ steps: urns.map(nameOf), on: on.map((pairs) => pairs.map((pair) => pair.join(' = '))) })),
        },
      ],
      none: found.joins.length + found.through.length === 0 ? ['joins'] : [],
      hidden: found.hidden > 0 ? [{ what: 'joins', count: found.hidden, why: 'the other table is soft-deleted' }] : [],
      cut: found.cut.map(({ reason, shown, of }) => ({ part: reason, shown, of, how: HOW[reason] ?? OTHER })),
    };
  },
});

/** A name for each URN that no other has: with a number behind it where several are called the same. */
function shortNames(urns: readonly string[], nameOf: (urn: string) => string): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    urns.map((urn) => {
      const name = nameOf(urn);
      let own = name;
      for (let number = 2; taken.has(own); number++) own = `${name}#${number}`;
      taken.add(own);
      return [urn, own];
    }),
  );
}
