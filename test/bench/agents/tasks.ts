/**
 * Tasks with gold answers, made from what a catalog knows: find the tables of a question, the column of a meaning, the way to join, the owner, and
 * what is affected. The same catalog makes the same tasks. Pure.
 */
import type { Facts, Table } from './facts.ts';

export const KINDS = ['tables', 'column', 'join', 'owner', 'impact'] as const;

export interface Task {
  readonly kind: (typeof KINDS)[number];
  /** As a person asks. */
  readonly question: string;
  /** What a fixed policy needs of it, which a model reads in the question. */
  readonly asset: string;
  readonly other: string;
  readonly words: string;
  readonly gold: readonly string[];
}

export interface Question {
  readonly question: string;
  /** URNs. */
  readonly tables: readonly string[];
}

/** An answer may name as many tables. */
const MOST_TABLES = 5;

/** @param questions of people; absent: the descriptions of the tables are what is searched for */
export function makeTasks(facts: Facts, questions: readonly Question[], most: number): Task[] {
  const each = Math.floor(most / KINDS.length);
  const made = [tableTasks(facts, questions), columnTasks(facts), joinTasks(facts), ownerTasks(facts), impactTasks(facts)];
  return made.flatMap((tasks) => spread(tasks, each));
}

/** Is an answer right? Of tables the right ones must be among the first, of everything else it must be the same set. */
export function solves({ kind, gold }: Task, answer: readonly string[]): boolean {
  const given = new Set((kind === 'tables' ? answer.slice(0, MOST_TABLES) : answer).map(plain));
  return gold.every((right) => given.has(plain(right))) && (kind === 'tables' || given.size === new Set(gold.map(plain)).size);
}

function plain(text: string): string {
  const sides = text.toLowerCase().split('=');
  return sides
    .map((side) => side.trim())
    .sort()
    .join('=');
}

/** So many of a list, evenly over all of it. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, most);
}

const NOTHING = { asset: '', other: '', words: '' };

function tableTasks({ tables }: Facts, questions: readonly Question[]): Task[] {
  const described = tables
    .filter(({ description }) => description.length > 20)
    .map(({ urn, description }) => ({ question: description, tables: [urn] }));
  return (questions.length > 0 ? questions : described)
    .filter((each) => each.tables.length <= MOST_TABLES)
    .map(({ question, tables: gold }) => ({
      ...NOTHING,
      kind: 'tables',
      question: `Which tables (at most ${MOST_TABLES}, the best first, as URNs) answer this: ${question}`,
      words: question,
      gold,
    }));
}

function columnTasks({ tables }: Facts): Task[] {
  return tables.flatMap(({ name, columns }) => {
    const known = columns.filter(({ path, description }) => description !== '' && letters(path) !== letters(description));
    const only = known.filter(({ description }) => columns.filter((other) => other.description === description).length === 1);
    const column = only[name.length % Math.max(1, only.length)];
    if (!column) return [];
    const question = `Which column of the table ${name} holds this: ${column.description}? Answer with its path.`;
    return [{ ...NOTHING, kind: 'column', question, asset: name, words: column.description, gold: [column.path] } as const];
  });
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function joinTasks({ tables }: Facts): Task[] {
  const byUrn = new Map(tables.map((table) => [table.urn, table]));
  const beside = new Map<string, [string, string][]>();
  const add = (from: string, to: string, pair: string): void => void beside.set(from, [...(beside.get(from) ?? []), [to, pair]]);
  for (const { urn, name, keys } of tables)
    for (const [own, other, column] of keys) {
      const target = byUrn.get(other);
      if (!target || other === urn) continue;
      const pair = `${name}.${own} = ${target.name}.${column}`;
      add(urn, other, pair);
      add(other, urn, pair);
    }
  return tables.flatMap((table) =>
    [...onlyWays(table.urn, beside)].flatMap(([urn, pairs]): Task[] => {
      const other = byUrn.get(urn);
      if (!other || other.name < table.name) return [];
      const question = `On which columns are the tables ${table.name} and ${other.name} joined, over further tables if need be? Answer with a list of "table.column = table.column", with the names of tables as here.`;
      return [{ ...NOTHING, kind: 'join', question, asset: table.name, other: other.name, gold: pairs }];
    }),
  );
}

const MOST_HOPS = 3;

/** What can be reached from a table, with the pairs of columns on the shortest way, where there is only one. */
function onlyWays(from: string, beside: ReadonlyMap<string, readonly [string, string][]>): Map<string, string[]> {
  const seen = new Set([from]);
  const found = new Map<string, string[]>();
  let front = new Map<string, string[] | undefined>([[from, []]]);
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const next = new Map<string, string[] | undefined>();
    for (const [at, way] of front)
      for (const [to, pair] of beside.get(at) ?? []) {
        if (seen.has(to)) continue;
        next.set(to, next.has(to) || way === undefined ? undefined : [...way, pair]);
      }
    for (const [to, way] of next) {
      seen.add(to);
      if (way) found.set(to, way);
    }
    front = next;
  }
  return found;
}

function ownerTasks({ tables }: Facts): Task[] {
  return tables
    .filter(({ owners }) => owners.length > 0)
    .map(({ name, owners }) => ({
      ...NOTHING,
      kind: 'owner',
      question: `Who owns the table ${name}? Answer with the URNs of all owners.`,
      asset: name,
      gold: [...new Set(owners)],
    }));
}

function impactTasks({ tables, flows }: Facts): Task[] {
  const below = new Map<string, string[]>();
  for (const [from, to] of flows) below.set(from, [...(below.get(from) ?? []), to]);
  const known = new Set(tables.map(({ urn }) => urn));
  return tables.flatMap((table: Table): Task[] => {
    const gold = reached(table.urn, below).filter((urn) => known.has(urn));
    const question = `Which tables are made from ${table.name}, directly or over others? Answer with their URNs.`;
    return gold.length === 0 ? [] : [{ ...NOTHING, kind: 'impact', question, asset: table.name, gold }];
  });
}

function reached(from: string, below: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([from]);
  for (const at of seen) for (const to of below.get(at) ?? []) seen.add(to);
  seen.delete(from);
  return [...seen];
}
