/**
 * Prompts for the three commonest tasks.
 */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { badParameter } from '../../errors.ts';

interface Task extends Prompt {
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const TASKS: readonly Task[] = [
  {
    name: 'answer_question',
    title: 'Answer a question with SQL',
    description: 'Finds the right tables for a question and writes a query over them.',
    arguments: [{ name: 'question', description: 'What somebody wants to know', required: true }],
    text: ({ question }) =>
      `Write a SQL query that answers this question: ${question}\n\n1. Call find_data with the question, and again with other words if the hits do not fit.\n2. Call describe_asset for the two or three best tables. Prefer tables that are described, owned and used; avoid deprecated ones.\n3. If you need several tables, call joins_between for each pair. Say which joins are certain and which are guesses.\n4. Write the query. Name the tables by their full names, and say what you assumed. Do not use columns that describe_asset did not show; if it says "cut", ask with columnsLike.`,
  },
  {
    name: 'check_change',
    title: 'Check a change before it is made',
    description: 'Tells what breaks if a table or a column changes or goes, and whom to tell.',
    arguments: [
      { name: 'asset', description: 'URN or name of the table', required: true },
      { name: 'column', description: 'The column, if only one changes', required: false },
      { name: 'change', description: 'What shall change: dropped, renamed, another type', required: false },
    ],
    text: ({ asset, column, change }) =>
      `${change ?? 'Dropping'}: ${column === undefined ? '' : `the column ${column} of `}${asset}. Tell whether this is safe.\n\n1. Call impact_of_change${column === undefined ? '' : ' with the column'}.\n2. List what surely breaks (landing columns, references), then what may break ("columns": "notKnown"), then what does not take the column ("none"). Keep the three apart.\n3. Call who_knows for the table, and name the owners to tell.\n4. If something is "cut", ask again with a higher maxTokens before you call the change safe.`,
  },
  {
    name: 'document_asset',
    title: 'Document a table',
    description: 'Writes descriptions of a table and its columns from what the catalog knows.',
    arguments: [{ name: 'asset', description: 'URN or name of the table', required: true }],
    text: ({ asset }) =>
      `Document ${asset}.\n\n1. Call describe_asset, and paths_between or impact_of_change where it helps to see where the data comes from and who reads it.\n2. Draft a description of the table: what one row is, where it comes from, how fresh it is, what to use it for. Then one sentence for each column that has none. Write only what you found; mark what you guess.\n3. Show the draft and wait for consent.\n4. Write it with set_description, and add terms and tags that exist with change_terms and change_tags. Compare each answer with what you meant to write.`,
  },
];

export const PROMPTS: readonly Prompt[] = TASKS.map(({ text: _, ...prompt }) => prompt);

/** @throws Refusal malformed for an unknown prompt or a missing argument */
export function promptNamed(name: string, values: Readonly<Record<string, string>>): GetPromptResult {
  const task = TASKS.find((each) => each.name === name);
  if (!task) throw badParameter('/name', `one of ${TASKS.map((each) => each.name).join(', ')}`, name);
  const missing = task.arguments.find((argument) => argument.required && !values[argument.name]);
  if (missing) throw badParameter(`/arguments/${missing.name}`, missing.description, undefined);
  return { description: task.title ?? task.name, messages: [{ role: 'user', content: { type: 'text', text: task.text(values) } }] };
}
