/**
 * The table of legacy actions (`?action=`): resource → action → its row. An unknown action is answered with the known ones.
 */
import { unknownAction } from '../../errors.ts';
import { heavy, type Needs, NOTHING, OF_SYSTEM, type Operation, reading, SEARCH_WEIGHT, upkeep, WALK_WEIGHT, writing } from '../request/operation.ts';
import type { Handler } from '../types.ts';
import { getTimeseriesStats } from './analytics.ts';
import { autocomplete, browse, getBrowsePaths } from './browse.ts';
import { getLineage, getNeighbours } from './get-lineage.ts';
import { ingestProposal, ingestProposalBatch } from './ingest-proposal.ts';
import { batchGetTotalEntityCount, exists, filterExistingUrns, getCount, getTotalEntityCount, listUrns } from './inventory.ts';
import {
  applyRetention,
  dropUnusedProperties,
  indexProblems,
  producePlatformEvent,
  rebuildIndex,
  restoreIndices,
  setWritable,
  verify,
} from './operations.ts';
import { deleteEntity, deleteReferences } from './remove.ts';
import { describe, list, refused, rollback } from './runs.ts';
import { filter, listFound, scrollAcrossEntities, search, searchAcrossEntities } from './search.ts';
import { scrollAcrossLineage, searchAcrossLineage } from './search-across-lineage.ts';
import { batchIngest, ingest } from './snapshot.ts';
import { getTimeseriesAspectValues } from './timeseries.ts';
import { ingestUsage, queryRange } from './usage.ts';

type Action = Operation<Handler<unknown>>;

const OF_INDEX: Needs = [['RESTORE_INDICES_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS']];

/** By resource and name. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  aspects: {
    ingestProposal: writing('part', ingestProposal, 'WrittenUrn'),
    ingestProposalBatch: writing('part', ingestProposalBatch, 'BatchOutcome'),
    getTimeseriesAspectValues: reading('part', getTimeseriesAspectValues, 'TimeseriesValues'),
    getCount: reading('all', getCount, 'Count'),
    restoreIndices: upkeep('all', restoreIndices, 'RestoredIndices', OF_INDEX),
  },
  entities: {
    ingest: writing('part', ingest, NOTHING),
    batchIngest: writing('part', batchIngest, NOTHING),
    search: heavy(SEARCH_WEIGHT, reading('part', search, 'SearchAnswer')),
    searchAcrossEntities: heavy(SEARCH_WEIGHT, reading('part', searchAcrossEntities, 'SearchAnswer')),
    scrollAcrossEntities: heavy(SEARCH_WEIGHT, reading('part', scrollAcrossEntities, 'SearchAnswer')),
    list: heavy(SEARCH_WEIGHT, reading('part', listFound, 'UrnPage')),
    filter: heavy(SEARCH_WEIGHT, reading('part', filter, 'SearchAnswer')),
    autocomplete: heavy(SEARCH_WEIGHT, reading('part', autocomplete, 'Suggestions')),
    browse: heavy(SEARCH_WEIGHT, reading('part', browse, 'BrowsePage')),
    getBrowsePaths: reading('part', getBrowsePaths, 'TextList'),
    delete: writing('part', deleteEntity, 'DeletedEntity'),
    deleteReferences: upkeep('all', deleteReferences, 'DeletedReferences', [['DELETE_ENTITY']]),
    exists: reading('part', exists, 'Existence'),
    filterExistingUrns: reading('part', filterExistingUrns, 'TextList'),
    listUrns: reading('part', listUrns, 'UrnPage'),
    getTotalEntityCount: heavy(SEARCH_WEIGHT, reading('part', getTotalEntityCount, 'Count')),
    batchGetTotalEntityCount: heavy(SEARCH_WEIGHT, reading('part', batchGetTotalEntityCount, 'CountsByType')),
    setWritable: upkeep('all', setWritable, NOTHING, OF_SYSTEM),
    applyRetention: upkeep('all', applyRetention, NOTHING, [['APPLY_RETENTION_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS']]),
    searchAcrossLineage: heavy(WALK_WEIGHT, reading('part', searchAcrossLineage, 'SearchAnswer')),
    scrollAcrossLineage: heavy(WALK_WEIGHT, reading('part', scrollAcrossLineage, 'SearchAnswer')),
  },
  relationships: {
    getLineage: heavy(WALK_WEIGHT, reading('part', getLineage, 'DirectLineage', ['asOf'])),
    getNeighbours: heavy(WALK_WEIGHT, reading('part', getNeighbours, 'LineageNeighbours', ['asOf'])),
  },
  runs: {
    list: reading('all', list, 'Runs'),
    describe: reading('all', describe, 'RunRows'),
    refused: reading('part', refused, 'RunRefused'),
    rollback: heavy(SEARCH_WEIGHT, upkeep('all', rollback, 'RolledBack', [['EDIT_ENTITY'], ['DELETE_ENTITY']])),
  },
  analytics: { getTimeseriesStats: heavy(SEARCH_WEIGHT, reading('part', getTimeseriesStats, 'TimeseriesStats')) },
  usageStats: { batchIngest: writing('part', ingestUsage, NOTHING), queryRange: reading('part', queryRange, 'UsageAnswer') },
  operations: {
    restoreIndices: upkeep('all', restoreIndices, 'RestoredIndices', OF_INDEX),
    rebuildIndex: upkeep('all', rebuildIndex, 'RebuildBegun', OF_INDEX),
    dropUnusedProperties: upkeep('all', dropUnusedProperties, 'UnusedProperties', OF_INDEX),
    verify: heavy(SEARCH_WEIGHT, upkeep('all', verify, 'VerifiedPart', OF_SYSTEM)),
    indexProblems: heavy(SEARCH_WEIGHT, reading('all', indexProblems, 'IndexProblems')),
  },
  platform: {
    producePlatformEvent: upkeep('all', producePlatformEvent, NOTHING, [['PRODUCE_PLATFORM_EVENT_PRIVILEGE', 'MANAGE_SYSTEM_OPERATIONS']]),
  },
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
