/**
 * What resolvers have in common, and their context.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Catalog, IndexState, RawProposal, Remark, WriteResult } from '../../catalog/index.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { type Refusal, wrongEntityType } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { Turns } from '../../slices.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { Door } from '../signin/attempts.ts';
import type { Budget } from './budget.ts';
import type { Costly } from './cost.ts';
import type { Loaders } from './loaders.ts';
import type { PreparedQuery } from './prepare.ts';

export interface GraphContext {
  readonly catalog: Catalog;
  readonly loaders: Loaders;
  /** URN of the user who asks. */
  readonly actor: string;
  /** Answer writes only when search shows them? */
  readonly untilSearchable: boolean;
  /** Conditional headers of the request. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly notes: Notes;
  /** Adds a sentence to the warnings of the answer. */
  readonly warn: (sentence: string) => void;
  /** Adds the warnings of a write. */
  readonly wrote: (result: WriteResult) => void;
  /** All warnings of the answer, including those of its searches. */
  readonly warnings: () => readonly string[];
  readonly budget: Budget;
  /** Waits until the caller may begin work that weighs so much more than was known before. */
  readonly weighMore: (more: number) => Promise<void>;
  /** What its searches have seen of the index; absent if nothing was searched. */
  readonly indexState: () => IndexState | undefined;
  /** The query, checked. */
  readonly prepared: PreparedQuery;
  /** Fields wait for their turn when they have taken long: other requests go on meanwhile. */
  readonly turns: Turns;
  /** Why the sender may not write; absent for one who may. */
  readonly mayNotWrite: Refusal | undefined;
  readonly trail: AuditTrail;
  /** Makes an attempt with a secret that the query has: wrong ones count at the address of the sender. @throws Refusal tooManyRequests */
  readonly guess: <Result>(door: Door, attempt: () => Promise<Result>, isRight?: (result: Result) => boolean) => Promise<Result>;
}

/** What the headers of the answer say about its searches. */
export interface Notes {
  searched: boolean;
  readonly unknown: Remark[];
}

/** A resolver. GraphQL has checked its arguments against the schema. */
export type Resolve<Args = Record<string, never>, Parent = unknown> = (
  parent: Parent,
  args: Args,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => unknown;

/** Resolves a field of a part of an aspect. */
export type PartResolver = Resolve<never, Readonly<Record<string, unknown>>>;

/**
 * By type and field, how fields are read that are not simply properties of the parent; a row also says what its field costs. Those of `Entity`
 * are of every entity type.
 */
export type Resolvers = Readonly<Record<string, Readonly<Record<string, Resolve<never, never> | Costly<Resolve<never, never>>>>>>;

/** An entity in resolvers. Its fields are read when the query needs them. */
export interface EntityRef {
  readonly urn: string;
  /** The GraphQL constant of the entity type. */
  readonly type: string;
  readonly read: Urn;
}

export function refOf(urn: Urn): EntityRef {
  return { urn: urn.text, type: urn.type.graphql, read: urn };
}

/** The entity that an aspect refers to; null if the text is not a URN of the model. */
export function refNamed(model: Model, text: unknown): EntityRef | null {
  const urn = typeof text === 'string' ? parseUrn(model, text) : undefined;
  return urn && !isProblem(urn) ? refOf(urn) : null;
}

/** @throws Refusal malformed for a text that is not a URN, or not of the type */
export function urnOfType(model: Model, text: string, type: string, pointer?: string): Urn {
  const urn = urnFrom(model, text, pointer);
  if (urn.type.name === type) return urn;
  throw wrongEntityType(urn.text, urn.type.name, type, pointer);
}

/**
 * Writes all proposals or none. Everything that this request has read is read again.
 */
export async function writeAll(context: GraphContext, proposals: readonly RawProposal[]): Promise<void> {
  const { catalog, loaders, actor, untilSearchable, conditions } = context;
  context.wrote(await catalog.write({ proposals, together: true, entityMustExist: true, actor, untilSearchable, conditions }));
  loaders.forget();
}

/** Who does something, now. */
export function stampOf(actor: string): { time: number; actor: string } {
  return { time: COMMIT_TIME, actor };
}
