/**
 * The calls and nouns of the core that the APIs (`http/`) and `demo/` may use; the linter lets them import nothing else of this folder. Background
 * work (`jobs/`) imports what it needs of the core directly.
 */

export {
  ADMINISTRATION,
  compilePolicy,
  covers,
  displayName,
  granted,
  PLATFORM_PRIVILEGES,
  type PlatformPrivilege,
  PRIVILEGES_OF_TYPE,
  type Privilege,
  type Scope,
  whyNot,
} from '../access/index.ts';
export { columnsIn, nearestColumns, plainPath } from '../column-names.ts';
export { type BulkChanges, type BulkOwner, type BulkSearch, DELETIONS } from '../graph/bulk.ts';
export { FORMATS as WEBHOOK_FORMATS, SENDS as WEBHOOK_SENDS } from '../graph/webhooks.ts';
export {
  type BestOf,
  both,
  EVERYTHING,
  type FacetResult,
  type Filter,
  type Hit,
  isEverything,
  type Place,
  type Remark,
  readFilter,
  type SearchRequest,
  type SearchResult,
  type Sort,
} from '../search/index.ts';
export { type DryRun, dryRunPolicy, warningsOf } from './access/dry-run.ts';
export type { ExternalPerson, ProviderTerms } from './access/external-user.ts';
export { ANYBODY, type Credential, type Operators, operatorCredential } from './access/makers.ts';
export { SERVICE_ACCOUNT } from './access/service-accounts.ts';
export type { Session, SignOutNotice } from './access/sign-ins.ts';
export type { SignUp } from './access/sign-ups.ts';
export { isServiceAccount, SECRET_PREFIX } from './access/token-info.ts';
export type { Token } from './access/tokens.ts';
export type { Principal, SignedIn } from './access/user-of.ts';
export { type ChangedEntities, changedSince, changesOf } from './assets/changed.ts';
export { COLUMN_ASPECTS, type Column, columnLinks, columnsOf, hasSchema, pathsOf } from './assets/columns.ts';
export { type Description, describe } from './assets/describe.ts';
export {
  type Deprecating,
  deprecationEdit,
  describeEdit,
  type EditOperation,
  type EditTarget,
  nameEdit,
  type OwnerLink,
  ownerEdit,
  type PageLink,
  pageEdit,
  patchEdit,
  propertyEdit,
  removalEdit,
} from './assets/edit.ts';
export { columnTarget, findColumns } from './assets/find-columns.ts';
export { answerEdit, askEdit, hasForm, promptOf, unaskEdit, verifyEdit } from './assets/forms.ts';
export { type AffectedAsset, impact, MOST_AFFECTED } from './assets/impact.ts';
export { JOIN_REASONS, type Join, joins } from './assets/joins.ts';
export { type EntityName, isRemoved, named, names, readNamed } from './assets/names.ts';
export { type WayOfOwning, wayOfOwning, wayWithEntity } from './assets/ownership.ts';
export { type Check, checksOf, type LookedAt } from './assets/quality.ts';
export { queriesAbout } from './assets/queries.ts';
export { type Resolution, resolve } from './assets/resolve.ts';
export { type Sibling, siblingsOf } from './assets/siblings.ts';
export { describingAspects, descriptionIn, textsOf } from './assets/texts.ts';
export { lineageBetween, type Way } from './assets/ways.ts';
export { KNOWING_REASONS, ownersIn, whoKnows } from './assets/who-knows.ts';
export type { Bulk, BulkCalls, BulkRequest } from './bulk/bulk.ts';
export { editingMany } from './bulk/bulk-edits.ts';
export { type Catalog, makeCatalog } from './catalog.ts';
export { CHANGE_CURSOR_FORM as PLACE_FORM, changeCursorText as placeText, parseChangeCursor as placeFrom } from './changes/change-cursor.ts';
export { changeId, changeText } from './changes/change-text.ts';
export { CHANGES as LOGGED_CHANGES } from './changes/changes.ts';
export type { Change, ChangeCursor, ChangeFilter, ChangesPage, ChangesRequest } from './changes/types.ts';
export type { Grouping } from './find/group-siblings.ts';
export { type Incomplete, incompleteText, shareAndTime } from './find/incomplete.ts';
export { MOST_RECOUNTED } from './find/nested-facets.ts';
export type { IndexState, RequestSearches } from './find/snapshot.ts';
export { ANY_EXECUTOR, readRecipe, sourceRun } from './ingestion.ts';
export { type GroupingSpec, wantsColumns } from './lineage/column-search.ts';
export { lineageEnds } from './lineage/ends.ts';
export { type LineageDirection, lineageDirection, lineageNames } from './lineage/lineage.ts';
export type { LineageHit, LineagePosition as LineagePlace, LineageSearchRequest, LineageSearchResult } from './lineage/search.ts';
export { tookOf } from './maintenance/deletion.ts';
export { MOST_RUNS, type RefusedRow } from './maintenance/refusals.ts';
export type { RunRow } from './maintenance/runs.ts';
export { seed, seededUrns } from './maintenance/seed.ts';
export { VERIFY_PARTS, type VerifyPosition as VerifyPlace } from './maintenance/verify/index.ts';
export { linkEdit, linksEdit } from './parts/edit-links.ts';
export { linksIn } from './parts/links-in.ts';
export { definitionFrom, entriesOf, type PropertyValue } from './properties/properties.ts';
export type { EdgesRequest } from './read/edges.ts';
export { partOf } from './read/list.ts';
export type { EntityView } from './read/read.ts';
export { type Direction, directionFrom, type Ends, type RelatedPage } from './read/related.ts';
export { categoriesOf } from './read/timeline-items.ts';
export { difference, type VersionRange } from './read/versions.ts';
export type { Secrets } from './secrets.ts';
export { type CoverageCount, readCoverage, whyNoCoverage } from './series/coverage.ts';
export { readStats, type StatsRequest } from './series/read-stats.ts';
export { readUsage, type Usage, type UsageRequest, usageIn } from './series/read-usage.ts';
export { appliedLimit, type SeriesPoint, type SeriesWindow } from './series/series.ts';
export { AGGREGATIONS } from './series/stats.ts';
export { beginningOf, DURATIONS, type Duration, RANGES, type UsageBucket, type UsageRange, usageProposal } from './series/usage.ts';
export { UNITS } from './series/windows.ts';
export { type AspectState, type SystemMetadata, valueIn, withValue } from './state.ts';
export type { Webhook, WebhookInput, Webhooks } from './webhooks/webhooks.ts';
export { again } from './write/again.ts';
export { aspectTag, CONDITIONAL_HEADERS, entityTag, meets, tags } from './write/conditions.ts';
export { platformOf } from './write/defaults.ts';
export { stateOf } from './write/draft.ts';
export { withEmptyDefaults } from './write/empty-defaults.ts';
export { ownershipTypeOf } from './write/normalise.ts';
export type { WriteObserver } from './write/observer.ts';
export {
  CHANGE_TYPES,
  type ChangeType,
  type Merge,
  type MergeBase,
  type MergeResult,
  mergeOf,
  type ProposalResult,
  type RawProposal,
  upsert,
} from './write/proposal.ts';
export { makeRecentEntities, type RecentEntities } from './write/recent-entities.ts';
export { type ItemOutcome, refuseEmpty, type WriteRequest, type WriteResult } from './write/write.ts';
export { type ItemsResult, isUnread, readItem, type SentItem, writeItems } from './write/write-items.ts';
