/**
 * What a row of the table of calls says of one call of the core (rows.ts).
 */
import type { Urn } from '../model/urn.ts';
import type { ClosureContext, PartContext } from './access/contexts.ts';
import type { Catalog } from './calls.ts';

/** How a core is opened for somebody, and what opening it settles. Everything else of a core is a call, alone or in a service, and has a row. */
export type Opening = 'model' | 'searchable' | 'partial' | 'seenBy' | 'observed';
export type Calls = Omit<Catalog, Opening>;

export type Call = (...request: never[]) => unknown;

/** A row for each call of these, nested ones included: a call without a row does not compile. */
export type RowsOf<Service> = { readonly [Name in keyof Service]-?: RowFor<NonNullable<Service[Name]>> };
type RowFor<Member> = Member extends Call ? CallRow<Member> : RowsOf<Member>;

export interface CallRow<Own extends Call> {
  /** `writes`: aspects. `upkeep`: something without versions. */
  readonly does: 'reads' | 'writes' | 'upkeep';
  /** The entities of the request that it is about, as URNs. `none`: it is about no entities. `any`: about whatever there is. */
  readonly about: 'none' | 'any' | ((...request: Parameters<Own>) => readonly string[]);
  /** What the answer tells of entities. `names`: which there are. */
  readonly gives: 'nothing' | 'names' | 'values' | 'counts' | 'edges' | 'rights';
  /** How many aspects, edges, points or URNs a request may bring, where it may ask for many: its sender waits for a share of that weight before. */
  readonly brings?: (...request: Parameters<Own>) => number;
  /** What an agent is told when it is answered, as progress of its tool. */
  readonly told?: string;
  /** What a reader gets who sees a part of the entities. */
  readonly part: PartRule<Own>;
  /** What a reader gets who may not read everything of the entities that are seen. */
  readonly closed: ClosureRule<Own>;
  /** Is an answer judged again after it was read, and made again if rights have changed meanwhile? */
  readonly again: boolean;
  /**
   * It is done for who sends the request, whom policies judge, and reported to the observer of the request. The text completes "may not … without
   * being judged": a reader of a part is refused so, where nobody judges.
   */
  readonly sender?: string;
  /** It searches, or says what was seen by searches: it waits for the commit that the request names, and tells the request how far search was. */
  readonly searches?: true;
}

/** What a call answers, once it is there. */
type AnswerOf<Own extends Call> = Awaited<ReturnType<Own>>;
type ItemOf<Own extends Call> = AnswerOf<Own> extends readonly (infer Each)[] ? Each : never;

export type PartRule<Own extends Call> =
  /** The same as everybody: it tells nothing of entities, or judges by itself. */
  | { readonly is: 'same' }
  /** The answer, or the refusal, that the call gives if the entity does not exist. */
  | { readonly is: 'absent'; otherwise(...request: Parameters<Own>): AnswerOf<Own> }
  /** One answer for each entity. Entities that are not seen get this one. */
  | { readonly is: 'each'; readonly otherwise: ItemOf<Own> }
  /** Nothing: it would tell of everything. The text completes "may not". */
  | { readonly is: 'refused'; readonly what: string }
  | { readonly is: 'filtered'; by(call: Own, context: PartContext): Own };

export type ClosureRule<Own extends Call> =
  /** The same as everybody: it gives no values, or judges by itself. */
  | { readonly is: 'same' }
  /** Nothing, as long as anything is closed: which values it will give is not known before. The text completes "may not". */
  | { readonly is: 'refused'; readonly what: string }
  | { readonly is: 'stripped'; by(call: Own, context: ClosureContext): Own };

export const same = { is: 'same' } as const;

/** @param what completes "may not" */
export function refused<What extends string>(what: What): { readonly is: 'refused'; readonly what: What } {
  return { is: 'refused', what };
}

export function absent<Own extends Call>(otherwise: (...request: Parameters<Own>) => AnswerOf<Own>): PartRule<Own> {
  return { is: 'absent', otherwise };
}

export function each<Own extends Call>(otherwise: ItemOf<Own>): PartRule<Own> {
  return { is: 'each', otherwise };
}

export function filtered<Own extends Call>(by: (call: Own, context: PartContext) => Own): PartRule<Own> {
  return { is: 'filtered', by };
}

export function stripped<Own extends Call>(by: (call: Own, context: ClosureContext) => Own): ClosureRule<Own> {
  return { is: 'stripped', by };
}

/** The entity that a request names first. */
export function first({ text }: Urn): readonly string[] {
  return [text];
}

/** The entities that a request names first. */
export function firsts(urns: readonly Urn[]): readonly string[] {
  return urns.map(({ text }) => text);
}
