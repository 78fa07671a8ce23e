/**
 * The public interface of src/search: only this file is imported from outside.
 */
export { segments } from './document/browse-paths.ts';
export { cutDocuments } from './document/cut-documents.ts';
export { type Documents, documentsOf, searchValues } from './document/document.ts';
export { digest } from './document/encode.ts';
export { OF_OTHERS, openId } from './document/open-documents.ts';
export { FOLDERS, sourceText } from './document/source-values.ts';
export { firstValues, MOST_OF_A_FIELD } from './document/truncation.ts';
export type { IndexedEntity } from './document/types.ts';
export { connectSearch, hasReplayed, isUnanswered, refusesKey, type SearchEngine, searchAnswers, searchProblem, seeing } from './engine/client.ts';
export {
  ALIAS,
  bornAt,
  dropOthers,
  EVIDENCE_ALIAS,
  hashIn,
  hasOtherFormat,
  INDEX_FORMAT,
  makeCollection,
  presentCollection,
  presentName,
  putAlias,
  SOURCE_ALIAS,
  schemaHash,
  WORDS_ALIAS,
} from './engine/collections.ts';
export { dropCursors, type IndexCursor, readCursors, writeCursor } from './engine/cursors.ts';
export { fence } from './engine/fence.ts';
export { makeImporter } from './engine/importer.ts';
export { collectionExists } from './engine/multi.ts';
export type { NodeState } from './engine/nodes.ts';
export { hiddenBy, withoutOpen } from './engine/open-urns.ts';
export { awaitReplayed, expectReplay } from './engine/replay.ts';
export {
  documentsAfter,
  dropDocuments,
  lostWords,
  parseExactly,
  presentIndex,
  type StoredDocument,
  storedDocuments,
  unlistedWords,
} from './engine/stored-documents.ts';
export { unusedProperties } from './engine/unused-properties.ts';
export type { SampleOf } from './engine/view.ts';
export type { DocumentChange } from './engine/write-documents.ts';
export { addWords } from './engine/write-words.ts';
export { withSample } from './evidence/sample.ts';
export { makeSynonyms } from './evidence/synonyms.ts';
export { openSynonymsFile } from './evidence/synonyms-file.ts';
export { booleansIn, textTest, valueTest } from './filter/exact.ts';
export type { Remark } from './filter/expand.ts';
export { matchesGlob } from './filter/glob.ts';
export { readFilter } from './filter/legacy.ts';
export {
  type ClosedFields,
  type PropertyFinder,
  type PropertyMatch,
  type PropertyName,
  propertyFieldOf,
  type SeenColumns,
} from './filter/property-fields.ts';
export { plainText } from './filter/query-ast.ts';
export { both, type Criterion, criteriaOf, criterion, EVERYTHING, type Filter, mapCriteria } from './filter/tree.ts';
export { type BrowseRequest, type BrowseResult, browse } from './query/browse.ts';
export { isEverything, marked } from './query/input.ts';
export type { MatchedField } from './query/matches.ts';
export { asksForRemoved } from './query/scope.ts';
export type { ScrollPosition as Place } from './query/scroll.ts';
export { search } from './query/search.ts';
export { type EntityGroup, type SearchAmongResult, searchAmong } from './query/search-among.ts';
export { type Suggestions, type SuggestRequest, suggest } from './query/suggest.ts';
export type { BestOf, Explanation, FacetResult, Hit, Knowledge, SearchRequest, SearchResult, Sort } from './query/types.ts';
