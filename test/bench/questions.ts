/**
 * `npm run bench -- questions`: do questions in plain words find the tables that answer them? A set (`--set FILE`, JSON: `tables` with name,
 * spoken name and columns, `questions` with the names of their tables) is loaded beside other proposals (`QUESTIONS_DATA`, one a line; `-`:
 * what is piped in). Beside the answers stand those of BM25 over the same words (k1 1.2, b 0.75), and chance. Then what each signal of
 * the ranking brings.
 */
import { readFileSync } from 'node:fs';
import { StartError } from '../../src/errors.ts';
import type { Proposal } from '../support/client.ts';
import { proposal, schemaMetadata, urns } from '../support/make.ts';
import { bm25, type Text } from './bm25.ts';
import type { Bench, Figure } from './figures.ts';
import { clientOf, fill, searchable } from './fill.ts';
import { signals } from './signals.ts';
import { makeTally, round } from './tally.ts';

const FOUND = 10;
const CALLERS = 1;

export interface QuestionSet {
  readonly tables: readonly { readonly name: string; readonly spoken: string; readonly columns: readonly (readonly string[])[] }[];
  readonly questions: readonly { readonly question: string; readonly tables: readonly string[] }[];
}

/** What one way of answering found: URNs, best first. */
type Answer = (question: string) => Promise<readonly string[]>;

export const urnOf = (name: string): string => urns.dataset(name, 'sqlite');

export const questions: Bench = async (cairn, print) => {
  const file = process.env.QUESTIONS;
  if (!file) throw new StartError('questions: give --set FILE with tables and questions, and QUESTIONS_DATA with further proposals');
  const set = JSON.parse(readFileSync(file, 'utf8')) as QuestionSet;
  const others = process.env.QUESTIONS_DATA === undefined ? [] : proposalsIn(process.env.QUESTIONS_DATA);
  const all = [...others, ...set.tables.flatMap(proposalsOf)];
  const api = clientOf(cairn);
  await fill(api, all);
  await searchable(cairn);
  const times: number[] = [];
  const cairns: Answer = async (input) => {
    const from = performance.now();
    const json = { input, entity: 'dataset', start: 0, count: FOUND };
    const { status, text, body } = await api.send<{ value: { entities: string[] } }>('POST', '/entities?action=search', { json });
    times.push(performance.now() - from);
    if (status !== 200) throw new Error(`${input}: ${status} ${text}`);
    return body.value.entities;
  };
  const texts = textsOf(all);
  const rank = bm25(texts);
  const chance = FOUND / texts.length;
  print([
    await measured('Cairn', set, cairns),
    await measured('BM25', set, async (question) => rank(question, FOUND)),
    { answer: 'chance', 'recall@10': round(chance), 'hit@5': round(chance / 2), MRR: 0, 'nothing found %': 0 },
  ]);
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  print([{ questions: set.questions.length, tables: texts.length, 'median ms': at(0.5), 'p95 ms': at(0.95) }]);
  const asked = set.questions.map(({ question, tables }) => ({ question, right: new Set(tables.map(urnOf)) }));
  print(await signals(cairn, asked, FOUND));
};

async function measured(answer: string, { questions: list }: QuestionSet, ask: Answer): Promise<Figure> {
  const tally = makeTally();
  const waiting = [...list];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) tally.add(new Set(next.tables.map(urnOf)), await ask(next.question));
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  return tally.figure(answer);
}

function proposalsIn(file: string): Proposal[] {
  const lines = readFileSync(file === '-' ? 0 : file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => (JSON.parse(line) as { proposal: Proposal }).proposal);
}

export function proposalsOf({ name, spoken, columns }: QuestionSet['tables'][number]): Proposal[] {
  const schema = schemaMetadata(columns.map(([column = '']) => column));
  const fields = schema.fields.map((field, at) => ({ ...field, description: columns[at]?.[2] ?? '' }));
  return [
    proposal(urnOf(name), 'schemaMetadata', { ...schema, schemaName: name, fields }),
    proposal(urnOf(name), 'datasetProperties', { name: name.split('.').at(-1), qualifiedName: name, description: spoken, customProperties: {} }),
  ];
}

/** The words of each table for BM25: those of its URN, names and descriptions. */
function textsOf(proposals: readonly Proposal[]): Text[] {
  const texts = new Map<string, string[]>();
  for (const { entityUrn, aspectName, aspect } of proposals) {
    const urn = String(entityUrn);
    if (!urn.includes(':dataset:') || !['schemaMetadata', 'datasetProperties'].includes(String(aspectName))) continue;
    const value = JSON.parse((aspect as { value: string }).value) as {
      qualifiedName?: string;
      description?: string;
      fields?: { fieldPath: string; description?: string }[];
    };
    const own = [value.qualifiedName, value.description, ...(value.fields ?? []).flatMap(({ fieldPath, description }) => [fieldPath, description])];
    texts.set(urn, [...(texts.get(urn) ?? []), ...own.filter((each) => each !== undefined)]);
  }
  return [...texts].map(([urn, own]) => ({ urn, text: own.join(' ') }));
}
