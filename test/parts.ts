/**
 * The parts of a whole run of the tests. The tests of a part run one after the other.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Durations } from './durations.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Tests in these folders share the Cairn of their part, and may see what the files before them wrote. */
const SHARED = ['behaviour'];
/** Tests in this folder start their own Cairns, so that any order is right. */
const OWN = 'operations';
const OWN_PARTS = 4;
/** Seconds of a file that no run has measured yet. */
const UNKNOWN = 60;

/** Every test file is in exactly one part: the last one takes all folders that no other part names. */
export function partsOf(durations: Durations): string[][] {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test', name))
    .sort();
  const folderOf = (file: string): string => file.split(path.sep)[1] ?? '';
  const own = files.filter((file) => folderOf(file) === OWN);
  const rest = files.filter((file) => folderOf(file) !== OWN && !SHARED.includes(folderOf(file)));
  return [
    ...SHARED.map((folder) => files.filter((file) => folderOf(file) === folder)),
    ...evenly(own, OWN_PARTS, (file) => durations[file] ?? UNKNOWN),
    rest,
  ];
}

/** Cuts files into parts that take about the same time: the longest first, each into the part that is shortest so far. */
function evenly(files: readonly string[], count: number, seconds: (file: string) => number): string[][] {
  const parts = Array.from({ length: count }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((a, b) => seconds(b) - seconds(a))) {
    const shortest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
    shortest.files.push(file);
    shortest.seconds += seconds(file);
  }
  return parts.map((part) => part.files);
}
