/**
 * What every handler is given: the request with its state, and the core.
 */

import type Koa from 'koa';
import type { Catalog } from '../catalog/index.ts';
import type { AuditTrail } from './audit-trail.ts';

/** The request as handlers see it: Koa's context, and who sent it. */
export interface State {
  /** URN of the user who sent the request. */
  actor: string;
  /** What the browser says of where the request comes from, if that is no page of ours. */
  elsewhere?: string | undefined;
  /** Why the sender may not write; absent for one who may. */
  mayNotWrite?: string;
  /** Does the operation only read? GraphQL says later. */
  reading?: boolean;
  /** What the audit line is made of. */
  trail: AuditTrail;
  /** Sentences of the warning header, so far. */
  warnings?: readonly string[];
}

export type Context = Koa.ParameterizedContext<State>;

/** Answers a request. `input`: the body of an action, or the part of the path that the operation is about. */
export type Handler<Input = void> = (context: Context, catalog: Catalog, input: Input) => Promise<void>;
