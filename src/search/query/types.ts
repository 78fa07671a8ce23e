/**
 * The types of a search: request and result.
 */
import type { EntityTypeSpec } from '../../model/types.ts';
import type { FacetField } from '../document/asked-fields.ts';
import type { SearchEngine } from '../engine/client.ts';
import type { Joiner } from '../evidence/answer.ts';
import type { RankedAnswer } from '../evidence/score.ts';
import type { Synonyms } from '../evidence/synonyms.ts';
import type { ReadReport, SeenClause } from '../evidence/vocabulary.ts';
import type { Remark } from '../filter/expand.ts';
import type { Filter } from '../filter/tree.ts';
import type { MatchedField } from './matches.ts';
import type { ScrollPosition } from './scroll.ts';

export interface Sort {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}

/** What somebody sees who sees a part: the words of nothing else are known to them, not even how common those are. */
interface SeenWords {
  /** The same object as long as the same is seen. */
  readonly key: object;
  filter(): Promise<Filter>;
  /** Is it all that `within` says? Then questions are ranked as if there were nothing else. */
  readonly alone: boolean;
  /** Those of these URNs that are seen. */
  among(urns: readonly string[]): Promise<ReadonlySet<string>>;
  /** Gives of each of these relationships whether it is shown. */
  shown(edges: readonly EdgeResult[]): Promise<(edge: EdgeResult) => boolean>;
}

interface EdgeResult {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

export interface SearchRequest {
  readonly types: readonly EntityTypeSpec[];
  /** Text and query language; empty or `*`: everything. */
  readonly input: string;
  /** What the text is called in the request. */
  readonly inputName?: string;
  /** The words of the input only narrow the result, too: nothing is ranked. */
  readonly onlyFilter?: boolean;
  /** It narrows a ranked list, too: a filter by a value of a facet leaves as many hits as the facet says. */
  readonly filter: Filter;
  /** What is searched beside the types, such as a saved view: a ranked list is one of what meets this. */
  readonly within?: Filter;
  readonly seen?: SeenWords;
  readonly sort?: readonly Sort[];
  /** In the order that costs least, in place of `sort`: for who scrolls through all hits. */
  readonly anyOrder?: boolean;
  readonly start: number;
  readonly count: number;
  /** Also soft-deleted entities; a filter that names `removed` does the same. */
  readonly includeRemoved?: boolean;
  /** Facets to count: all that the model names, or these; absent: none. */
  readonly facets?: 'all' | readonly string[];
  /** Also of the properties that their settings offer as filters. */
  readonly propertyFacets?: boolean;
  /** Values of a facet at most. */
  readonly facetValues?: number;
  /** Say which fields matched. */
  readonly matches?: boolean;
  /** Only entities that have all words of the text, stop words too: nothing is added that has most of them. */
  readonly allWords?: boolean;
  /** Say how the score of each hit of a ranked list comes about. */
  readonly explain?: boolean;
  /** A page of a scroll: in place of `start`, it begins after this hit, or at the beginning. */
  readonly scroll?: { readonly after: ScrollPosition | undefined };
}

/** What the catalog knows beside the index, to rank answers. */
export interface Knowledge {
  /** @param seen joins only through queries that are seen */
  joiner(urns: readonly string[], seen?: SeenWords): ReturnType<Joiner>;
  /** @param seen only of terms that are seen */
  synonyms(engine: SearchEngine, seen?: SeenClause): Promise<Synonyms>;
  /** Hears why the words of the catalog could not be read. */
  readonly wordsFailed: ReadReport;
}

export interface Hit {
  readonly urn: string;
  readonly matchedFields: readonly MatchedField[];
  /** Words of the text that it lacks; only in a ranked list. */
  readonly unmet?: readonly string[];
  /** How many shards of the same table are left out. */
  readonly folded?: number;
  readonly explanation?: Explanation;
}

/** The parts of a hit's score: see evidence/weights.ts. */
export type Explanation = Pick<RankedAnswer, 'score' | 'met' | 'parts'>;

/** The result is a list of the best entities, of those that have any of the words. It has a limit, and `total` is its length. */
export interface BestOf {
  /** The words of the text that count. */
  readonly words: readonly string[];
  /** Those of them that no entity of the list has. */
  readonly unmet: readonly string[];
  /** Words that are read as another one. */
  readonly corrected: readonly { readonly word: string; readonly as: string }[];
  /** How many entities of the list have all words. */
  readonly withAllWords: number;
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly Hit[];
  /** Present if the result is a ranked list and not everything that matches. */
  readonly bestOf?: BestOf;
  readonly facets: readonly FacetResult[];
  readonly unknown: readonly Remark[];
  /** Where a scroll goes on; absent at its end. */
  readonly next?: ScrollPosition | undefined;
}

/** A facet's name in the answer, and its field. */
export interface WantedFacet {
  readonly name: string;
  readonly field: FacetField;
}

export interface FacetResult {
  readonly field: string;
  readonly displayName: string;
  /** Most frequent first, then by value. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** How many values there are in all: more than are given where they are too many. */
  readonly totalValues: number;
}
