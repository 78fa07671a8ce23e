/**
 * `npm run load -- --into-empty <file>`: the core decides about the proposals as in a running server, but its commits become files, which
 * Neo4j's offline importer makes a store of.
 */
import { stat } from 'node:fs/promises';
import { type Commit, finishDeletesOf, makeWriting, type RawProposal, seed, type WriteResult } from '../catalog/index.ts';
import { makeNewStore, type NewStore } from '../engines/import-neo4j.ts';
import { startNeo4jOn } from '../engines/index.ts';
import { bodyTooLarge, Refusal, StartError } from '../errors.ts';
import { commit as commitTo } from '../graph/commit.ts';
import { connectGraph, type Graph } from '../graph/driver.ts';
import { importerArgs } from '../graph/offline/importer-args.ts';
import { makeOfflineStore } from '../graph/offline/store.ts';
import { makeSchema } from '../graph/schema.ts';
import { loadStatements } from '../graph/statements.ts';
import { proposalFrom } from '../http/legacy/proposal-params.ts';
import { MOST_BYTES } from '../http/request/body.ts';
import { openTokens } from '../http/tokens.ts';
import { type Log, makeLog } from '../log.ts';
import { edgeRules } from '../model/edge-rules.ts';
import { hasLongNumber, hasNull, withoutNulls } from '../model/json.ts';
import { loadModel } from '../model/load.ts';
import { systemActor, userUrn } from '../model/named.ts';
import { parseLong } from '../model/read-json.ts';
import type { Model } from '../model/types.ts';
import { readSettings, type Settings } from '../settings.ts';
import { batches, type Line, makeRefusals, type Refusals, showProgress, type Totals } from './proposals-file.ts';

export interface IntoEmptyOptions {
  readonly file: string;
  readonly token: string | undefined;
  readonly refused: string;
}

/**
 * Makes a store of a file of proposals. Until it is complete, the store stays empty.
 *
 * @throws StartError if there is a store already, or the importer fails
 */
export async function loadIntoEmpty(options: IntoEmptyOptions, env: NodeJS.ProcessEnv): Promise<Totals> {
  const settings = readSettings(env);
  const log = makeLog('warn', settings.logFormat);
  loadStatements();
  const model = loadModel(settings.namespace, settings.modelDir);
  const actor = actorOf(model, settings, options.token, log);
  const size = options.file === '-' ? undefined : (await stat(options.file)).size;
  const stopping = stopOnSignals();
  const store = await makeNewStore(settings, log, stopping);
  const stage = makeStage(store, settings, model, log, stopping);
  const refusals = makeRefusals(options.refused);
  const totals: Totals = { written: 0, refused: 0, bytes: 0 };
  try {
    const write = makeWriting(stage.commit, { model, strictFields: settings.strictFields, retention: settings.retentionVersions });
    await seed({ model, write });
    const stopProgress = showProgress(totals, size);
    try {
      for await (const batch of batches(options.file, totals, refusals, stopping)) {
        stopping.throwIfAborted();
        await stage.settle(await writeBatch(write, actor, batch, totals, refusals));
      }
      stopping.throwIfAborted();
    } finally {
      stopProgress();
    }
    await stage.finish();
    return totals;
  } finally {
    await stage.stop();
    await refusals.close();
    store.release();
  }
}

/** Where commits go: into files, and from the first hard delete on into the imported store, because hard deletes need the graph. */
interface Stage {
  readonly commit: Commit;
  /** Finishes what a batch left to do. */
  settle(result: WriteResult): Promise<void>;
  /** Completes the store. */
  finish(): Promise<void>;
  stop(): Promise<void>;
}

function makeStage(store: NewStore, settings: Settings, model: Model, log: Log, stopping: AbortSignal): Stage {
  const offline = makeOfflineStore(store.files, edgeRules(model));
  let started: Promise<{ readonly graph: Graph; stop(): Promise<void> }> | undefined;

  async function fill(): Promise<void> {
    say('Neo4j imports what the file has made');
    const files = offline.finish();
    await store.fill(importerArgs(files), files);
  }

  async function start(): Promise<{ graph: Graph; stop(): Promise<void> }> {
    await fill();
    say('The file deletes whole entities: from here on Cairn writes to the imported store, at the ordinary speed');
    const neo4j = await startNeo4jOn(store.place, settings, store.data, log, stopping);
    const graph = connectGraph(neo4j, log);
    const stop = async (): Promise<void> => {
      await graph.driver.close();
      await neo4j.stop();
    };
    try {
      await makeSchema(graph);
    } catch (error) {
      await stop();
      throw error;
    }
    return { graph, stop };
  }

  const stop = async (): Promise<void> => {
    const running = await started?.catch(() => undefined);
    started = undefined;
    await running?.stop();
  };
  return {
    async commit(needs, decide) {
      // A deletion of all aspects is that of the entity. The core gives it a commit of its own.
      if (needs.sizes.some(({ aspect }) => aspect === undefined)) started ??= start();
      return started ? commitTo((await started).graph, needs, decide) : offline.commit(needs, decide);
    },
    async settle(result) {
      if (started) await finishDeletesOf((await started).graph, result);
    },
    async finish() {
      if (started) await stop();
      else await fill();
      stopping.throwIfAborted();
      store.finish();
      say('The store is complete. Start Cairn: it makes the indexes of the store, serves, and builds the search index');
    },
    stop,
  };
}

async function writeBatch(
  write: ReturnType<typeof makeWriting>,
  actor: string,
  batch: readonly Line[],
  totals: Totals,
  refusals: Refusals,
): Promise<WriteResult> {
  const refuse = (line: Line, { message, details }: Refusal): void => {
    totals.refused++;
    refusals.add(line, message, details);
  };
  const taken: { readonly line: Line; readonly raw: RawProposal }[] = [];
  for (const line of batch) {
    const raw = await decoded(line);
    if (raw instanceof Refusal) refuse(line, raw);
    else taken.push({ line, raw });
  }
  const result = await write({ proposals: taken.map(({ raw }) => raw), together: false, actor });
  for (const [index, item] of result.items.entries()) {
    if ('written' in item) totals.written++;
    else refuse((taken[index] as (typeof taken)[number]).line, item.refusal);
  }
  return result;
}

/** A line as the server decodes it from a batch that `load` sends. */
async function decoded({ text, proposal }: Line): Promise<RawProposal | Refusal> {
  try {
    if (text.length > MOST_BYTES / 3 && Buffer.byteLength(text) > MOST_BYTES) throw bodyTooLarge(MOST_BYTES);
    const exact = hasLongNumber(text) ? await parseLong(JSON.stringify(proposal), 'The line', 'mark') : proposal;
    return await proposalFrom(hasNull(text) ? withoutNulls(exact) : exact);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Who writes: the owner of the token, as in a request. */
function actorOf(model: Model, settings: Settings, token: string | undefined, log: Log): string {
  if (settings.authTokensFile === undefined) return systemActor(model);
  const owner = token === undefined ? undefined : openTokens(model, settings.authTokensFile, log).ownerOf(token);
  const expired = owner?.expires !== undefined && owner.expires <= Date.now();
  if (!owner?.mayWrite || expired)
    throw new StartError('AUTH_TOKENS_FILE is set: give a token that it holds, that may write and has not expired, with --token');
  return userUrn(model, owner.user);
}

/** A first signal ends the load in order: the store stays empty. A second one ends it at once. */
function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort(new StartError(`${name}: the load ends, and the store is still empty`));
    });
  }
  return stopping.signal;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
