/**
 * The rows of the calls of services: the part of the table (rows.ts) where the calls of a service have much in common.
 */
import { noSuchEntity } from '../errors.ts';
import { describeRunOpen, refusedOfSenderOpen, refusedOpen } from './access/closed-calls.ts';
import { actorsOfPart, askOfPart, mayIOfPart, refusedOfPart, refusedOfSender, resourcesOfPart, rightsOverPart } from './access/part-calls.ts';
import { absent, type Calls, filtered, first, type RowsOf, refused, same, stripped } from './row.ts';

const noEntity = (urn: string): never => {
  throw noSuchEntity(urn);
};

/** Completes "may not … without being judged". */
export const WRITE = 'write';

/** Services that a reader of a part does not get. */
const OF_RUNS = { about: 'any', part: refused('use runs'), again: false, sender: WRITE } as const;
const OF_WEBHOOKS = { about: 'any', gives: 'values', part: refused('use webhooks'), closed: refused('use webhooks'), again: false } as const;
const OF_BULK = { about: 'any', gives: 'values', part: refused('use bulk changes'), closed: same, again: false } as const;
const OF_SUBSCRIPTIONS = { about: 'any', gives: 'names', part: refused('use subscriptions'), closed: same, again: false } as const;
const OF_INDEX = { about: 'any', gives: 'counts', part: refused('use the search index'), closed: same, again: false } as const;
/** What tells of the server, not of entities. */
export const OF_SERVER = { does: 'reads', about: 'none', gives: 'nothing', part: same, closed: same, again: false } as const;
/** How people and programs come in. */
const OF_ENTRY = { does: 'writes', about: 'none', gives: 'nothing', part: same, closed: same, again: false } as const;
const SIGN_IN = { ...OF_ENTRY, sender: 'sign anybody in' } as const;
const PROGRAM = { ...OF_ENTRY, sender: 'let programs in' } as const;
/** What the sender may do about people and tokens. The calls judge by themselves. */
const RIGHTS = { does: 'reads', about: 'any', gives: 'rights', part: same, closed: same, again: false, sender: 'use rights' } as const;
const RIGHTS_WRITE = { ...RIGHTS, does: 'writes' } as const;
const OF_SUGGESTIONS = { about: 'any', gives: 'values', closed: same, sender: 'use suggestions' } as const;

/** So many rows of each run are counted: as many as a small batch has. Others have thousands. */
const ROWS_OF_RUN = 100;

export const RUNS = {
  list: { ...OF_RUNS, does: 'reads', gives: 'counts', closed: same, brings: (_start, count) => count * ROWS_OF_RUN },
  describe: { ...OF_RUNS, does: 'reads', gives: 'values', closed: stripped(describeRunOpen), brings: (_run, _start, count) => count },
  rollback: { ...OF_RUNS, does: 'writes', gives: 'names', closed: same },
  left: { ...OF_RUNS, does: 'reads', gives: 'counts', closed: same },
  undoSome: { ...OF_RUNS, does: 'writes', gives: 'counts', closed: same },
} satisfies RowsOf<Calls['runs']>;

const OF_REFUSED = { does: 'reads', about: 'any', gives: 'values', again: true } as const;

export const REFUSALS = {
  keep: { does: 'upkeep', about: 'none', gives: 'nothing', part: same, closed: same, again: false },
  of: { ...OF_REFUSED, part: filtered(refusedOfPart), closed: stripped(refusedOpen) },
  ofSender: { ...OF_REFUSED, part: filtered(refusedOfSender), closed: stripped(refusedOfSenderOpen) },
  counts: OF_SERVER,
} satisfies RowsOf<Calls['refusals']>;

export const BULK = {
  preview: { ...OF_BULK, does: 'reads', sender: WRITE },
  create: { ...OF_BULK, does: 'upkeep', sender: WRITE },
  list: { ...OF_BULK, does: 'reads' },
  read: { ...OF_BULK, does: 'reads' },
  refused: { ...OF_BULK, does: 'reads' },
  stop: { ...OF_BULK, does: 'upkeep' },
  resume: { ...OF_BULK, does: 'upkeep' },
  undo: { ...OF_BULK, does: 'upkeep', sender: WRITE },
  step: { ...OF_BULK, does: 'writes' },
} satisfies RowsOf<Calls['bulk']>;

export const SUGGESTIONS = {
  suggest: {
    ...OF_SUGGESTIONS,
    does: 'writes',
    part: filtered(
      (suggest, { viewer }) =>
        (by, suggested) =>
          suggest(by, suggested, viewer.among),
    ),
    again: false,
  },
  list: {
    ...OF_SUGGESTIONS,
    does: 'reads',
    part: filtered(
      (list, { viewer }) =>
        (by, about, start) =>
          list(by, about, start, viewer.among),
    ),
    again: true,
  },
  preview: {
    ...OF_SUGGESTIONS,
    does: 'reads',
    part: filtered(
      (preview, { viewer }) =>
        (by, all) =>
          preview(by, all, viewer.among),
    ),
    again: true,
  },
  decide: {
    ...OF_SUGGESTIONS,
    does: 'writes',
    part: filtered(
      (decide, { viewer }) =>
        (by, decision) =>
          decide(by, decision, viewer.among),
    ),
    again: false,
  },
  news: { ...OF_SUGGESTIONS, does: 'reads', part: refused('know all suggestions'), again: false },
} satisfies RowsOf<Calls['suggestions']>;

export const PEOPLE = {
  signIn: OF_SERVER,
  confirm: OF_SERVER,
  requireActive: OF_SERVER,
  policies: OF_SERVER,
  view: OF_SERVER,
  require: OF_SERVER,
  rights: OF_SERVER,
  actor: { ...OF_SERVER, about: (urn) => [urn], gives: 'rights', part: absent(noEntity) },
  actors: { ...OF_SERVER, about: (urns) => urns, gives: 'rights', part: filtered(actorsOfPart) },
  resource: { ...OF_SERVER, about: (urn) => [urn], gives: 'rights', part: absent(noEntity) },
  resources: { ...OF_SERVER, about: (urns) => urns, gives: 'rights', part: filtered(resourcesOfPart) },
} satisfies RowsOf<Calls['people']>;

export const ACCESS = {
  mayI: { ...RIGHTS, about: (_, on) => (on === undefined ? [] : [on]), part: filtered(mayIOfPart) },
  mayISomewhere: RIGHTS,
  rightsOver: { ...RIGHTS, about: first, part: filtered(rightsOverPart) },
  require: RIGHTS,
  createToken: RIGHTS_WRITE,
  revokeToken: RIGHTS_WRITE,
  tokenOf: RIGHTS,
  token: RIGHTS,
  createServiceAccount: RIGHTS_WRITE,
  deleteServiceAccount: RIGHTS_WRITE,
  invite: RIGHTS_WRITE,
  acceptRole: RIGHTS_WRITE,
  createResetToken: RIGHTS_WRITE,
  ask: { ...RIGHTS_WRITE, part: filtered(askOfPart) },
  requests: RIGHTS,
  decide: RIGHTS_WRITE,
  requestNews: { ...RIGHTS, part: refused('know all requests') },
} satisfies RowsOf<Calls['access']>;

export const SIGN_INS = {
  userNamed: { ...SIGN_IN, does: 'reads' },
  check: { ...SIGN_IN, does: 'reads' },
  logIn: SIGN_IN,
  begin: SIGN_IN,
  beginExternal: SIGN_IN,
  useUp: SIGN_IN,
  end: SIGN_IN,
  endExternal: SIGN_IN,
  operatorsWhoSignIn: { ...SIGN_IN, does: 'reads' },
  sweep: SIGN_IN,
  signUp: SIGN_IN,
  reset: SIGN_IN,
} satisfies RowsOf<Calls['signIns']>;

export const AUTHORS = {
  of: { ...OF_SERVER, about: 'any', gives: 'rights', part: refused('know authors') },
  gone: { ...OF_SERVER, about: 'any', gives: 'rights', part: refused('know authors') },
} satisfies RowsOf<Calls['authors']>;

export const WEBHOOKS = {
  create: { ...OF_WEBHOOKS, does: 'upkeep' },
  list: { ...OF_WEBHOOKS, does: 'reads' },
  read: { ...OF_WEBHOOKS, does: 'reads' },
  change: { ...OF_WEBHOOKS, does: 'upkeep' },
  remove: { ...OF_WEBHOOKS, does: 'upkeep' },
  rotate: { ...OF_WEBHOOKS, does: 'upkeep' },
  replay: { ...OF_WEBHOOKS, does: 'upkeep' },
  resume: { ...OF_WEBHOOKS, does: 'upkeep' },
  deliveries: { ...OF_WEBHOOKS, does: 'reads' },
  ping: { ...OF_WEBHOOKS, does: 'reads' },
} satisfies RowsOf<Calls['webhooks']>;

export const SUBSCRIPTIONS = {
  create: { ...OF_SUBSCRIPTIONS, does: 'upkeep' },
  list: { ...OF_SUBSCRIPTIONS, does: 'reads' },
  remove: { ...OF_SUBSCRIPTIONS, does: 'upkeep' },
  events: { ...OF_SUBSCRIPTIONS, does: 'reads' },
} satisfies RowsOf<Calls['subscriptions']>;

export const INDEX = {
  state: { ...OF_INDEX, does: 'reads' },
  node: { ...OF_INDEX, does: 'reads' },
  oldest: { ...OF_INDEX, does: 'reads' },
  rebuild: { ...OF_INDEX, does: 'upkeep' },
  dropUnused: { ...OF_INDEX, does: 'upkeep' },
  reindex: { ...OF_INDEX, does: 'upkeep' },
} satisfies RowsOf<Calls['index']>;

export const PROGRAMS = { allow: PROGRAM, redeem: PROGRAM, renew: PROGRAM } satisfies RowsOf<Calls['programs']>;

export const SECRETS = { seal: OF_SERVER, open: OF_SERVER } satisfies RowsOf<NonNullable<Calls['secrets']>>;
