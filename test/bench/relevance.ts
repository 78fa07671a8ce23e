/**
 * `npm run bench -- relevance`: known-item search. Of the tables in a file of proposals (`RELEVANCE_DATA`, one proposal a line; `-`: what
 * is piped in) 100 are chosen by a seed, and each is asked for by its full name, by a part of it, by its spoken name and by a name with one typo.
 */
import { readFileSync } from 'node:fs';
import { StartError } from '../../src/errors.ts';
import { stem } from '../../src/search/document/stem.ts';
import { isStopWord } from '../../src/search/evidence/stop-words.ts';
import type { Cairn } from '../support/cairn.ts';
import type { Bench, Figure } from './figures.ts';
import { searchable } from './fill.ts';

const TABLES = Number(process.env.RELEVANCE_TABLES ?? 100);
const SEED = 20_261_121;
const BATCH = 400;

interface Proposal {
  entityUrn: string;
  aspectName: string;
  aspect: { value: string };
}
interface Table {
  readonly urn: string;
  readonly name: string;
  readonly qualified: string;
  readonly spoken: string;
  readonly database: string;
  readonly columns: readonly string[];
}

interface Asked {
  readonly input: string;
  /** Any of these tables is right; absent: only the table itself. */
  readonly isRight?: (table: Table) => boolean;
}

/** @param columns the names of the columns of all tables, each once: half of the tables have one of `id` and `name` */
type Ask = (table: Table, random: () => number, columns: readonly string[]) => Asked;

const KINDS: Record<string, Ask> = {
  'full name': ({ qualified }) => ({ input: qualified }),
  'part of the name': ({ name, database }, random) => ({ input: `${partOf(name, random)} ${partOf(database, random)}` }),
  'spoken name': ({ spoken, database }) => ({ input: `${spoken} ${database.replaceAll('_', ' ')}` }),
  'one typo': ({ qualified }, random) => ({ input: misspelt(qualified, random) }),
  'table name alone': ({ name }) => ({ input: name, isRight: (table) => table.name.toLowerCase() === name.toLowerCase() }),
  'a word of the name and one of the schema, any table that fits': ({ name, database }, random) => {
    const words = [wordOf(name, random), wordOf(database, random)];
    const fits = (table: Table): boolean => words.every((word) => hasWord(table.qualified, word)) && words.some((word) => hasWord(table.name, word));
    return { input: words.join(' '), isRight: fits };
  },
  'name of a column, any table that has it': (_, random, columns) => {
    const column = oneOf(columns, random);
    return { input: column, isRight: (table) => table.columns.some((each) => each.toLowerCase() === column.toLowerCase()) };
  },
};

export const relevance: Bench = async (cairn, tell) => {
  const file = process.env.RELEVANCE_DATA;
  if (!file) throw new StartError('relevance: set RELEVANCE_DATA to a file of proposals, one a line, or to - for a pipe');
  const proposals = readFileSync(file === '-' ? 0 : file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { proposal: Proposal }).proposal);
  await load(cairn, proposals);
  tell(await measure(cairn, tablesOf(proposals)));
};

/** success@1, success@5 in percent, and the time of a search in ms, for each kind. */
export async function measure({ url }: Pick<Cairn, 'url'>, all: readonly Table[]): Promise<Figure[]> {
  const random = mulberry(SEED);
  const chosen = shuffled(all, random).slice(0, TABLES);
  const columns = [...new Map(all.flatMap((table) => table.columns.map((each) => [each.toLowerCase(), each] as const))).values()];
  const figures: Figure[] = [];
  for (const [kind, ask] of Object.entries(KINDS)) {
    let [first, five] = [0, 0];
    const times: number[] = [];
    for (const table of chosen) {
      const { input, isRight = (each: Table): boolean => each.urn === table.urn } = ask(table, random, columns);
      const right = new Set(all.filter(isRight).map(({ urn }) => urn));
      const from = performance.now();
      const answer = await fetch(`${url}/entities?action=search`, {
        method: 'POST',
        body: JSON.stringify({ input, entity: 'dataset', start: 0, count: 5 }),
      });
      times.push(performance.now() - from);
      const { value } = (await answer.json()) as { value: { entities: string[] } };
      const rank = value.entities.findIndex((urn) => right.has(urn));
      if (rank === 0) first++;
      if (rank >= 0) five++;
      if (rank !== 0 && process.env.RELEVANCE_MISSES) process.stderr.write(`${kind}: ${input} → ${value.entities[0]}, not ${table.urn}\n`);
    }
    figures.push({
      'asked by': kind,
      'success@1 %': Math.round((first * 100) / chosen.length),
      'success@5 %': Math.round((five * 100) / chosen.length),
      'median ms': Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0),
    });
  }
  return figures;
}

export function tablesOf(proposals: readonly Proposal[]): Table[] {
  const schemas = new Map(
    proposals.flatMap(({ entityUrn, aspectName, aspect }) =>
      aspectName === 'schemaMetadata' ? [[entityUrn, (JSON.parse(aspect.value) as { fields: { fieldPath: string }[] }).fields] as const] : [],
    ),
  );
  return proposals
    .filter(({ aspectName }) => aspectName === 'datasetProperties')
    .map(({ entityUrn, aspect }) => {
      const { name, qualifiedName, description } = JSON.parse(aspect.value) as { name: string; qualifiedName: string; description?: string };
      return {
        urn: entityUrn,
        name,
        qualified: qualifiedName,
        spoken: description?.split(' of the database ')[0] ?? name,
        database: qualifiedName.slice(0, -name.length - 1),
        columns: schemas.get(entityUrn)?.map(({ fieldPath }) => fieldPath) ?? [],
      };
    });
}

/** Has the name this word, in any inflection? */
function hasWord(name: string, word: string): boolean {
  return wordsIn(name).some((each) => stem(each.toLowerCase()) === stem(word.toLowerCase()));
}

function wordsIn(name: string): string[] {
  return name.split(/[_. ]+|(?<=[a-z])(?=[A-Z])/);
}

function oneOf(items: readonly string[], random: () => number): string {
  return items[Math.floor(random() * items.length)] ?? '';
}

const longWordsIn = (name: string): string[] => wordsIn(name).filter((word) => word.length > 2);

/** A word of a name that says something: no `and`, and a long one if it has one. */
function wordOf(name: string, random: () => number): string {
  const words = longWordsIn(name).filter((word) => !isStopWord(word.toLowerCase()));
  return oneOf(words, random) || (wordsIn(name)[0] ?? name);
}

/** The same, or the beginning of it where there is only one. */
function partOf(name: string, random: () => number): string {
  const word = oneOf(longWordsIn(name), random) || name;
  return longWordsIn(name).length > 1 ? word : word.slice(0, Math.max(3, Math.ceil(word.length * 0.6)));
}

/** One letter of the longest word is left out, doubled, replaced or swapped with the next. */
function misspelt(name: string, random: () => number): string {
  const longest = name.split(/[_. ]+/).sort((a, b) => b.length - a.length)[0] ?? name;
  const at = name.indexOf(longest) + 1 + Math.floor(random() * Math.max(1, longest.length - 2));
  const [before, letter, after] = [name.slice(0, at), name[at] ?? '', name.slice(at + 1)];
  const ways = [
    before + after,
    before + letter + letter + after,
    `${before}${letter === 'x' ? 'z' : 'x'}${after}`,
    `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
  ];
  return ways[Math.floor(random() * ways.length)] ?? name;
}

async function load(cairn: Cairn, proposals: readonly Proposal[]): Promise<void> {
  for (let at = 0; at < proposals.length; at += BATCH) {
    const last = at + BATCH >= proposals.length;
    const body = JSON.stringify({ proposals: proposals.slice(at, at + BATCH) });
    const answer = await fetch(`${cairn.url}/aspects?action=ingestProposalBatch`, {
      method: 'POST',
      body,
      headers: last ? { 'X-Svc-Sync-Index-Update': 'true' } : {},
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await searchable(cairn);
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** The same numbers from the same seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
