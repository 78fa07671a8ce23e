/**
 * The core for a reader who sees a part of the catalog, made from the rows of its calls (../rows.ts). What is not visible is treated as if it did
 * not exist.
 */
import { holders, viewers } from '../../access/index.ts';
import { needsEverything } from '../../errors.ts';
import { callsByRows } from '../by-rows.ts';
import type { Catalog } from '../calls.ts';
import type { Call, CallRow, PartRule } from '../row.ts';
import { columnEdges } from './column-edges.ts';
import type { PartContext, PartViewer } from './contexts.ts';
import { hitsOnTime } from './late-columns.ts';
import { ofEach } from './part-calls.ts';
import { restrictedEdges } from './restricted-edges.ts';
import { isAboutRequest, type Refuse, type Viewer } from './viewer.ts';

/** @param judged does the core that is given judge what is written? If not, nothing is written with it */
export function restricted(catalog: Catalog, viewer: PartViewer, judged = false): Catalog {
  const context = contextOf(catalog, viewer);
  const calls = callsByRows(catalog, (row, call) => {
    const isUnjudged = row.sender !== undefined && !judged && row.part.is !== 'refused';
    const rule: PartRule<Call> = isUnjudged ? { is: 'refused', what: `${row.sender} without being judged` } : row.part;
    return partOf(rule, row.about, call, context);
  });
  return {
    ...calls,
    model: catalog.model,
    searchable: catalog.searchable,
    partial: context.refuse,
    seenBy: async () => restricted(catalog, viewer, judged),
    observed: (observer, decided) => restricted(catalog.observed(observer, decided), viewer, decided !== undefined),
  };
}

function contextOf(core: Catalog, viewer: PartViewer): PartContext {
  const made = columnEdges(core, viewer);
  const refuse = refusalOf(core, viewer);
  const onTime = hitsOnTime(core, viewer);
  return {
    ...{ core, viewer, refuse, onTime, shown: made.shown },
    edges: restrictedEdges(core, viewer, made, refuse, onTime),
    sees: async (urn) => (await viewer.among([urn])).has(urn),
  };
}

/** A call as a rule lets the reader of a part make it. */
function partOf(rule: PartRule<Call>, about: CallRow<Call>['about'], call: Call, context: PartContext): Call {
  const urnsOf = (request: readonly never[]): readonly string[] => (typeof about === 'function' ? about(...request) : []);
  switch (rule.is) {
    case 'same':
      return call;
    case 'filtered':
      return rule.by(call, context);
    case 'refused':
      return async () => {
        throw await context.refuse(rule.what);
      };
    case 'absent':
      return (...request) =>
        ofSeen(
          context,
          urnsOf(request),
          () => call(...request),
          () => rule.otherwise(...request),
        );
    case 'each':
      return async (...request) =>
        ofEach(
          context.viewer,
          urnsOf(request),
          (urn) => urn,
          (await call(...request)) as readonly unknown[],
          () => rule.otherwise,
        );
  }
}

/** The answer about entities if all of them are seen; otherwise what is answered if they do not exist. */
async function ofSeen({ viewer }: PartContext, urns: readonly string[], call: () => unknown, otherwise: () => unknown): Promise<unknown> {
  const [outcome] = await Promise.allSettled([call()]);
  const seen = await viewer.among(urns);
  const isSeen = urns.every((urn) => seen.has(urn));
  // A request that says something wrong is refused, whatever is there.
  if (outcome.status === 'rejected' && (isSeen || isAboutRequest(outcome.reason))) throw outcome.reason;
  return isSeen && outcome.status === 'fulfilled' ? outcome.value : otherwise();
}

export function refusalOf({ people }: Catalog, { user, mayName }: Pick<Viewer, 'user' | 'mayName'>): Refuse {
  return async (what) => {
    const policies = await people.policies();
    return needsEverything(user, what, viewers(policies, mayName), holders(policies, ['MANAGE_POLICIES'], mayName));
  };
}
