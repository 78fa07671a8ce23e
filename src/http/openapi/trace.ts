/**
 * Traces (docs/semantics.md 18.3): each write is answered with an id in `traceparent`, under which a client asks what became of it.
 */
import { randomBytes } from 'node:crypto';
import type { Catalog } from '../../catalog/index.ts';
import { badBody, badParameter } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import { pointerPart } from '../../model/pointer.ts';
import { decodePart } from '../request/path-params.ts';
import { flagParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { readJsonBody } from './body.ts';

const TRACE_ID = /^[0-9A-Fa-f]{32}$/;

/** Names the trace of a write: the first 16 hex digits of the id are the time in µs. */
export function nameTrace(context: Context): void {
  const time = (Date.now() * 1000).toString(16).padStart(16, '0');
  context.set('traceparent', `00-${time}${randomBytes(8).toString('hex')}-${randomBytes(8).toString('hex')}-01`);
}

/**
 * `POST /openapi/v1/trace/write/{id}` with `{"<urn>": ["<aspect>", …]}`. A write is answered when it is committed, or refused there
 * and then: what is left to tell is whether search has it.
 */
export async function readTrace(context: Context, catalog: Catalog, id: string): Promise<void> {
  checkId(id);
  const onlyErrors = flagParam(context, 'onlyIncludeErrors', false);
  const { json } = await readJsonBody(context);
  if (!isRecord(json)) throw badBody('', 'an object of URNs, each with its aspects: {"<urn>": ["<aspect>"]}');
  const asked = Object.entries(json).map(([text, names]) => ({
    text,
    urn: urnFrom(catalog.model, text, `/${pointerPart(text)}`),
    names: namesIn(text, names),
  }));
  const urns = asked.map(({ urn }) => urn);
  const [views, pending] = await Promise.all([catalog.read(urns, undefined), catalog.pending(urns)]);
  context.body = Object.fromEntries(
    asked.map(({ text, names }, index) => {
      const stored = new Set(views[index]?.aspects.filter(({ state }) => state.seq > 0).map(({ aspect }) => aspect.name));
      const searchStorage = { writeStatus: pending[index] ? 'PENDING' : 'ACTIVE_STATE' };
      const status = (name: string) => ({
        success: true,
        primaryStorage: { writeStatus: stored.has(name) ? 'ACTIVE_STATE' : 'NO_OP' },
        searchStorage,
      });
      return [text, Object.fromEntries(onlyErrors ? [] : names.map((name) => [name, status(name)]))];
    }),
  );
}

/** `GET` of the same names nothing to look at: what is left to do of a write, which is nothing once it is answered. */
export async function readWholeTrace(context: Context, _catalog: Catalog, id: string): Promise<void> {
  checkId(id);
  context.body = {};
}

/** @throws Refusal malformed */
function checkId(id: string): void {
  if (!TRACE_ID.test(id)) throw badParameter('/traceId', '32 hex digits', id);
}

function namesIn(urn: string, names: unknown): string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw badBody(`/${urn}`, 'a list of aspects', names);
}

/** The consumers that clients ask about: of proposals, of changes, and of changes of timeseries. */
const CONSUMERS = ['mcp', 'mcl', 'mcl-timeseries'];

/**
 * `GET /openapi/operations/kafka/{consumer}/consumer/offsets` (docs/semantics.md 18.6): by consumer group, of which there is none, because a
 * write is committed before it is answered.
 *
 * @throws Refusal malformed for a consumer that clients do not know either
 */
export async function readConsumerOffsets(context: Context, _catalog: Catalog): Promise<void> {
  const name = decodePart(context.path.split('/consumer/')[0]?.split('/').at(-1) ?? '');
  if (!CONSUMERS.includes(name)) throw badParameter('/consumer', `one of ${CONSUMERS.join(', ')}`, name);
  context.body = {};
}
