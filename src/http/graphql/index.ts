/**
 * The GraphQL API: `POST /api/graphql` (docs/semantics.md 15.1).
 */
import { type ExecutionResult, GraphQLError, getOperationAST, Kind, type OperationTypeNode } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { incompleteText, shareAndTime } from '../../catalog/index.ts';
import { badBody, badParameter } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isRecord } from '../../model/path.ts';
import { writeLong } from '../../model/read-json.ts';
import { makeTurns } from '../../slices.ts';
import { sayInHeaders, warnOfFields } from '../answer/search-headers.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { warn } from '../answer/warn.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { MOST_ARGUMENTS, readBody } from '../request/body.ts';
import { type Answers, admit, type Entrance, mount, type Operation, readingOrWriting, writing } from '../request/operation.ts';
import { audited, writer } from '../request/writer.ts';
import type { Attempts } from '../signin/attempts.ts';
import { makeBudget } from './budget.ts';
import { toClientError } from './errors.ts';
import { makeLoaders } from './loaders.ts';
import type { GraphContext, Notes } from './operation.ts';
import { makePrepare } from './prepare.ts';
import { makeGraphSchema } from './schema.ts';

const PATH = '/api/graphql';

/** Most bytes of a query with its variables. Bulk loads use the other APIs. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Until the document is read, every request counts as a query. */
const ROW = { POST: readingOrWriting('GraphqlAnswer') };
/** The second is that of clients which sign in with a password. */
export const GRAPHQL_ROUTES = { [PATH]: ROW, '/api/v2/graphql': ROW };
/** The row of an operation of the document. */
const ROWS: Readonly<Record<OperationTypeNode, Operation<undefined>>> = {
  query: ROW.POST,
  subscription: ROW.POST,
  mutation: writing('part', undefined, 'GraphqlAnswer'),
};

/** Yoga needs a URL. Nothing is fetched from it. */
const INTERNAL = `http://graphql${PATH}`;

interface GraphParts {
  readonly entrance: Entrance;
  readonly log: Log;
  readonly version: string;
  readonly attempts: Attempts;
  /** Is INGESTION on? */
  readonly runsRecipes: boolean;
}

export function graphRoutes({ entrance, log, version, attempts, runsRecipes }: GraphParts): Answers {
  const schema = makeGraphSchema(entrance.model, version, runsRecipes);
  const prepare = makePrepare(schema);
  const yoga = createYoga<GraphContext>({
    schema,
    graphqlEndpoint: PATH,
    graphiql: false,
    landingPage: false,
    logging: false,
    maskedErrors: false,
    parserAndValidationCache: false,
    plugins: [
      usePrepared,
      askRights,
      answersAs((error) => log('request.failed', { method: 'POST', path: PATH, reason: error.stack ?? error.message })),
    ],
  });
  return mount(GRAPHQL_ROUTES, async (context, row) => {
    const catalog = await admit(context, entrance, row);
    const { share } = context.state;
    const request = graphRequest(await readBody(context, MOST_BYTES, MOST_ARGUMENTS));
    let weight = 0;
    const prepared = await prepare(request.query, (ofText) => {
      weight = ofText;
      return share.begin(weight);
    });
    if (prepared.cost > weight) await share.begin(prepared.cost);
    weight = Math.max(weight, prepared.cost);
    const body = JSON.stringify(request);
    const notes: Notes = { searched: false, unknown: [] };
    const budget = makeBudget();
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await yoga.fetch(
      INTERNAL,
      { method: 'POST', headers, body },
      {
        prepared,
        turns: makeTurns(),
        catalog: audited(context, catalog),
        loaders: makeLoaders(catalog, budget),
        trail: context.state.trail,
        ...writer(context, catalog),
        notes,
        warn: (sentence) => warn(context, catalog.model.names, sentence),
        wrote: (result) => warnOfWrite(context, catalog, result),
        warnings: () => {
          warnOfFields(context, catalog, notes.unknown);
          return context.state.warnings ?? [];
        },
        budget,
        weighMore: (more) => {
          weight += more;
          return share.begin(weight);
        },
        indexState: () => context.state.searches?.state,
        mayNotWrite: context.state.mayNotWrite,
        guess: (door, attempt, isRight) => attempts.make({ door, address: context.state.address }, attempt, isRight),
      },
    );
    if (notes.searched) await sayInHeaders(context, catalog, notes.unknown);
    sendJson(context, await answer.text());
  });
}

/** @throws Refusal malformed */
function graphRequest(body: unknown): { query: string; variables: unknown; operationName: unknown } {
  if (!isRecord(body)) throw badBody('', 'an object {query, variables, operationName}', Array.isArray(body) ? 'a list' : body);
  const { query, variables = null, operationName = null } = body;
  if (typeof query !== 'string' || query.trim() === '') throw badParameter('/query', 'the text of a GraphQL query', query);
  if (variables !== null && !isRecord(variables)) throw badParameter('/variables', 'an object', variables);
  if (operationName !== null && typeof operationName !== 'string') throw badParameter('/operationName', 'a name', operationName);
  return { query, variables, operationName };
}

/** Asks once whether the sender may write, before anything is read, and notes writes in the audit: the fields say what they do. */
const askRights: Plugin<GraphContext> = {
  onExecute: ({ args, setResultAndStopExecution }) => {
    const { trail, mayNotWrite } = args.contextValue;
    const asked = getOperationAST(args.document, args.operationName);
    if (!asked || ROWS[asked.operation].reads) return;
    trail.writes();
    if (mayNotWrite !== undefined) {
      trail.deny();
      setResultAndStopExecution({ data: null, errors: [new GraphQLError(mayNotWrite.message, { nodes: asked, originalError: mayNotWrite })] });
    }
    trail.about(`mutation ${asked.selectionSet.selections.map((each) => (each.kind === Kind.FIELD ? each.name.value : '...')).join(', ')}`);
  },
};

/** The query has been parsed and checked already. */
const usePrepared: Plugin<GraphContext> = {
  onParse: ({ context, setParseFn, setParsedDocument }) => {
    const { document, errors } = context.prepared;
    if (document) return setParsedDocument(document);
    setParseFn(() => {
      throw new AggregateError(errors);
    });
  },
  onValidate: ({ setResult }) => setResult([]),
};

/** Each field after the limit of an answer fails with the same refusal. The answer says it once. */
function distinct(errors: readonly GraphQLError[] | undefined): readonly GraphQLError[] | undefined {
  const reported = new Set<Error>();
  return errors?.filter(({ originalError }) => {
    if (!originalError || !reported.has(originalError)) return Boolean(originalError ? reported.add(originalError) : true);
    return false;
  });
}

/** What answers look like (docs/semantics.md 15.1): `data` and `extensions` always, `errors` where there are some. */
function answersAs(unexpected: (error: Error) => void): Plugin<GraphContext> {
  return {
    onResultProcess: async ({ result, setResult, serverContext }) => {
      const { data = null, errors } = result as ExecutionResult;
      const shown = distinct(errors)?.map((error) =>
        toClientError(error instanceof GraphQLError ? error : new GraphQLError(String(error), { originalError: error }), unexpected),
      );
      const context = serverContext as Partial<GraphContext>;
      const state = context.indexState?.();
      if (state?.incomplete) context.warn?.(incompleteText(state.incomplete));
      const warnings = context.warnings?.() ?? [];
      const index = state && {
        indexState: {
          seq: state.seq,
          time: state.at,
          behind: state.behind,
          epoch: state.epoch,
          ...(state.incomplete && shareAndTime(state.incomplete)),
        },
        ...(state.lag > 0 && { indexLag: state.lag }),
      };
      const extensions = { ...(warnings.length > 0 && { warnings }), ...index };
      const text = await writeLong(data);
      // Yoga omits empty extensions if there are errors, and would write all in one step.
      const stringify = ({ errors: said }: { errors?: unknown }): string =>
        objectText([['data', text], ...(said ? [['errors', JSON.stringify(said)] as const] : []), ['extensions', JSON.stringify(extensions)]]);
      const answer = { data, ...(shown ? { errors: shown } : {}), stringify };
      setResult(answer);
    },
  };
}
