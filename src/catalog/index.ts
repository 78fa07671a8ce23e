/**
 * The core's door: the calls and nouns that the faces may use. Nothing else of this room is imported from outside.
 */

export { FORMATS as WEBHOOK_FORMATS, SENDS as WEBHOOK_SENDS } from '../graph/webhooks.ts';
export {
  both,
  EVERYTHING,
  type Facet,
  type Filter,
  isEverything,
  type Place,
  readFilter,
  type SearchRequest,
  type SearchResult,
  type Sort,
  type UnknownField,
} from '../search/index.ts';
export { type Catalog, makeCatalog } from './catalog.ts';
export { changeId, changeText } from './changes/change-text.ts';
export { CHANGES as LOGGED_CHANGES } from './changes/changes.ts';
export type { Change, ChangeCursor, ChangeFilter, ChangesPage, ChangesRequest } from './changes/types.ts';
export type { IndexState } from './find/index-status.ts';
export { notedLag, noteLag } from './find/lag.ts';
export { lineageEnds } from './lineage/ends.ts';
export { type LineageDirection, lineageDirection, lineageNames } from './lineage/lineage.ts';
export type { LineagePlace, LineageSearchRequest, LineageSearchResult } from './lineage/search.ts';
export { finishDeletesOf } from './maintenance/finish-deletes.ts';
export type { RunRow } from './maintenance/runs.ts';
export { seed } from './maintenance/seed.ts';
export { VERIFY_PARTS, type VerifyPlace } from './maintenance/verify/index.ts';
export { definitionFrom, entriesOf, type PropertyValue } from './properties/properties.ts';
export type { EdgesRequest } from './read/edges.ts';
export { partOf } from './read/list.ts';
export type { EntityView } from './read/read.ts';
export { directionFrom } from './read/related.ts';
export { difference } from './read/versions.ts';
export { readUsage } from './series/read-usage.ts';
export { appliedLimit, type SeriesPoint } from './series/series.ts';
export { beginningOf, DURATIONS, type Duration, RANGES, type Range, type UsageBucket, usageProposal } from './series/usage.ts';
export { type AspectState, type SystemMetadata, withValue } from './state.ts';
export type { Webhook, WebhookInput, Webhooks } from './webhooks/webhooks.ts';
export { again } from './write/again.ts';
export type { Commit } from './write/committer.ts';
export { aspectTag, CONDITIONAL_HEADERS, entityTag, meets, tags } from './write/conditions.ts';
export { platformOf } from './write/defaults.ts';
export { stateOf } from './write/draft.ts';
export type { WriteObserver } from './write/observer.ts';
export { CHANGE_TYPES, type ChangeType, type RawProposal, type Written } from './write/proposal.ts';
export { makeRecentEntities, type RecentEntities } from './write/recent-entities.ts';
export { type ItemOutcome, refuseEmpty, type WriteResult } from './write/write.ts';
export { makeWriting, type Writing } from './write/writing.ts';
