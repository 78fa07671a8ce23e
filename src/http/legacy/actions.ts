/**
 * The `?action=` table of the legacy face: resource → action → handler of a body. An action that is not here names those that are.
 */
import { malformed } from '../../errors.ts';
import type { Handler } from '../context.ts';
import { applyRetention } from './apply-retention.ts';
import { autocomplete, browse, getBrowsePaths } from './browse.ts';
import { getLineage } from './get-lineage.ts';
import { ingestProposal, ingestProposalBatch } from './ingest-proposal.ts';
import { batchGetTotalEntityCount, exists, filterExistingUrns, getCount, getTotalEntityCount, listUrns } from './inventory.ts';
import { dropUnusedProperties, rebuildIndex, restoreIndices } from './operations.ts';
import { producePlatformEvent } from './produce-platform-event.ts';
import { deleteEntity, deleteReferences } from './remove.ts';
import { describe, list, rollback } from './runs.ts';
import { filter, listFound, scrollAcrossEntities, search, searchAcrossEntities } from './search.ts';
import { scrollAcrossLineage, searchAcrossLineage } from './search-across-lineage.ts';
import { batchIngest, ingest } from './snapshot.ts';
import { getTimeseriesAspectValues } from './timeseries.ts';
import { ingestUsage, queryRange } from './usage.ts';
import { setWritable } from './writable.ts';

type Action = (body: unknown) => Handler;

const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  aspects: { ingestProposal, ingestProposalBatch, getTimeseriesAspectValues, getCount, restoreIndices },
  entities: {
    ingest,
    batchIngest,
    search,
    searchAcrossEntities,
    scrollAcrossEntities,
    list: listFound,
    filter,
    autocomplete,
    browse,
    getBrowsePaths,
    delete: deleteEntity,
    deleteReferences,
    exists,
    filterExistingUrns,
    listUrns,
    getTotalEntityCount,
    batchGetTotalEntityCount,
    setWritable,
    applyRetention,
    searchAcrossLineage,
    scrollAcrossLineage,
  },
  relationships: { getLineage },
  runs: { list, describe, rollback },
  usageStats: { batchIngest: ingestUsage, queryRange },
  operations: { restoreIndices, rebuildIndex, dropUnusedProperties },
  platform: { producePlatformEvent },
};

export const RESOURCES = Object.keys(ACTIONS);

/** Names of the actions by resource. */
export const ACTION_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ACTIONS).map(([resource, actions]) => [resource, Object.keys(actions)]),
);

/** @throws Refusal malformed for an unknown action */
export function actionNamed(resource: string, name: string | undefined): Action {
  const actions = ACTIONS[resource] ?? {};
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const known = Object.keys(actions).join(', ');
  throw malformed(`POST /${resource} needs ?action= with one of ${known}${name === undefined ? '' : `; ${name} is none of them`}`, [
    { pointer: '/action', expected: `one of ${known}`, got: name },
  ]);
}
