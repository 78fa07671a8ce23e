/**
 * Stages of a lifecycle that hide what is in them from the searches of everybody but its owners (docs/semantics.md 9.4).
 */
import type { LogPlace } from '../../graph/commit-log.ts';
import { fieldsOf } from '../../model/fields.ts';
import { isRecord } from '../../model/path.ts';
import { both, criteriaOf, criterion, type Filter, type SearchRequest } from '../../search/index.ts';
import { type KeptParts, keptOfType } from '../read/kept-of-type.ts';

const STAGE = 'lifecycleStage';
const OWNERS = 'owners';

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
  return async (request, head) => {
    const { viewer, filter, types } = request;
    const fields = types.map(fieldsOf);
    if (viewer === undefined || !fields.some((each) => each.has(STAGE)) || [...criteriaOf(filter)].some(({ field }) => field === STAGE))
      return request;
    const stages = await hidden(head);
    if (stages.length === 0) return request;
    const shown: Filter = { is: 'not', of: added(STAGE, 'IN', ...stages) };
    const owned = fields.some((each) => each.has(OWNERS)) ? [added(OWNERS, 'EQUAL', viewer)] : [];
    return { ...request, filter: both(filter, owned.length > 0 ? { is: 'or', of: [shown, ...owned] } : shown) };
  };
}
