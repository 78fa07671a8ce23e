/**
 * What a search of somebody leaves out (docs/semantics.md 9.4): stages of a lifecycle hide what is in them from everybody but its owners, and
 * documents that are shown with their assets only are in no search.
 */
import type { LogPlace } from '../../graph/commit-log.ts';
import { fieldsOf } from '../../model/fields.ts';
import { isRecord } from '../../model/path.ts';
import { both, criteriaOf, criterion, type Filter, type SearchRequest } from '../../search/index.ts';
import { type KeptParts, keptOfType } from '../read/kept-of-type.ts';

const STAGE = 'lifecycleStage';
const OWNERS = 'owners';
const GLOBAL = 'showInGlobalContext';

/** Who searches; absent: nothing is hidden. */
export interface Viewer {
  /** URN of a user. What is in a hidden stage is left out unless the user owns it, or the filter names `lifecycleStage`. */
  readonly viewer?: string | undefined;
}

const added = (...parts: Parameters<typeof criterion>): Filter => ({ ...criterion(...parts), added: true });

/** @returns a function that narrows what a request searches to what its viewer may see in a search */
export function makeHider(
  parts: KeptParts,
): <Request extends Viewer & Pick<SearchRequest, 'types' | 'filter'>>(request: Request, head: LogPlace | undefined) => Promise<Request> {
  const hidden = keptOfType(parts, 'lifecycleStageType', 'lifecycleStageTypeInfo', (stages) =>
    stages.flatMap(([urn, info]) => (isRecord(info) && isRecord(info.settings) && info.settings.hideInSearch === true ? [urn] : [])),
  );
  return async (asked, head) => {
    const { viewer, types } = asked;
    const fields = types.map(fieldsOf);
    const named = new Set([...criteriaOf(asked.filter)].map(({ field }) => field));
    const hides = (field: string): boolean => viewer !== undefined && !named.has(field) && fields.some((each) => each.has(field));
    const request = hides(GLOBAL) ? { ...asked, filter: both(asked.filter, { is: 'not', of: added(GLOBAL, 'EQUAL', 'false') }) } : asked;
    if (viewer === undefined || !hides(STAGE)) return request;
    const stages = await hidden(head);
    if (stages.length === 0) return request;
    const shown: Filter = { is: 'not', of: added(STAGE, 'IN', ...stages) };
    const owned = fields.some((each) => each.has(OWNERS)) ? [added(OWNERS, 'EQUAL', viewer)] : [];
    return { ...request, filter: both(request.filter, owned.length > 0 ? { is: 'or', of: [shown, ...owned] } : shown) };
  };
}
