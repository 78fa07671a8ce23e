/**
 * `checks_of`: what checks say about an asset, and the incidents that are open.
 */
import { z } from 'zod';
import { type Check, checksOf as checksAbout, type LookedAt } from '../../../catalog/index.ts';
import { withChecks, withColumns } from '../answerable.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import { type CutPart, clip } from '../fit.ts';
import { asset, column, named, start } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const LONGEST = 400;
const RESULTS = ['SUCCESS', 'FAILURE', 'ERROR', 'INIT', 'NOT_RUN'] as const;

export const checksOf = tool({
  name: 'checks_of',
  title: 'Checks and incidents',
  description: 'Lists the quality checks of a table or of one of its columns with their latest results, failed ones first, and the open incidents.',
  input: {
    asset,
    column,
    type: z.string().max(100).optional().describe('FRESHNESS, VOLUME, SQL, FIELD, DATA_SCHEMA, DATASET, CUSTOM'),
    result: z.enum(RESULTS).optional(),
    runs: z.number().int().min(1).max(10).default(1).describe('How many of the latest results of each'),
    start,
    limit: z.number().int().min(1).max(50).default(20),
  },
  output: {
    asset: named.optional(),
    column: z.string().optional(),
    total: z.number().optional(),
    checks: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          about: z.string(),
          columns: z.array(z.string()).optional(),
          result: z.enum(RESULTS),
          at: z.string().optional(),
          earlier: z.array(z.object({ result: z.string(), at: z.string() })).optional(),
        }),
      )
      .optional(),
    incidents: z.array(z.object({ urn: z.string(), title: z.string(), type: z.string(), since: z.string().optional() })).optional(),
  },
  run: async ({ catalog }, { type, result, runs, start: from, limit, ...asked }) => {
    const ofTypes = asked.column === undefined ? withChecks(catalog) : withColumns(catalog);
    // Anything may have an incident.
    const { urn, column: ofUrn } = await findAsset(catalog, 'asset', asked.asset, ofTypes, asked.column === undefined);
    const path = await findColumn(catalog, urn, asked.column ?? ofUrn);
    const { checks, incidents, cut } = await checksAbout(catalog, urn, runs);
    const isWhole = (part: string): boolean => !cut.some((each) => each.part === part);
    const matching = checks.filter(
      (check) =>
        (path === undefined || check.columns.includes(path)) &&
        (type === undefined || check.type === type.toUpperCase()) &&
        (result === undefined || resultOf(check) === result),
    );
    const nameOf = await readNames(catalog, [urn.text]);
    return {
      head: { asset: nameOf(urn.text), ...(path !== undefined && { column: path }), total: matching.length },
      parts: [
        {
          name: 'incidents',
          share: 0.3,
          value: incidents.map(({ since, ...rest }) => ({ ...rest, ...(since !== undefined && { since: iso(since) }) })),
        },
        {
          name: 'checks',
          of: matching.length - from,
          how: `start: ${from + limit}`,
          value: matching.slice(from, from + limit).map((check) => ({
            urn: check.urn,
            type: check.type,
            about: clip(check.about, LONGEST),
            ...(check.columns.length > 0 && { columns: check.columns }),
            result: resultOf(check),
            ...(check.at !== undefined && { at: iso(check.at) }),
            ...(check.earlier.length > 0 && { earlier: check.earlier.map((each) => ({ result: each.result, at: iso(each.at) })) }),
          })),
        },
      ],
      none: [
        ...(matching.length === 0 && isWhole('checks') ? ['checks'] : []),
        ...(incidents.length === 0 && isWhole('incidents') ? ['incidents'] : []),
      ],
      cut: cut.map(notLookedAt),
    };
  },
});

/** Of checks and incidents, those that nobody has looked at. */
export function notLookedAt({ part, type, shown, of }: LookedAt): CutPart {
  return { part, shown, of, how: `GET /relationships with types=${type}` };
}

function resultOf({ result }: Check): (typeof RESULTS)[number] {
  return RESULTS.find((each) => each === result) ?? 'NOT_RUN';
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
