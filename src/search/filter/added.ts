/**
 * Joins the client's filter with the filter of what the reader sees. Typesense limits the size of a filter, and Cairn that of a client's. How
 * many policies a reader has must not decide what may be asked: if they leave no room, Cairn first finds the documents that they show, in
 * parts of a size that Typesense takes, and filters by their ids, which is one comparison.
 */
import { filterTooLarge } from '../../errors.ts';
import type { Fields } from '../../model/fields.ts';
import { type Clause, fitsUrl, joined, operationsOf } from './clause.ts';
import { clauseOf, type Lookup } from './compile.ts';
import { both, criteriaOf, EVERYTHING, type Filter, mapCriteria } from './tree.ts';

const MOST_OF_FILTER = 84;
/** Each search sends the ids: with more, its filter is larger than 2 MB. */
export const MOST_IDS = 200_000;

/**
 * @param lookup limited to the documents that the search can match anyway
 * @throws Refusal malformed for a value that does not fit its field, and for too many criteria of the client
 */
export async function compile(lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  const { added, sent } = parted(filter);
  if (added.length === 0) return sentClause(lookup, fields, sent);
  const shown = both(...added);
  const name = JSON.stringify(shown);
  const whole = await lookup.kept(name, (all) => clauseOf(all, fields, shown));
  const own = await sentClause(lookup.within(whole), fields, sent);
  const clause = joined('&&', [whole, own]);
  if (operationsOf(clause) <= MOST_OF_FILTER) return clause;
  return joined('&&', [await lookup.kept(`ids ${name}`, (all) => shortened(all, fields, shown)), own]);
}

/** What Cairn adds, and the rest. Both hold for each hit. */
function parted(filter: Filter): { readonly added: readonly Filter[]; readonly sent: Filter } {
  if (filter.is !== 'and') return { added: [], sent: filter };
  if (filter.added) return { added: [filter], sent: EVERYTHING };
  const parts = filter.of.map(parted);
  const added = parts.flatMap((part) => part.added);
  return added.length === 0 ? { added, sent: filter } : { added, sent: both(...parts.map(({ sent }) => sent)) };
}

async function sentClause(lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  const clause = await clauseOf(lookup, fields, filter);
  const size = operationsOf(clause) > MOST_OF_FILTER ? await sizeOfSent(lookup, fields, filter, clause) : 0;
  if (size > MOST_OF_FILTER) throw filterTooLarge(`at most ${MOST_OF_FILTER} comparisons, operators and parentheses together`, size);
  return clause;
}

/** How many there are without the criteria that Cairn has added. */
async function sizeOfSent(lookup: Lookup, fields: Fields, filter: Filter, whole: Clause): Promise<number> {
  if (![...criteriaOf(filter)].some(({ added }) => added)) return operationsOf(whole);
  const sent = mapCriteria(filter, (each) => (each.added ? EVERYTHING : each));
  return operationsOf(await clauseOf(lookup, fields, sent));
}

/** The same documents by a clause of a few comparisons: instead of the parts of an `or` it has ids. */
async function shortened(lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  if (filter.is === 'and') return joined('&&', await Promise.all(filter.of.map((each) => shortened(lookup, fields, each))));
  if (filter.is !== 'or') return clauseOf(lookup, fields, filter);
  const ids = new Set<string>();
  for (const part of await partsOf(lookup, fields, filter)) {
    for (const id of await lookup.idsOf(part)) ids.add(id);
    if (ids.size > MOST_IDS) throw filterTooLarge(`policies that are more alike, or show at most ${MOST_IDS} entities`, ids.size);
  }
  return ids.size > 0 && `h_urn:=[${[...ids].join(',')}]`;
}

/** Clauses that together match what the filter does, each of a size that an export takes. */
async function partsOf(lookup: Lookup, fields: Fields, filter: Filter): Promise<string[]> {
  const clause = await clauseOf(lookup, fields, filter);
  if (typeof clause !== 'string') return clause ? ['type:!=q'] : [];
  if (isPart(clause)) return [clause];
  if (filter.is === 'or') return inParts((await Promise.all(filter.of.map((each) => partsOf(lookup, fields, each)))).flat());
  const wide = filter.is === 'and' ? filter.of.find((each) => each.is === 'or') : undefined;
  // What all of several must meet, each of them must.
  if (filter.is !== 'and' || wide?.is !== 'or') return [clause];
  const others = filter.of.filter((each) => each !== wide);
  return partsOf(lookup, fields, { is: 'or', of: wide.of.map((each) => both(...others, each)) });
}

/** As many clauses at once as fit. */
function inParts(clauses: readonly string[]): string[] {
  const parts: string[] = [];
  for (const clause of clauses) {
    const more = joined('||', [...parts.slice(-1), clause]);
    if (parts.length > 0 && typeof more === 'string' && isPart(more)) parts.splice(-1, 1, more);
    else parts.push(clause);
  }
  return parts;
}

function isPart(clause: string): boolean {
  return operationsOf(clause) <= MOST_OF_FILTER && fitsUrl(clause);
}
