/**
 * Column lineage in a patch (docs/semantics.md 13.6): clients see the flat list `fineGrainedLineages` as a tree,
 * `/fineGrainedLineages/<operation or NONE>/<downstream field>/<query or NONE>/<upstream field>` with `{confidenceScore}` as value.
 */
import { isRecord } from '../../../model/path.ts';
import { recordsIn } from '../../../model/pick.ts';
import type { AspectSpec } from '../../../model/types.ts';
import type { PatchOperation } from './types.ts';

const FIELD = 'fineGrainedLineages';
const PATH = `/${FIELD}/`;
type Leaf = Record<string, unknown>;
type Tree = Record<string, Record<string, Record<string, Record<string, Leaf>>>>;

/** The document with the tree instead of the list; `undefined` if no operation uses the tree. */
export function unfoldFineGrained(aspect: AspectSpec, document: unknown, operations: readonly PatchOperation[]): unknown {
  const about = operations.some(({ path }) => path.startsWith(PATH) && !/^\/fineGrainedLineages\/(\d+|-)(\/|$)/.test(path));
  if (!about || aspect.columnLineage.length === 0 || !isRecord(document)) return undefined;
  const tree: Tree = branch();
  for (const entry of recordsIn(document, FIELD)) {
    const { upstreams, downstreams, transformOperation, query, confidenceScore, upstreamType, downstreamType, matchType } = entry;
    const leaf = Object.fromEntries(
      Object.entries({ confidenceScore, upstreamType, downstreamType, matchType }).filter(([, value]) => value !== undefined),
    );
    for (const downstream of list(downstreams)) {
      const byUpstream = below(below(below(tree, String(transformOperation ?? 'NONE')), downstream), String(query ?? 'NONE'));
      for (const upstream of list(upstreams)) byUpstream[upstream] = leaf;
    }
  }
  return { ...document, [FIELD]: tree };
}

/** The branch with this name. Creates it if it is missing. */
function below<Branch>(tree: Record<string, Record<string, Branch>>, name: string): Record<string, Branch> {
  tree[name] ??= branch();
  return tree[name];
}

/** An object without a prototype, because clients choose the names. */
function branch<Leaves>(): Record<string, Leaves> {
  return Object.create(null) as Record<string, Leaves>;
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Turns the tree back into the list. Upstream fields that share everything else go into one entry. */
export function foldFineGrained(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document[FIELD])) return document;
  const entries = new Map<string, { upstreams: string[]; rest: Record<string, unknown> }>();
  for (const [operation, byDownstream] of Object.entries(document[FIELD] as Tree)) {
    for (const [downstream, byQuery] of Object.entries(byDownstream)) {
      for (const [query, byUpstream] of Object.entries(byQuery)) {
        for (const [upstream, leaf] of Object.entries(byUpstream)) {
          const rest = {
            upstreamType: 'FIELD_SET',
            downstreamType: 'FIELD',
            ...leaf,
            downstreams: [downstream],
            ...(operation === 'NONE' ? {} : { transformOperation: operation }),
            ...(query === 'NONE' ? {} : { query }),
          };
          const key = JSON.stringify(rest);
          const entry = entries.get(key);
          if (entry) entry.upstreams.push(upstream);
          else entries.set(key, { upstreams: [upstream], rest });
        }
      }
    }
  }
  return { ...document, [FIELD]: [...entries.values()].map(({ upstreams, rest }) => ({ ...rest, upstreams })) };
}
