/**
 * The table of legacy actions (`?action=`): resource → action → its row. An unknown action is answered with the known ones.
 */
import { unknownAction } from '../../errors.ts';
import { type Operation, reading, upkeep, writing } from '../request/operation.ts';
import type { Handler } from '../types.ts';
import { applyRetention } from './apply-retention.ts';
import { autocomplete, browse, getBrowsePaths } from './browse.ts';
import { getLineage } from './get-lineage.ts';
import { ingestProposal, ingestProposalBatch } from './ingest-proposal.ts';
import { batchGetTotalEntityCount, exists, filterExistingUrns, getCount, getTotalEntityCount, listUrns } from './inventory.ts';
import { dropUnusedProperties, indexProblems, rebuildIndex, restoreIndices, verify } from './operations.ts';
import { producePlatformEvent } from './produce-platform-event.ts';
import { deleteEntity, deleteReferences } from './remove.ts';
import { describe, list, rollback } from './runs.ts';
import { filter, listFound, scrollAcrossEntities, search, searchAcrossEntities } from './search.ts';
import { scrollAcrossLineage, searchAcrossLineage } from './search-across-lineage.ts';
import { batchIngest, ingest } from './snapshot.ts';
import { getTimeseriesAspectValues } from './timeseries.ts';
import { ingestUsage, queryRange } from './usage.ts';
import { setWritable } from './writable.ts';

type Action = Operation<Handler<unknown>>;

/** By resource and name. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  aspects: {
    ingestProposal: writing(ingestProposal),
    ingestProposalBatch: writing(ingestProposalBatch),
    getTimeseriesAspectValues: reading(getTimeseriesAspectValues),
    getCount: reading(getCount),
    restoreIndices: upkeep(restoreIndices),
  },
  entities: {
    ingest: writing(ingest),
    batchIngest: writing(batchIngest),
    search: reading(search),
    searchAcrossEntities: reading(searchAcrossEntities),
    scrollAcrossEntities: reading(scrollAcrossEntities),
    list: reading(listFound),
    filter: reading(filter),
    autocomplete: reading(autocomplete),
    browse: reading(browse),
    getBrowsePaths: reading(getBrowsePaths),
    delete: writing(deleteEntity),
    deleteReferences: upkeep(deleteReferences),
    exists: reading(exists),
    filterExistingUrns: reading(filterExistingUrns),
    listUrns: reading(listUrns),
    getTotalEntityCount: reading(getTotalEntityCount),
    batchGetTotalEntityCount: reading(batchGetTotalEntityCount),
    setWritable: upkeep(setWritable),
    applyRetention: upkeep(applyRetention),
    searchAcrossLineage: reading(searchAcrossLineage),
    scrollAcrossLineage: reading(scrollAcrossLineage),
  },
  relationships: { getLineage: reading(getLineage, ['asOf']) },
  runs: { list: reading(list), describe: reading(describe), rollback: upkeep(rollback) },
  usageStats: { batchIngest: writing(ingestUsage), queryRange: reading(queryRange) },
  operations: {
    restoreIndices: upkeep(restoreIndices),
    rebuildIndex: upkeep(rebuildIndex),
    dropUnusedProperties: upkeep(dropUnusedProperties),
    verify: upkeep(verify),
    indexProblems: reading(indexProblems),
  },
  platform: { producePlatformEvent: upkeep(producePlatformEvent) },
};

export const RESOURCES = Object.keys(ACTIONS);

/** @throws Refusal malformed for an unknown action */
export function actionNamed(resource: string, name: string | undefined): Action {
  const actions = ACTIONS[resource] ?? {};
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return { ...action, query: ['action', ...action.query] };
  const known = Object.keys(actions).join(', ');
  throw unknownAction(resource, known, name);
}
