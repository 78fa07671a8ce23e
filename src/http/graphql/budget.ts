/**
 * Limits the size of one answer: nested lists multiply, however short the query is.
 */
import { refuseLate } from '../../budget.ts';
import { answerTooLarge, type Refusal, tooManyFields } from '../../errors.ts';
import { resting } from '../../slices.ts';

/** Most list items of one answer, including nested lists. */
const MOST_ITEMS = 100_000;
/** Most fields of one answer. Documents of known clients ask for 130,000, most of them of other entity types than those found. */
const MOST_FIELDS = 1_000_000;
/** The cost of a list before it is read, in items. */
export const LIST = 50;
/** Characters of an aspect that cost as much as an item. One entity may be named, and so shown, many times. */
const CHARACTERS = 1_000;
/** How many lists of one request are read at a time: hundreds would take every connection to the graph, and time out. */
const AT_ONCE = 8;
/** The places of a search among them: two searches of one query run at a time, and one beside small requests of others. */
export const SEARCH_PLACES = 4;

export interface Budget {
  /**
   * Reads a list, or `lists` of them at once, when it is its turn.
   *
   * @throws Refusal tooLarge
   */
  list<Result>(read: () => Promise<Result>, lists?: number, places?: number): Promise<Result>;
  /** @throws Refusal tooLarge if the answer would have too many items */
  spend(items: number): void;
  /**
   * Counts an entity that an aspect names. Once the answer is too large it gives null: thousands of fields would repeat the error.
   *
   * @throws Refusal tooLarge for the first entity too many
   */
  named<Entity>(entity: Entity): Entity | null;
  /** @throws Refusal tooLarge if the texts of aspects become too long */
  aspect(text: string): void;
  /**
   * Counts a field of the answer. Only what is answered counts, however much a query asks for.
   *
   * @throws Refusal tooLarge, always the same one
   */
  field(): void;
}

export function makeBudget(most = MOST_ITEMS, mostFields = MOST_FIELDS): Budget {
  const waiting: { readonly places: number; readonly begin: () => void }[] = [];
  let left = most;
  let fields = mostFields;
  let tooMany: Refusal | undefined;
  let free = AT_ONCE;

  function spend(items: number): void {
    left -= items;
    if (left < 0) throw answerTooLarge(most);
  }

  async function list<Result>(read: () => Promise<Result>, lists = 1, wanted = 1): Promise<Result> {
    const places = wanted > 1 && resting() ? AT_ONCE : wanted;
    if (waiting.length > 0 || free < places) await new Promise<void>((begin) => waiting.push({ places, begin }));
    else free -= places;
    try {
      refuseLate();
      spend(LIST * lists);
      return await read();
    } finally {
      free += places;
      for (let [next] = waiting; next && next.places <= free; [next] = waiting) {
        waiting.shift();
        free -= next.places;
        next.begin();
      }
    }
  }

  function named<Entity>(entity: Entity): Entity | null {
    if (left < 0) return null;
    spend(1);
    return entity;
  }

  function field(): void {
    if (--fields >= 0) return;
    tooMany ??= tooManyFields(mostFields);
    throw tooMany;
  }

  return { list, spend, named, field, aspect: (text) => spend(text.length / CHARACTERS) };
}
