/**
 * `history_of`: the versions of parts of an asset, and what each changed.
 */
import { z } from 'zod';
import { type Catalog, difference, type VersionRange } from '../../../catalog/index.ts';
import type { Urn } from '../../../model/urn.ts';
import { resolveAspects } from '../../request/aspect-names.ts';
import { findAsset } from '../find-asset.ts';
import { asset, named, start } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const MOST_ASPECTS = 8;
const MOST_VERSIONS = 20;
/** Steps of one version that an answer shows. */
const MOST_STEPS = 50;

export const historyOf = tool({
  name: 'history_of',
  title: 'Versions',
  description:
    'Lists the versions of aspects of an asset, the latest first: when, by whom, and what each changed as a JSON Patch from the version before; with "values" also the whole value. For changes in words use changes_since.',
  input: {
    asset,
    aspects: z.array(z.string().min(1).max(200)).min(1).max(MOST_ASPECTS).describe('Such as schemaMetadata, ownership, globalTags'),
    values: z.boolean().default(false),
    start,
    limit: z.number().int().min(1).max(MOST_VERSIONS).default(10).describe('Most versions of each aspect'),
  },
  output: {
    asset: named.optional(),
    totals: z.record(z.string(), z.number()).optional().describe('How many versions are kept, by aspect'),
    versions: z
      .array(
        z.object({
          aspect: z.string(),
          version: z.number().describe('0 is the latest'),
          at: z.string(),
          by: z.string(),
          changes: z.array(z.record(z.string(), z.unknown())).optional(),
          moreChanges: z.number().optional(),
          value: z.unknown().optional(),
        }),
      )
      .optional(),
  },
  run: async ({ catalog }, { aspects, values, start: from, limit, asset: asked }) => {
    const { urn } = await findAsset(catalog, 'asset', asked);
    const resolved = resolveAspects(catalog.model, aspects);
    const known = new Set((await catalog.read([urn], resolved)).flatMap((view) => view.aspects.map(({ aspect }) => aspect.name)));
    const wanted = resolved.filter((name) => known.has(name));
    const ranges = await Promise.all(wanted.map((name) => rangeOf(catalog, urn, name, from, limit)));
    const nameOf = await readNames(catalog, [urn.text, ...ranges.flatMap(({ versions }) => versions.map(({ state }) => state.by))]);
    const rows = ranges.flatMap(({ aspect, versions }) =>
      versions.slice(0, limit).map(({ version, state }, at) => {
        const before = versions[at + 1]?.state;
        const steps = before ? difference(before, state) : [];
        return {
          aspect: aspect.name,
          version,
          at: new Date(state.at).toISOString(),
          by: nameOf(state.by).name,
          ...(before && { changes: steps.slice(0, MOST_STEPS) }),
          ...(steps.length > MOST_STEPS && { moreChanges: steps.length - MOST_STEPS }),
          ...(values && { value: state.value.json }),
        };
      }),
    );
    return {
      head: {
        asset: nameOf(urn.text),
        totals: Object.fromEntries(ranges.map(({ aspect, total }) => [aspect.name, total])),
      },
      parts: [
        {
          name: 'versions',
          value: rows,
          of: ranges.reduce((sum, { total }) => sum + Math.max(0, total - from), 0),
          how: `start: ${from + limit}, or fewer aspects`,
        },
      ],
      notKnown: resolved.filter((name) => !known.has(name)),
    };
  },
});

/** One version more than asked for, to tell what the last one changed. */
async function rangeOf(catalog: Catalog, urn: Urn, name: string, from: number, limit: number): Promise<VersionRange> {
  return catalog.versions(urn, name, from, limit + 1);
}
