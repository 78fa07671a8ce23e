/**
 * `describe_asset`: what the catalog knows about an asset, the most useful first.
 */
import { z } from 'zod';
import { type Catalog, type Description, describe, plainPath, type Sibling, siblingsOf } from '../../../catalog/index.ts';
import { findAsset } from '../find-asset.ts';
import { type CutPart, clip, type Draft, fitted } from '../fit.ts';
import { asset, named, propertyValues } from '../schemas.ts';
import { tool } from '../tool.ts';
import { notLookedAt } from './checks-of.ts';
import { columnsPart, PARTS, partsOf, referencesOf } from './description-parts.ts';
import { readNames } from './read-names.ts';

const column = z.object({
  name: z.string(),
  type: z.string(),
  key: z.boolean().optional(),
  description: z.string().optional(),
  references: z.string().optional().describe('The column that a foreign key refers to'),
  tags: z.array(z.string()).optional(),
  terms: z.array(z.string()).optional(),
  queries: z.number().optional().describe('How often it was queried in 30 days'),
});

/** What an answer says of one asset. */
const described = {
  asset: named.extend({ platform: z.string().optional(), path: z.string().optional(), kind: z.string().optional() }).optional(),
  deprecated: z.object({ note: z.string(), until: z.string().optional(), replacement: z.string().optional() }).optional(),
  siblings: z
    .array(
      named.extend({
        ...{ description: z.string().optional(), owners: z.array(z.string()).optional(), tags: z.array(z.string()).optional() },
        ...{ terms: z.array(z.string()).optional(), domains: z.array(z.string()).optional() },
      }),
    )
    .optional()
    .describe('The same thing elsewhere, such as the dbt model of a table: what these say is theirs'),
  description: z.string().optional(),
  columns: z.array(column).optional(),
  owners: z.array(z.object({ urn: z.string(), name: z.string(), type: z.string() })).optional(),
  terms: z.array(named).optional(),
  tags: z.array(named).optional(),
  domains: z.array(named).optional(),
  otherLinks: z
    .array(z.object({ part: z.string(), entities: z.array(named) }))
    .optional()
    .describe('What else people link assets of this catalog to'),
  quality: z
    .object({
      incidents: z.array(z.object({ title: z.string(), type: z.string(), since: z.string().optional() })).optional(),
      checks: z.array(z.object({ about: z.string(), result: z.string(), at: z.string().optional() })).optional(),
      moreChecks: z.number().optional().describe('How many are left out: checks_of has all'),
    })
    .optional(),
  usage: z
    .object({
      days: z.number(),
      queries: z.number(),
      users: z.number(),
      topUsers: z.array(z.object({ name: z.string(), queries: z.number() })).optional(),
    })
    .optional(),
  freshness: z.object({ lastUpdated: z.string(), operation: z.string().optional() }).optional(),
  size: z.object({ rows: z.number().optional(), bytes: z.number().optional(), measured: z.string() }).optional(),
  queries: z.array(z.object({ name: z.string().optional(), statement: z.string() })).optional(),
  upstream: z.array(named).optional(),
  downstream: z.array(named).optional(),
  properties: propertyValues.optional(),
  definition: z.string().optional(),
  links: z.array(z.object({ url: z.string(), text: z.string() })).optional(),
};

/** What an answer about several assets needs beside them. */
const AROUND_TOKENS = 40;

export const describeAsset = tool({
  name: 'describe_asset',
  title: 'Describe an asset',
  description:
    'Tells what the catalog knows about a table or another asset: columns, keys, owners, terms, quality, usage, freshness, sample queries, lineage. The most useful comes first; raise maxTokens, or name parts, for more.',
  input: {
    asset,
    parts: z.array(z.enum(PARTS)).min(1).optional().describe('Only these parts'),
    columnsLike: z
      .union([z.string().max(200), z.array(z.string().max(200)).min(1).max(20)])
      .optional()
      .describe('Only columns whose name or description contains this, or one of these'),
    columnsFrom: z.number().int().min(0).default(0).describe('How many columns to skip'),
    also: z.array(asset).max(9).default([]).describe('Further assets, to compare: each gets its share of the answer'),
  },
  output: { ...described, also: z.array(z.record(z.string(), z.unknown())).optional().describe('The further assets, each as the first') },
  run: async ({ catalog }, { asset: asked, also, maxTokens: tokens, ...wanted }) => {
    const first = await descriptionOf(catalog, 'asset', asked, wanted);
    if (also.length === 0) return first;
    const drafts = [first];
    for (const [at, each] of also.entries()) drafts.push(await descriptionOf(catalog, `also/${at}`, each, wanted));
    const share = Math.floor((tokens - AROUND_TOKENS) / drafts.length) - 2;
    const [{ cut = [], ...head } = {}, ...others] = drafts.map((draft) => fitted(draft, share));
    return { head, parts: [{ name: 'also', value: others }], cut: cut as readonly CutPart[] };
  },
});

interface WantedParts {
  readonly parts?: readonly string[] | undefined;
  readonly columnsLike?: string | readonly string[] | undefined;
  readonly columnsFrom: number;
}

/** @param argument the name of the asset in the arguments */
async function descriptionOf(
  catalog: Catalog,
  argument: string,
  asked: string,
  { parts: wanted = PARTS, columnsLike, columnsFrom }: WantedParts,
): Promise<Draft> {
  const { urn } = await findAsset(catalog, argument, asked);
  const [known, { siblings, looked }] = await Promise.all([describe(catalog, urn), siblingsOf(catalog, urn)]);
  const nameOf = await readNames(catalog, [
    ...referencesOf(known),
    ...siblings.flatMap(({ owners, links }) => [...owners, ...Object.values(links).flat()]),
  ]);
  const columns = columnsPart(matching(known, columnsLike), known, nameOf)?.slice(columnsFrom);
  const { parts, none, notKnown } = partsOf(known, columns, nameOf);
  const chosen = new Set<string>(wanted);
  const { deprecation, hiddenProperties, hiddenLineage } = known;
  const place = { platform: known.platform && nameOf(known.platform).name, path: known.container && nameOf(known.container).name };
  return {
    head: {
      asset: { urn: urn.text, name: known.name, type: urn.type.name, ...defined({ ...place, kind: known.subTypes[0] }) },
      ...(deprecation && {
        deprecated: defined({
          note: deprecation.note,
          until: deprecation.until === undefined ? undefined : new Date(deprecation.until).toISOString(),
          replacement: deprecation.replacement,
        }),
      }),
      ...(siblings.length > 0 && { siblings: siblings.map((each) => siblingShown(each, (other) => nameOf(other).name)) }),
    },
    parts: parts.filter(({ name }) => chosen.has(name)),
    // Of checks and incidents that nobody has looked at, nobody knows.
    none: none.filter((name) => chosen.has(name) && !(name === 'quality' && known.cut.length > 0)),
    cut: [
      ...(chosen.has('quality') ? known.cut.map(notLookedAt) : []),
      ...(looked.of > looked.shown ? [{ part: 'siblings', ...looked, how: 'GET /relationships with types=SiblingOf' }] : []),
    ],
    notKnown: notKnown.filter((name) => chosen.has(name) && !siblings.some((each) => tells(each, name))),
    hidden: [
      ...(hiddenProperties > 0 ? [{ what: 'properties', count: hiddenProperties, why: 'their property is soft-deleted' }] : []),
      ...(hiddenLineage > 0 ? [{ what: 'lineage', count: hiddenLineage, why: 'these assets are soft-deleted' }] : []),
    ],
  };
}

const LONGEST_SAID = 600;

function siblingShown({ urn, name, type, description, owners, links }: Sibling, nameOf: (urn: string) => string): Record<string, unknown> {
  const said = description === undefined ? undefined : clip(description, LONGEST_SAID);
  const named = Object.entries({ owners, ...links }).flatMap(([part, urns]) => (urns.length > 0 ? [[part, urns.map(nameOf)] as const] : []));
  return defined({ urn, name, type, description: said, ...Object.fromEntries(named) });
}

/** Does a sibling say what the asset itself does not? */
function tells({ description, owners, links }: Sibling, part: string): boolean {
  if (part === 'description') return description !== undefined;
  return (part === 'owners' ? owners : (links[part] ?? [])).length > 0;
}

function matching({ columns }: Description, like: WantedParts['columnsLike']): Description['columns'] {
  if (like === undefined) return columns;
  const words = [like].flat().map((word) => word.toLowerCase());
  const has = (text: string | undefined): boolean => text !== undefined && words.some((word) => text.toLowerCase().includes(word));
  return columns?.filter(({ path, description }) => has(plainPath(path)) || has(description));
}

/** Without the fields that are undefined. */
function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
