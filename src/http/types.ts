/**
 * What every handler gets: the request with its state, and the core.
 */
import type Koa from 'koa';
import type { Catalog, Credential, Principal, RequestSearches, SignedIn } from '../catalog/index.ts';
import type { Refusal } from '../errors.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { Share } from './shares.ts';

/** The request as handlers see it: Koa's context, and who sent it. */
export interface State {
  /** URN of the user who sent the request. */
  actor: string;
  /** Where it comes from (request/address.ts). */
  address: string;
  /** How the sender is known: by a token; by what an open server is told; not at all, for what needs no token. */
  known: 'token' | 'claim' | 'no';
  /** The user whose policies decide; absent for an operator's token and for an open server, where everything is allowed. */
  decided?: Principal & Partial<SignedIn>;
  /** By what the sender has come in: what is made with it does not outgrow it. */
  credential: Credential;
  /** URN of who sent it and looks as `actor`, a user of whom this one sees what there is to see. */
  lookedBy?: string;
  /** The other site that the request comes from, according to the browser. */
  elsewhere?: string | undefined;
  /** Why the sender may not write; absent for one who may. */
  mayNotWrite?: Refusal;
  /** Does the operation only read? GraphQL says later. */
  reading?: boolean;
  /** Collects what the audit line says. */
  trail: AuditTrail;
  /** The share of the server that it takes. */
  share: Share;
  /** What its searches wait for, and what they have seen of the index. */
  searches?: RequestSearches;
  /** The warnings so far. */
  warnings?: readonly string[];
}

export type Context = Koa.ParameterizedContext<State>;

/** Answers a request. `input`: the body of an action, or the part of the path that the operation is about. */
export type Handler<Input = void> = (context: Context, catalog: Catalog, input: Input) => Promise<void>;
