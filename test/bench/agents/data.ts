/**
 * The tables and questions of a folder: `spider_tables.json` (or `tables.json`), schemas in the form of the Spider benchmark, and `question_set.json`
 * (or `.xz`), questions of people with the tables that answer them (see ../questions.ts). Owners are made up; a table comes from those that its
 * keys refer to.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../../src/errors.ts';
import type { Proposal } from '../../support/client.ts';
import { ownership, proposal, schemaMetadata, upstreams, urns } from '../../support/make.ts';
import { proposalsOf, type QuestionSet, urnOf } from '../questions.ts';
import type { Question } from './tasks.ts';

interface Database {
  readonly db_id: string;
  readonly table_names: readonly string[];
  readonly table_names_original: readonly string[];
  readonly column_names: readonly (readonly [number, string])[];
  readonly column_names_original: readonly (readonly [number, string])[];
  readonly primary_keys: readonly (number | readonly number[])[];
  readonly foreign_keys: readonly (readonly [number, number])[];
}

const OWNERS = 40;

export function readFolder(folder: string): { proposals: Proposal[]; questions: Question[] } {
  const tables = textOf(folder, ['spider_tables.json', 'tables.json']);
  const set = textOf(folder, ['question_set.json', 'question_set.json.xz']);
  if (tables === undefined) throw new StartError(`agents: ${folder} has no spider_tables.json`);
  const databases = JSON.parse(tables) as Database[];
  const { tables: asked, questions } = set === undefined ? { tables: [], questions: [] } : (JSON.parse(set) as QuestionSet);
  const owners = Array.from({ length: OWNERS }, (_, at) =>
    proposal(urns.user(`owner${at}`), 'corpUserInfo', { active: true, displayName: `Owner ${at}` }),
  );
  return {
    proposals: [
      ...owners,
      ...databases.flatMap((database, at) => proposalsIn(database, urns.user(`owner${at % OWNERS}`))),
      ...asked.flatMap(proposalsOf),
    ],
    questions: questions.map(({ question, tables: names }) => ({ question, tables: names.map(urnOf) })),
  };
}

function textOf(folder: string, names: readonly string[]): string | undefined {
  const file = names.map((name) => path.join(folder, name)).find((each) => existsSync(each));
  if (file === undefined) return undefined;
  return file.endsWith('.xz') ? execFileSync('xz', ['-dc', file], { encoding: 'utf8', maxBuffer: 1 << 30 }) : readFileSync(file, 'utf8');
}

function proposalsIn(database: Database, owner: string): Proposal[] {
  const { db_id: name, table_names: spoken, table_names_original: tables, column_names: meanings, column_names_original: columns } = database;
  const urn = (table: number): string => urns.dataset(`${name}.${tables[table]}`, 'sqlite');
  const columnUrn = (column: number): string => urns.column(urn(columns[column]?.[0] ?? 0), columns[column]?.[1] ?? '');
  const primary = new Set(database.primary_keys.flat());
  return tables.flatMap((original, table) => {
    const own = columns.flatMap(([of], column) => (of === table ? [column] : []));
    const keys = database.foreign_keys.filter(([from]) => columns[from]?.[0] === table);
    const above = [...new Set(keys.map(([, to]) => urn(columns[to]?.[0] ?? 0)))].filter((each) => each !== urn(table));
    const schema = schemaMetadata(
      own.map((column) => columns[column]?.[1] ?? ''),
      {
        primaryKeys: own.filter((column) => primary.has(column)).map((column) => columns[column]?.[1]),
        foreignKeys: keys.map(([from, to], at) => ({
          name: `fk${at}`,
          foreignDataset: urn(columns[to]?.[0] ?? 0),
          sourceFields: [columnUrn(from)],
          foreignFields: [columnUrn(to)],
        })),
      },
    );
    const fields = schema.fields.map((field, at) => ({ ...field, description: meanings[own[at] ?? 0]?.[1] ?? '' }));
    return [
      proposal(urn(table), 'schemaMetadata', { ...schema, fields }),
      proposal(urn(table), 'datasetProperties', {
        name: original,
        qualifiedName: `${name}.${original}`,
        description: `${spoken[table]} of the database ${name.replaceAll('_', ' ')}`,
        customProperties: {},
      }),
      proposal(urn(table), 'ownership', ownership(owner)),
      ...(above.length > 0 ? [proposal(urn(table), 'upstreamLineage', upstreams(...above))] : []),
    ];
  });
}
