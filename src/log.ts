/**
 * Every line that Cairn can log. An event has a level and a sentence. Fields of the event fill `{name}` in the sentence; a JSON line also
 * has each field separately. docs/operations.md sends operators here.
 */
import { pino } from 'pino';
import { inOwnWords } from './command-list.ts';
import { nounFor } from './counted.ts';
import { excerpt } from './errors.ts';
import { terminalLines } from './terminal-log.ts';

/** The most characters of one field. That is enough for a stack trace, and cuts a long request body. */
const MOST_CHARACTERS = 4_000;

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
type Level = (typeof LEVELS)[number];

const EVENTS = {
  'server.starting': ['info', 'Cairn {version} starts; data folder {dataDir}'],
  'server.seeded': ['info', 'Seed entities are in place ({written} new)'],
  'demo.loaded': ['info', 'The demo catalog is in place: {entities} entities; {aspects} aspects and {points} timeseries points are new'],
  'demo.refused': [
    'warn',
    'Cairn does not load the demo catalog: the store already holds {entities} other entities. Set DATA_DIR to an empty folder, or leave out --demo',
  ],
  'demo.item-refused': ['warn', 'The model or a rule refuses a part of the demo for {urn}: {reason}'],
  'server.ready': ['info', 'Cairn is ready: {url}'],
  'server.open': ['warn', 'Authentication is off: everybody who can reach {url} can read and write'],
  'tokens.read': ['info', 'Read {file} again: {tokens} tokens'],
  'tokens.kept': [
    'error',
    'The tokens file has changed, but Cairn cannot use it: {reason}. The {tokens} earlier tokens stay valid until you correct the file',
  ],
  'tokens.exposed': ['warn', 'Other users of this machine can open {file} (mode {mode}). Run: chmod 600 {file}'],
  'tokens.shared': [
    'warn',
    '{user} of the tokens file also signs in with a password or by a provider: both count as the same user. If they are two people, name the token otherwise',
  ],
  'tokens.plain': ['warn', '{file} holds {tokens} tokens in plain text. "npm run token" makes tokens of which the file keeps only a hash'],
  'sign-in.failed': ['warn', 'Nobody came in by {provider}: {reason}'],
  'server.refused': ['fatal', 'Cairn cannot start: {reason}'],
  'server.leaving': [
    'info',
    '{signal}: Cairn stops in {seconds} s. Until then it serves, and /health is 503 so that a balancer sends requests elsewhere',
  ],
  'server.stopping': ['info', '{signal}: Cairn stops. It takes no new requests and finishes the {underWay} that have begun'],
  'server.stopped': ['info', 'Stopped'],
  audit: ['debug', '{actor} at {address}: {operation}: {outcome} ({status}), {entities} entities'],
  'audit.line': ['warn', 'Not in the audit file: {line}'],
  'audit.lost': [
    'error',
    '{lines} audit lines are missing from {file}: {reason}. This log contains them, but only one a minute of requests that failed. Free space on the disk',
  ],
  'server.stood-still': [
    'warn',
    'Nobody got an answer for {ms} ms. In the last 30 s Cairn had {cpu} % of a core: if that is little, other programs have the processors; if it is much, report what ran',
  ],
  'request.done': ['debug', '{method} {path} {status} in {ms} ms'],
  'request.aborted': ['debug', '{method} {path}: the client closed the connection'],
  'request.failed': ['error', '{method} {path} failed because of an error in Cairn: {reason}'],
  'graph.connected': ['info', 'Neo4j answers at {uri}'],
  'graph.lost': ['warn', 'Neo4j at {uri} does not answer: {reason}. Requests that need it get 503 until it answers again'],
  'graph.broken': [
    'error',
    'Neo4j at {uri} refuses all work until it is started again: {reason}. Cairn does so if it runs this Neo4j. Requests get 503 until then',
  ],
  'graph.back': ['info', 'Neo4j at {uri} works again after {seconds} s{phases}; {requests} requests or jobs met that it did not'],
  'graph.written': ['info', 'The first transaction after that is written, {seconds} s after Neo4j was lost{phases}'],
  'graph.full': ['warn', 'Cairn is busy: all {connections} connections to Neo4j were in use for {seconds} s, so a request got 503'],
  'graph.refused': ['warn', 'Neo4j at {uri} refuses a transaction ({code}): {reason}. Nothing of it is written'],
  'graph.retry': ['debug', 'A write failed with {reason}; Cairn tries again ({attempt})'],
  'search.node-lost': ['warn', 'The Typesense node {node} does not answer. Cairn uses the others, and checks every second whether it is back'],
  'search.node-back': ['info', 'The Typesense node {node} answers again'],
  'search.node-used': ['info', 'Cairn now uses the Typesense node {node}, a {role}'],
  'search.without': ['warn', 'Cannot read the {what}, so questions are ranked without new ones: {reason}'],
  'search.with': ['info', 'The {what} can be read again'],
  'store.names': ['info', 'The names of this catalog are {prefix}… (namespace {namespace})'],
  'store.upgrading': ['info', 'Upgrading the store, step {step} of {of}: {name}'],
  'store.other-model': [
    'info',
    'The store was used with the model {before} before, and this server has the model {now}: MODEL_DIR or the version of Cairn is another one',
  ],
  'store.upgrade-progress': ['info', 'Upgrading the store: {done} done'],
  'store.upgraded': ['info', 'The store has format {format} now'],
  'store.upgrade-elsewhere': ['info', 'Another server upgrades the store; this one waits for it'],
  'store.epoch': [
    'warn',
    'The store begins epoch {epoch} at commit {seq}, because {reason}. Places in the change stream of epoch {earlier} are answered with 410, webhooks wait for a replay, and the search index is built anew',
  ],
  'store.unknown-writer': [
    'warn',
    'A Cairn that does not know the format of this store has written {commits} commits, the first is {from}. Cairn has compared the edges of their {entities} entities, repaired those of {repaired}, and indexes them again. Stop that Cairn',
  ],
  'job.failed': ['warn', 'The {job} failed; Cairn tries again: {reason}'],
  'references.removed': ['info', 'Removed {urn}, which is deleted, from {aspects} aspects that named it'],
  'references.kept': ['warn', 'Removed {urn}, which is deleted, from {aspects} aspects that named it; {refused} others still do: {reason}'],
  'references.going': ['info', 'Removing {urn}, which is deleted, from what names it: {aspects} aspects so far'],
  'edges.coming': ['info', '{urn} exists again; so far, {aspects} aspects that name it have their edges again'],
  'edges.restored': ['info', '{urn} exists again: {aspects} aspects that name it have their edges again'],
  'property.purged': ['info', 'Removed earlier values of {urn} from {entities} entities'],
  'edges.outdated': ['info', 'The relationships of the model have changed: Cairn rebuilds the edges and continues to serve'],
  'edges.building': ['info', 'Rebuilding edges: checked {done} entities, corrected {repaired} of them; the last one is {last}'],
  'edges.rebuilt': ['info', 'The edges follow the model: this server checked {done} entities and corrected {repaired} of them'],
  'index.written': ['debug', 'Indexed {entities} entities in {ms} ms, up to commit {seq}'],
  'index.refused': [
    'error',
    'Typesense refuses the document of {urn}; Cairn tries again in a minute, and "npm run reindex -- --problems" lists it: {reason}',
  ],
  'index.lost': [
    'info',
    'Typesense has no search index: Cairn builds it from the graph. Until it is complete, searches find only what is indexed so far',
  ],
  'log.trimmed': ['debug', 'Removed the {commits} oldest commits from the log'],
  'webhook.failing': ['warn', 'The target of webhook {id} does not accept an event; Cairn tries again, less and less often: {reason}'],
  'webhook.suspended': ['error', 'Webhook {id} is set aside until somebody resumes it: {reason}'],
  'webhooks.yielded': ['warn', 'Another server delivers to webhooks now: this one did not extend its lease in time. No action is needed'],
  'mail.failing': ['warn', 'A mail to {person} was not taken; Cairn tries again, less and less often: {reason}'],
  'mail.refused': ['warn', 'The mail server will never take a mail to {person}: {reason}'],
  'mail.lost': ['warn', 'The log does not reach back to what mails have told: they go on from commit {seq}'],
  'mail.yielded': ['warn', 'Another server sends mails now: this one did not extend its lease in time. No action is needed'],
  'bulk.ended': ['info', 'Bulk change {id} is {state}: {changed} entities changed, {refused} with refusals, of {total}'],
  'bulk.stopped': ['error', 'Bulk change {id} is stopped until somebody resumes it: {reason}'],
  'bulk.failed': ['error', 'Bulk change {id} stops because of an error in Cairn ({errorId}): {reason}'],
  'bulk.waiting': ['warn', 'Bulk change {id} waits, and tries again: {reason}'],
  'bulk.yielded': ['warn', 'Another server works on bulk changes now: this one did not extend its lease in time. No action is needed'],
  'coverage.counted': ['info', 'Counted how many of {assets} assets are described, owned, in a domain and tagged: {points} points in {ms} ms'],
  'coverage.waits': ['info', 'The counts of the day wait, because {reason}'],
  'index.back': ['info', 'Search is whole again after {seconds} s{phases}'],
  'index.leads': ['info', 'This server writes the search index'],
  'index.yielded': ['warn', 'Another server writes the search index now: this one did not extend its lease in time. No action is needed'],
  'index.aside': [
    'warn',
    'The search index is for a newer Cairn or another model: this server only searches, and writes the index if no other has done so for {minutes} minutes',
  ],
  'index.unfenced': [
    'warn',
    'TYPESENSE_API_KEY may not create keys: a server that freezes for long may write an older document when it wakes up. Use an admin key',
  ],
  'index.unfollowed': [
    'warn',
    'The search index cannot follow the log from commit {seq}: it is of another store, newer than this one, or too far behind. Cairn builds a new one beside it',
  ],
  'index.differs': ['warn', 'Typesense has {documents} documents, but the graph has {entities} entities: Cairn builds a new search index'],
  'index.outdated': ['info', 'The search index is of another model: Cairn builds a new one beside it'],
  'index.other-format': [
    'info',
    'The search index is of another version of Cairn, and its format differs: Cairn builds its own. Until it is complete, searches find only what is indexed so far',
  ],
  'index.asked': ['info', 'A request asked for a new search index: Cairn builds it beside the present one'],
  'index.building': ['info', 'Filling search index {collection} with about {entities} entities, up to {last|the first}'],
  'index.built': ['info', 'Search index {collection} is complete and in use'],
  'ingestion.on': ['warn', 'INGESTION is on: who may manage ingestion runs code on this machine, as the user of Cairn'],
  'ingestion.started': ['info', 'Run {run} starts ({task} of {source})'],
  'ingestion.ended': ['info', 'Run {run} has ended after {seconds} s: {status}'],
  'ingestion.left': ['warn', 'Run {run} was left behind by a server that ended: it is told as ABORTED, and nobody runs it again'],
  'ingestion.untold': ['error', 'Run {run} has ended ({status}), but Cairn cannot store it: {reason}'],
  'ingestion.due': ['info', 'The schedule of {source} is due: run {run}'],
  'ingestion.not-begun': ['warn', 'Run {run} could not begin, so Cairn tries again: {reason}'],
  'ingestion.not-asked': ['warn', 'The schedule of {source} is due, but Cairn cannot ask for a run: {reason}'],
  'ingestion.bad-schedule': ['warn', 'The schedule of {source} is none: {reason}. Correct its interval or its time zone'],
  'engine.fetching': ['info', 'Downloading {engine} {version} (once for this user): {step}'],
  'engine.fetched': ['info', 'Downloaded {engine} {version} in {seconds} s to {path}'],
  'engine.cached': ['debug', 'Found {engine} {version} in the cache: {path}'],
  'engine.starting': ['info', '{engine} {version} starts on port {port}'],
  'engine.waiting': ['info', '{engine} is not ready after {seconds} s; Cairn keeps waiting. Its own log, {logFile}, says: {cause|no error}'],
  'engine.late': ['warn', '{engine} takes long to start: until it is ready, Cairn serves what needs no search'],
  'engine.ready': ['info', '{engine} is ready after {ms} ms (process {pid})'],
  'engine.died': [
    'error',
    '{engine} (process {pid}) ended unexpectedly ({reason}); Cairn starts it again in {delayMs} ms. Its own log, {logFile}, says: {cause|no error}',
  ],
  'engine.refuses': [
    'error',
    '{engine} (process {pid}) runs, but refuses all work: {reason}. Cairn ends it and starts it again. Its own log, {logFile}, says: {cause|no error}',
  ],
  'engine.no-room': ['error', 'Cairn does not start {engine} yet: {reason}. It does so by itself when there is space'],
  'engine.restart-failed': [
    'error',
    'Cairn could not start {engine} again: {reason}. It tries again in {delayMs} ms. Its own log, {logFile}, says: {cause|no error}',
  ],
  'disk.short': ['error', 'Cairn takes no writes: {reason}. Reads go on. Writes are taken again by themselves when there is space'],
  'disk.enough': ['info', 'The disk of {folder} has {mb} MB left: Cairn takes writes again'],
  'engine.port-taken': ['warn', 'Another program took the port {port} of {engine} while it started; Cairn starts it on another'],
  'engine.taken-over': ['info', 'An earlier Cairn left {engine} (process {pid}) running; Cairn takes it over'],
  'engine.orphan': ['warn', 'An earlier Cairn left {engine} (process {pid}) running; Cairn ends it first'],
  'engine.no-snapshot': ['warn', '{engine} has written no snapshot: {reason}. Without a later one, its next start takes longer'],
  'engine.stopping': ['info', '{engine} stops'],
  'engine.archiving': [
    'info',
    '{engine} also writes an archive of its classes, once for this user. It takes some seconds, and makes each later start faster',
  ],
  'engine.stopped': ['info', '{engine} has stopped'],
  'engine.killed': ['warn', '{engine} did not stop within {ms} ms; Cairn killed it'],
} as const satisfies Record<string, readonly [Exclude<Level, 'silent'>, string]>;

type Event = keyof typeof EVENTS;
type Fields = Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, number>> | undefined>;
export type Log = (event: Event, fields?: Fields) => void;

/**
 * Fills `{name}` in a sentence from the fields; `{name|words}` has words for an absent or empty one. A noun after the number 1 is in the singular.
 */
function sentence(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}(?: ([a-z]+s)\b)?/g, (_, name: string, words = 'nothing', nouns?: string) => {
    const value = fields[name] ?? '';
    return `${value === '' ? words : String(value)}${nouns === undefined ? '' : ` ${nounFor(value, nouns)}`}`;
  });
}

export const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** ANSI colours by level: red for errors, yellow for warnings, green for information, dim for details. */
const COLOURS: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 2 };

/** Formats a JSON log line for a person: time, level, sentence. */
export function readable(line: string, coloured: boolean): string {
  const { time, level, msg } = JSON.parse(line) as { time: number; level: number; msg: string };
  const name = pino.levels.labels[level] ?? String(level);
  const word = name.padEnd(5);
  return `${new Date(time).toISOString().slice(11, 23)} ${coloured ? `\u001b[${COLOURS[name] ?? 0}m${word}\u001b[0m` : word} ${msg}\n`;
}

/**
 * Makes the log of this process. It writes to standard output.
 *
 * @param format if absent: a few lines on a terminal, JSON elsewhere
 */
export function makeLog(level: Level, format?: Format): Log {
  const { isTTY } = process.stdout;
  const logger = pino(
    { level, base: null },
    format === 'text' || (format === undefined && isTTY) ? forPeople(format, isTTY) : pino.destination({ dest: 1, sync: true }),
  );
  const put = (event: Event, fields: Fields, more = 0): void => {
    const [at, sentenceText] = EVENTS[event];
    const text = inOwnWords(sentence(sentenceText, fields));
    if (more === 0) logger[at]({ event, ...fields }, text);
    else logger[at]({ event, ...fields, repeated: more }, `${text} (${more} more ${nounFor(more, 'times')} in ${REPEAT_MS / 1000} s)`);
  };
  const limited = limitRepeats(put, (call) => void setTimeout(call, REPEAT_MS).unref());
  return (event, fields = {}) => {
    const [at] = EVENTS[event];
    if (!logger.isLevelEnabled(at)) return;
    const cut = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? excerpt(value, MOST_CHARACTERS) : value]),
    );
    if (at === 'warn' || at === 'error') limited(event, cut);
    else put(event, cut);
  };
}

/** Every line as text, or without a format the few that somebody at a terminal wants to see. */
function forPeople(format: Format | undefined, coloured: boolean): { write(line: string): void } {
  const lineFor = format === undefined ? terminalLines(coloured, () => performance.now(), inOwnWords) : (line: string) => readable(line, coloured);
  return { write: (line) => void process.stdout.write(lineFor(line) ?? '') };
}

/** After so long, ms, a line that came again and again is written again, with the number of times. */
const REPEAT_MS = 30_000;
/** More different lines are not remembered. */
const MOST_REMEMBERED = 1_000;

/**
 * Writes the first of equal lines at once, and then, each time that a while has passed, once more with the number of those left out.
 *
 * @param later calls back after that while
 */
export function limitRepeats(
  put: (event: Event, fields: Fields, more: number) => void,
  later: (call: () => void) => void,
): (event: Event, fields: Fields) => void {
  const open = new Map<string, number>();
  return (event, fields) => {
    const key = JSON.stringify([event, fields]);
    const more = open.get(key);
    if (more !== undefined) return void open.set(key, more + 1);
    put(event, fields, 0);
    if (open.size >= MOST_REMEMBERED) return;
    const end = (): void => {
      const left = open.get(key) ?? 0;
      open.delete(key);
      if (left === 0) return;
      put(event, fields, left);
      open.set(key, 0);
      later(end);
    };
    open.set(key, 0);
    later(end);
  };
}
