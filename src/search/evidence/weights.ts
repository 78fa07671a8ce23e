/**
 * How much each kind of evidence says when search ranks the answers to a question. The figures were chosen with
 * `npm run bench -- questions`; docs/performance.md says what each of them brings, by leaving it out. The bench changes them for that;
 * nothing else does.
 */
import { typeIn } from '../document/open-documents.ts';

/**
 * A word counts in each field of an evidence document once, by the weight of the field, less in long fields: `length` says how much the
 * length counts, from 0 (not at all) to 1.
 */
interface FieldWeight {
  weight: number;
  length: number;
}

const FIELDS = {
  /** The entity's own name, without the path before it. */
  n: { weight: 3, length: 0.5 },
  /** The names of what contains it: database, schema, folders. */
  p: { weight: 2, length: 0.3 },
  /** The names of its parts: columns. */
  c: { weight: 0.7, length: 0.6 },
  /** What kind of thing it is: entity type, subtypes, platform. */
  k: { weight: 1, length: 0 },
  /** Descriptions of it and its parts, and all other searched texts. */
  d: { weight: 1, length: 0.8 },
} satisfies Record<string, FieldWeight>;

export type FieldKey = keyof typeof FIELDS;
export const FIELD_KEYS = Object.keys(FIELDS) as FieldKey[];

/** The names of parts, and the field with what else is said of them. */
export const PARTS: FieldKey = 'c';
export const OF_COLUMNS = 'e';

/** An evidence document as it is ranked. @param columns with what is said of columns */
export function evidenceFor(document: Readonly<Record<string, unknown>>, columns: boolean): Readonly<Record<string, unknown>> {
  const { [OF_COLUMNS]: more, ...rest } = document;
  const own: Readonly<Record<string, unknown>> = { ...rest, ...typeIn(String(rest.type)) };
  if (columns) return typeof more === 'string' && more !== '' ? { ...own, d: own.d ? `${String(own.d)} ${more}` : more } : own;
  const { v: _, fold: __, ...others } = own;
  return { ...others, [PARTS]: '' };
}

const typeFactors: Record<string, number> = {
  container: 0.5,
  corpuser: 0.5,
  corpGroup: 0.5,
  dataPlatform: 0.5,
  dataPlatformInstance: 0.5,
  schemaField: 0.5,
  tag: 0.5,
  query: 0.7,
  structuredProperty: 0.5,
  ownershipType: 0.3,
};

export const WEIGHTS = {
  fields: FIELDS as Record<FieldKey, FieldWeight>,
  /** The share of what the tables of one schema say together that each of them gets. */
  schema: 0.5,
  /** The share of what its neighbours say with words that it lacks: those that foreign keys, lineage or common queries join with it. */
  neighbours: 0.2,
  /** A number in a question: mostly it is a value and no name. */
  number: 0.3,
  /** A stop word that stands in a name: `in` of `singer_in_concert`. */
  stopWord: 0.5,
  /** A word that only stands for a word of the question. */
  alternatives: { synonym: 1, abbreviation: 0.8, spelling: 0.7 },
  /** An entity that has all words of a question comes first if it has at least this share of the best evidence. */
  allWords: 0.5,
  /** What is owned, described, used and so on comes first among equals: the most that it adds. */
  care: 0.02,
  /** Another entity with the same name and the same parts elsewhere is a copy. */
  copy: 0.9,
  /** These name other things, and are seldom an answer themselves. */
  typeFactors,
};

/** A shorter field counts as if it had this share of the average length: a description of two words is no name. */
export const LEAST_LENGTH = 0.1;

/** The most that neighbours add, as a share of an entity's own evidence. */
export const MOST_FROM_NEIGHBOURS = 0.3;

/** Search fields of the model that hold the names of parts. */
export const PART_FIELDS: ReadonlySet<string> = new Set(['fieldPaths', 'fieldLabels']);
