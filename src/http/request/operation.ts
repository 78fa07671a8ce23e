/**
 * The row of each route and action: its handler, whether it only reads, the parameters that it knows, and its answer. An API mounts the rows
 * and calls `admit` for each request: rights and warnings about parameters follow from the row alone. A test compares parameters and answers
 * with the OpenAPI document.
 */
import { type Catalog, CONDITIONAL_HEADERS, type Privilege } from '../../catalog/index.ts';
import { asOfNotServed, conditionWithoutVersion } from '../../errors.ts';
import { warn } from '../answer/warn.ts';
import type { Context, Handler } from '../types.ts';
import { refuseForeign } from './guard-hosts.ts';
import { decode } from './query.ts';

/** Methods whose bodies are not read. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * What policies must grant to who calls it, if they decide about the caller: one privilege of each list. `each change`: the core judges what it
 * writes. `Shows` is about reading.
 */
export type Needs = 'reading' | 'each change' | readonly (readonly Privilege[])[];

/** The core before it is known who asks: only `admit` opens it. */
export type Entrance = Pick<Catalog, 'model' | 'people' | 'seenBy'>;

/** What is about the whole server. */
export const OF_SYSTEM: Needs = [['MANAGE_SYSTEM_OPERATIONS']];

/** The answer of an operation whose success has no body. */
export const NOTHING = 'nothing';

/**
 * What it shows to who sees a part of the catalog. `part`: what that reader sees of it, because the core leaves out the rest. `all`: it is about
 * the whole catalog, so only who sees everything may call it.
 */
type Shows = 'part' | 'all';

export interface Operation<Run = Handler> {
  readonly run: Run;
  readonly shows: Shows;
  /** What a success answers: a schema of `openapi/answers.yaml` or `api.yaml`, or `NOTHING`. */
  readonly answer: string;
  readonly needs: Needs;
  /** Does it only read? Then owners of read-only tokens and pages of other sites may call it. */
  readonly reads: boolean;
  /** What it weighs beside a small read, which weighs 1 (shares.ts). */
  readonly weight: number;
  /** Does it need no token? Only what has no data of the catalog, and what people come in by. */
  readonly open: boolean;
  /** Does only the body of a request say whether it writes? Then pages of other sites may not call it at all. */
  readonly ownPages: boolean;
  /** Does it check the conditional headers of the request? If not, it refuses them. */
  readonly conditional: boolean;
  /** The parameters of the query that have an effect. */
  readonly query: readonly string[];
  /**
   * Parameters that clients send although they have no effect here: they ask for what is done anyway, or are hints for caches. There is no
   * warning about them.
   */
  readonly passed: readonly string[];
}

/** Rows by HTTP method. */
export type Methods<Row = Operation> = Readonly<Record<string, Row>>;
/** Rows by address. `{name}` stands for a part of the path, `{urn}` for the rest, slashes included. */
export type Routes<Row = Operation> = Readonly<Record<string, Methods<Row>>>;
/** The row of what also works while the engines are away: health, metrics, documents, pages. */
export type SystemOperation = Pick<Operation<(context: Context) => Promise<void> | void>, 'run' | 'reads' | 'open' | 'weight'>;

/** The row of an operation that only reads. */
export function reading<Run>(shows: Shows, run: Run, answer: string, query: readonly string[] = [], passed: readonly string[] = []): Operation<Run> {
  return { shows, run, answer, needs: 'reading', reads: true, weight: 1, open: false, ownPages: false, conditional: true, query, passed };
}

/** The row of an operation that reads, or writes if the body of the request says so. */
export function readingOrWriting(answer: string): Operation<undefined> {
  return { ...reading('part', undefined, answer), needs: 'each change', ownPages: true };
}

/** The row of an operation that writes or deletes aspects. */
export function writing<Run>(shows: Shows, run: Run, answer: string, query: readonly string[] = [], passed: readonly string[] = []): Operation<Run> {
  return { shows, run, answer, needs: 'each change', reads: false, weight: 1, open: false, ownPages: false, conditional: true, query, passed };
}

/** The row of an operation that changes something without versions, so that conditional headers cannot apply. */
export function upkeep<Run>(shows: Shows, run: Run, answer: string, needs: Needs, query: readonly string[] = []): Operation<Run> {
  return { shows, run, answer, needs, reads: false, weight: 1, open: false, ownPages: false, conditional: false, query, passed: [] };
}

/** The row of an operation by which somebody comes in: it needs no token, and asks for no right. */
export function entrance<Run>(run: Run, answer: string, query: readonly string[] = []): Operation<Run> {
  return { ...upkeep('part', run, answer, 'reading', query), open: true };
}

/** What a search, and a walk through lineage, weigh: about as many times the CPU of a small read. */
export const [SEARCH_WEIGHT, WALK_WEIGHT] = [20, 20];

/** The row of an operation that costs more than a small read. */
export function heavy<Row extends Operation<unknown>>(weight: number, row: Row): Row {
  return { ...row, weight };
}

/** The row of what everybody may get, without a token. */
export function open(run: SystemOperation['run']): SystemOperation {
  return { run, reads: true, open: true, weight: 1 };
}

/** The row of what balancers ask: it weighs nothing, so that it waits for nobody. */
export function atOnce(run: SystemOperation['run']): SystemOperation {
  return { ...open(run), weight: 0 };
}

/** The pattern of the paths of an address. A slash at the end does not matter. */
export function addressPattern(address: string): RegExp {
  const pattern = address
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replace('{urn}', '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`);
}

/** What answers the requests of a row. */
export type RowHandler = (context: Context) => Promise<void> | void;
export type Answers = Routes<RowHandler>;

/** What answers each row. */
export function mount<Row>(routes: Routes<Row>, answer: (context: Context, row: Row) => Promise<void> | void): Answers {
  const mounted = (methods: Methods<Row>): [string, RowHandler][] =>
    Object.entries(methods).map(([method, row]) => [method, (context) => answer(context, row)]);
  return Object.fromEntries(Object.entries(routes).map(([address, methods]) => [address, Object.fromEntries(mounted(methods))]));
}

/**
 * Checks whether a request may use an operation, and opens the core as the caller sees it. Warns about parameters that the operation does not know. Then waits for the turn of the
 * caller; what has a body, after it has arrived (body.ts).
 *
 * @throws Refusal forbidden for a write without the right to write, and for a page of another site where only own pages may ask; malformed for `asOf` where the operation does not support it, and for
 *   conditions that it cannot check
 */
export async function admit(context: Context, entrance: Entrance, operation: Omit<Operation<unknown>, 'run' | 'answer'>): Promise<Catalog> {
  context.state.reading = operation.reads;
  if (operation.ownPages) refuseForeign(context);
  const { mayNotWrite, decided } = context.state;
  if (!operation.reads && mayNotWrite) throw mayNotWrite;
  const call = `call ${context.method} ${context.path}`;
  if (decided && typeof operation.needs !== 'string') await entrance.people.require(decided, call, operation.needs, context.state.trail.allowed);
  const catalog = await openFor(context, entrance);
  if (catalog.partial && operation.shows === 'all') throw await catalog.partial(call);
  if (!operation.conditional) refuseConditions(context);
  const sent = parameterNames(context);
  const wrongTime = sent.find((name) => isAsOf(name) && !operation.query.includes(name));
  if (wrongTime !== undefined) throw asOfNotServed(wrongTime, operation.query.includes('asOf'));
  const known = new Set([...operation.query, ...operation.passed]);
  const unknown = sent.filter((name) => !known.has(name));
  if (unknown.length > 0)
    warn(context, catalog.model.names, `Unknown parameters have no effect: ${unknown.join(', ')} (${knownParameters(operation.query)})`);
  const { share } = context.state;
  share.weigh(operation.weight);
  if (WITHOUT_BODY.has(context.method)) await share.begin();
  return catalog;
}

/** The core as the sender sees it. Who may not write gets nothing that the model closes: neither with a token that only reads, nor from another site. */
export function openFor(
  { state: { decided, mayNotWrite, actor, searches } }: Pick<Context, 'state'>,
  entrance: Pick<Entrance, 'seenBy'>,
): Promise<Catalog> {
  return entrance.seenBy(decided, mayNotWrite && actor, searches);
}

function parameterNames(context: Context): string[] {
  if (context.querystring === '') return [];
  const names = context.querystring.split('&').map((pair) => decode(pair.split('=', 1)[0] ?? '', 'query'));
  return [...new Set(names)].filter((name) => name !== '');
}

function knownParameters(query: readonly string[]): string {
  return query.length === 0 ? 'none is known' : `known are ${query.join(', ')}`;
}

/** Is it `asOf` in some spelling? */
function isAsOf(name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '') === 'asof';
}

/** @throws Refusal malformed where the request makes a condition about what has no versions */
export function refuseConditions(context: Context): void {
  const header = CONDITIONAL_HEADERS.find((name) => context.get(name) !== '');
  if (header !== undefined) throw conditionWithoutVersion(header, context.get(header));
}
