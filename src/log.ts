/**
 * All that Cairn says in its log: the operator's page. A line is an event with a level and a sentence;
 * `{name}` in a sentence is filled from the fields, which also stand in the JSON line by themselves.
 */
import { pino } from 'pino';
import { excerpt } from './errors.ts';

/** Characters of one field of a line at most: a stack has room, what a request sent is not repeated whole. */
const MOST_CHARACTERS = 4_000;

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type Level = (typeof LEVELS)[number];

const EVENTS = {
  'server.starting': ['info', 'Cairn {version} starts; data in {dataDir}, names of {namespace}'],
  'server.seeded': ['info', 'Seed entities are in place ({written} new)'],
  'demo.loaded': ['info', 'The demo catalog is in place: {entities} entities; {aspects} aspects and {points} points of timeseries were new'],
  'demo.refused': [
    'warn',
    'The demo catalog is not loaded: the store holds {entities} entities of others. Name an empty DATA_DIR, or leave --demo out',
  ],
  'demo.item-refused': ['warn', 'A part of the demo was refused for {urn}: {reason}'],
  'server.ready': ['info', 'Cairn is ready: {url}'],
  'server.open': ['warn', 'Authentication is off: whoever reaches {url} may read and write'],
  'tokens.read': ['info', '{file} was read again: {tokens} tokens'],
  'tokens.kept': ['error', 'The tokens file has changed and is not taken: {reason}. Until it is mended the {tokens} tokens of before hold'],
  'tokens.exposed': ['warn', '{file} is open to other users of this machine (mode {mode}): chmod 600 it'],
  'tokens.plain': [
    'warn',
    '{tokens} tokens stand in {file} as they are, for whoever reads it. "npm run token" makes one of which the file keeps a hash',
  ],
  'server.stopping': ['info', '{signal}: no new requests; {underWay} under way are finished first'],
  'server.stopped': ['info', 'Stopped'],
  'server.failed': ['fatal', '{reason}'],
  audit: ['info', '{actor} at {address}: {operation}: {outcome} ({status}), {entities} entities'],
  'audit.lost': ['error', '{lines} audit lines are not in {file}: {reason}. Requests are answered all the same'],
  'server.stood-still': ['warn', 'The event loop stood still for {ms} ms: nobody was answered meanwhile'],
  'request.done': ['debug', '{method} {path} {status} in {ms} ms'],
  'request.aborted': ['debug', '{method} {path}: the client hung up'],
  'request.failed': ['error', '{method} {path} failed inside Cairn: {reason}'],
  'graph.connected': ['info', 'Neo4j answers at {uri}'],
  'graph.lost': ['warn', 'Neo4j at {uri} does not answer: {reason}. Requests that need it get 503 until it is back'],
  'graph.refused': ['warn', 'Neo4j at {uri} does not carry out a transaction ({code}): {reason}. Nothing of it was written'],
  'graph.retry': ['debug', 'A write met {reason} and is tried again ({attempt})'],
  'job.failed': ['warn', 'The {job} failed and is tried again: {reason}'],
  'property.purged': ['info', 'Earlier values of {urn} are removed from {entities} entities'],
  'edges.outdated': ['info', 'The relationships of the model are not those that the edges were made by: edges are rebuilt while Cairn serves'],
  'edges.building': ['info', 'Edges are being rebuilt: {done} entities are done, {mended} of them had others; {last} was the last one'],
  'edges.rebuilt': ['info', 'Edges are what the model says: {done} entities were looked at here, {mended} of them had others'],
  'index.written': ['debug', '{entities} entities are indexed in {ms} ms'],
  'index.refused': ['error', 'Typesense does not take the document of {urn}; it is tried again in a minute: {reason}'],
  'index.lost': ['info', 'Typesense has no search index: it is built from the graph, and searches show what is there by then'],
  'index.differs': ['warn', 'Typesense has {documents} documents where the graph has {entities} entities: the index is built anew'],
  'index.outdated': ['info', 'The model is not the one that the search index was built by: a new one is built beside it'],
  'index.asked': ['info', 'The search index is built anew, as asked for'],
  'index.building': [
    'info',
    'Search index {collection} is being filled with about {entities} entities; {waiting} wait, {last} was the last one marked',
  ],
  'index.built': ['info', 'Search index {collection} is complete and in use'],
  'engine.fetching': ['info', '{engine} {version} is fetched (once for this user): {step}'],
  'engine.fetched': ['info', '{engine} {version} is fetched ({seconds} s), and kept in {path}'],
  'engine.cached': ['debug', '{engine} {version} is in the cache: {path}'],
  'engine.starting': ['info', '{engine} {version} starts on port {port}'],
  'engine.waiting': ['info', '{engine} is not ready yet after {seconds} s; it is given more time. Its own log: {logFile}'],
  'engine.ready': ['info', '{engine} is ready after {ms} ms (process {pid})'],
  'engine.died': ['error', '{engine} (process {pid}) ended by itself ({reason}); it is started again in {delayMs} ms. Its own log: {logFile}'],
  'engine.restart-failed': ['error', '{engine} could not be started again: {reason}. Next try in {delayMs} ms. Its own log: {logFile}'],
  'engine.orphan': ['warn', 'An earlier Cairn left {engine} (process {pid}) behind; it is ended first'],
  'engine.stopping': ['info', '{engine} stops'],
  'engine.stopped': ['info', '{engine} has stopped'],
  'engine.killed': ['warn', '{engine} did not stop within {ms} ms and was killed'],
} as const satisfies Record<string, readonly [Exclude<Level, 'silent'>, string]>;

export type Event = keyof typeof EVENTS;
export type Fields = Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, number>> | undefined>;
export type Log = (event: Event, fields?: Fields) => void;

/** Fills `{name}` in a sentence from the fields. */
function sentence(text: string, fields: Fields): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(fields[name] ?? whole));
}

export const FORMATS = ['text', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/** ANSI codes: red for what is broken, yellow for what needs a look, dim for details. */
const COLOURS: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, info: 32, debug: 2 };

/** A log line for a person: time, level, sentence. `line` is the JSON line. */
export function readable(line: string, coloured: boolean): string {
  const { time, level, msg } = JSON.parse(line) as { time: number; level: number; msg: string };
  const name = pino.levels.labels[level] ?? String(level);
  const word = name.padEnd(5);
  return `${new Date(time).toISOString().slice(11, 23)} ${coloured ? `\u001b[${COLOURS[name] ?? 0}m${word}\u001b[0m` : word} ${msg}\n`;
}

/**
 * Makes the log of this process, on standard output.
 *
 * @param format absent: text on a terminal, JSON elsewhere
 */
export function makeLog(level: Level, format?: Format): Log {
  const { isTTY } = process.stdout;
  const text = { write: (line: string) => process.stdout.write(readable(line, isTTY)) };
  const logger = pino({ level, base: null }, (format ?? (isTTY ? 'text' : 'json')) === 'text' ? text : pino.destination({ dest: 1, sync: true }));
  return (event, fields = {}) => {
    const [at, sentenceText] = EVENTS[event];
    const cut = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? excerpt(value, MOST_CHARACTERS) : value]),
    );
    logger[at]({ event, ...cut }, sentence(sentenceText, cut));
  };
}
