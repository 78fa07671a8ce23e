/**
 * What somebody at a terminal sees of the log: a few lines of the start, its end with what to do next, and afterwards only what needs attention.
 * LOG_FORMAT=text shows every line.
 */

/** A line of the log, as JSON has it. */
interface LogRecord {
  readonly level: number;
  readonly event: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** From this level of pino on, every line is shown. */
const WARN = 40;
const YELLOW = '\u001b[33m';
const RED = '\u001b[31m';
const PLAIN = '\u001b[0m';

/** What lines of the start say in place of their sentence. Others that are no warnings are left out. */
const STEPS: Readonly<Record<string, (line: LogRecord) => string>> = {
  'server.starting': ({ version, dataDir }) => `Cairn ${version} starts. Its data are in ${dataDir}`,
  'engine.fetched': ({ msg }) => `  ${msg}`,
  'engine.ready': ({ engine, ms }) => `  ${engine} is ready (${seconds(Number(ms))})`,
  'store.upgrading': ({ msg }) => `  ${msg}`,
  'store.upgrade-elsewhere': ({ msg }) => `  ${msg}`,
  'store.names': ({ prefix }) => `  The names of this catalog begin with ${prefix}`,
  'demo.loaded': ({ entities }) => `  The demo catalog is in place: ${entities} entities`,
  'server.stopping': () => 'Cairn stops …',
  'server.stopped': ({ msg }) => msg,
};

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** @param demo is the demo catalog there already? */
function nextSteps(url: string, demo: boolean, startedMs: number): string {
  const look = demo
    ? `Look around: open ${url} and search for orders`
    : 'Look around: stop it, and start it with an example catalog: npm start -- --demo';
  return [
    '',
    `Cairn is ready after ${seconds(startedMs)}: ${url}`,
    '',
    'Three things to do next:',
    `  1. ${look}`,
    `  2. Connect a database: ${url}/sources`,
    `  3. Read: ${url}/docs`,
    '',
    'Ctrl-C stops it. LOG_FORMAT=text shows the whole log.',
  ].join('\n');
}

/**
 * Makes what turns lines of the log, as JSON, into lines for a person. It returns `undefined` for those that are left out.
 *
 * @param now ms since the process began
 */
export function terminalLines(coloured: boolean, now: () => number, inOwnWords: (text: string) => string): (line: string) => string | undefined {
  let demo = false;
  return (line) => {
    const read = JSON.parse(line) as LogRecord;
    const { event, level, msg } = read;
    demo ||= event === 'demo.loaded';
    if (event === 'server.ready') return `${inOwnWords(nextSteps(String(read.url), demo, now()))}\n`;
    if (level < WARN) {
      const told = STEPS[event]?.(read);
      return told === undefined ? undefined : `${told}\n`;
    }
    const said = `${level === WARN ? 'Warning' : 'Error'}: ${msg}`;
    return coloured ? `${level === WARN ? YELLOW : RED}${said}${PLAIN}\n` : `${said}\n`;
  };
}
