/**
 * The parts of a run of the tests. The tests of a part run one after the other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Durations } from './durations.ts';
import { hasLong, LONG_FOLDER, LONG_TITLE, longName } from './long-title.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Tests in these folders share the Cairn of their part, and may see what the files before them wrote. */
const SHARED = ['behaviour'];
/** Tests in this folder start their own Cairns, so that any order is right. In more parts, both engines would compile their statements. */
const OWN = 'operations';
const OWN_PARTS = 2;
/**
 * Of these, in one part: those with READ_POLICIES, for which Neo4j compiles statements with their conditions, and those with pages, for which
 * Chromium starts.
 */
const TOGETHER = /READ_POLICIES|inBrowser\(/;
/** Tests in this folder take about as long as half of the others. */
const PAGES = 'ui';
/** Tests in these folders need no engines: they fill what the others leave of the processor while they wait. */
const BARE = ['unit', 'pure'];
/** So many parts have the tests of all other folders: small ones at the end, so that all runs end at the same time. */
const REST_PARTS = 3;
/** Seconds of a file that no run has measured yet. */
const UNKNOWN = 60;

/** A share of the long tests: the first of three is `{ at: 1, of: 3 }`. */
export interface Share {
  readonly at: number;
  readonly of: number;
}

function testFiles(): string[] {
  return readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test', name))
    .sort();
}

const alone = (files: readonly string[]): string[][] => files.map((file) => [file]);

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** As OWN. They are not part of `npm test`. */
const takesLong = (file: string): boolean => file.startsWith(LONG_FOLDER + path.sep);
const folderOf = (file: string): string => file.split(path.sep)[1] ?? '';

/** The options of mocha for parts of `npm test`: only tests that do not take long. */
const short = (files: readonly string[]): string[] => [...files, '--fgrep', LONG_TITLE, '--invert'];

export interface Parts {
  /** The longest first. */
  readonly withEngines: readonly string[][];
  readonly bare: readonly string[][];
}

/** The parts of `npm test`. Every file is in exactly one: those of no other part are in small ones. */
export function partsOf(durations: Durations): Parts {
  const files = testFiles().filter((file) => !takesLong(file));
  const seconds = (file: string): number => durations[file] ?? UNKNOWN;
  const sum = (part: readonly string[]): number => part.reduce((total, file) => total + seconds(file), 0);
  const own = files.filter((file) => folderOf(file) === OWN);
  const together = own.filter((file) => TOGETHER.test(textOf(file)));
  const ownGroups = [together, ...alone(own.filter((file) => !together.includes(file)))];
  const bare = files.filter((file) => BARE.includes(folderOf(file)));
  const shared = files.filter((file) => SHARED.includes(folderOf(file)));
  const pages = files.filter((file) => folderOf(file) === PAGES);
  const rest = files.filter((file) => ![own, bare, shared, pages].some((part) => part.includes(file)));
  const parts = [shared, ...evenly(ownGroups, OWN_PARTS, sum), pages, ...evenly(alone(rest), REST_PARTS, sum)];
  return { withEngines: parts.sort((a, b) => sum(b) - sum(a)).map(short), bare: [short(bare)] };
}

/** The parts of a share of `npm run test:long`: `lanes` of the folder, which take about the same time, and two of tests beside short ones. */
export function longPartsOf(durations: Durations, lanes: number, { at, of }: Share): string[][] {
  const seconds = ([file = '']: readonly string[]): number => durations[longName(file)] ?? UNKNOWN;
  const cut = (files: readonly string[], count: number): string[][] => evenly(alone(files), count, seconds);
  const share = (files: readonly string[]): string[] => cut(files, of)[at - 1] ?? [];
  const files = testFiles();
  const beside = files.filter((file) => !takesLong(file) && hasLong(textOf(file)));
  const [own, shared] = [true, false].map((isOwn) => share(beside.filter((file) => (folderOf(file) === OWN) === isOwn)));
  const marked = [own, shared].map((part = []) => (part.length > 0 ? [...part, '--fgrep', LONG_TITLE] : []));
  return [...cut(share(files.filter(takesLong)), lanes), ...marked].filter((part) => part.length > 0);
}

/** Cuts groups of files into parts that take about the same time: the longest first, each into the part that is shortest so far. */
function evenly(groups: readonly (readonly string[])[], count: number, seconds: (group: readonly string[]) => number): string[][] {
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const group of groups.toSorted((a, b) => seconds(b) - seconds(a))) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(...group);
    shortest.seconds += seconds(group);
  }
  return parts.map((part) => part.files);
}
