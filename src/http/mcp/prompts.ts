/**
 * Prompts for the commonest tasks of analysts and stewards.
 */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { badParameter } from '../../errors.ts';

/** What an argument of a prompt is, for who completes it (complete.ts). */
export type Completes = 'asset' | 'column' | 'domain' | 'urn' | 'nothing';

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly is: Completes;
}

interface Task extends Omit<Prompt, 'arguments'> {
  readonly arguments: readonly Argument[];
  readonly text: (values: Readonly<Record<string, string>>) => string;
}

const TASKS: readonly Task[] = [
  {
    name: 'answer_question',
    title: 'Answer a question with SQL',
    description: 'Finds the right tables for a question and writes a query over them.',
    arguments: [{ name: 'question', description: 'What somebody wants to know', required: true, is: 'nothing' }],
    text: ({ question }) =>
      `Write a SQL query that answers this question: ${question}\n\n1. Call find_data with the question, and again with other words if the hits do not fit.\n2. Call describe_asset for the two or three best tables. Prefer tables that are described, owned and used; avoid deprecated ones.\n3. If you need several tables, call joins_between for each pair. Say which joins are certain and which are guesses.\n4. Write the query. Name the tables by their full names, and say what you assumed. Do not use columns that describe_asset did not show; if it says "cut", ask with columnsLike.`,
  },
  {
    name: 'check_change',
    title: 'Check a change before it is made',
    description: 'Tells what breaks if a table or a column changes or goes, and whom to tell.',
    arguments: [
      { name: 'asset', description: 'URN or name of the table', required: true, is: 'asset' },
      { name: 'column', description: 'The column, if only one changes', required: false, is: 'column' },
      { name: 'change', description: 'What shall change: dropped, renamed, another type', required: false, is: 'nothing' },
    ],
    text: ({ asset, column, change }) =>
      `${change ?? 'Dropping'}: ${column === undefined ? '' : `the column ${column} of `}${asset}. Tell whether this is safe.\n\n1. Call impact_of_change${column === undefined ? '' : ' with the column'}.\n2. List what surely breaks (landing columns, references), then what may break ("columns": "notKnown"), then what does not take the column ("none"). Keep the three apart.\n3. Call who_knows for the table, and name the owners to tell.\n4. If something is "cut", ask again with a higher maxTokens before you call the change safe.`,
  },
  {
    name: 'document_asset',
    title: 'Document a table',
    description: 'Writes descriptions of a table and its columns from what the catalog knows.',
    arguments: [{ name: 'asset', description: 'URN or name of the table', required: true, is: 'asset' }],
    text: ({ asset }) =>
      `Document ${asset}.\n\n1. Call describe_asset, and paths_between or impact_of_change where it helps to see where the data comes from and who reads it.\n2. Draft a description of the table: what one row is, where it comes from, how fresh it is, what to use it for. Then one sentence for each column that has none. Write only what you found; mark what you guess.\n3. Show the draft and wait for consent.\n4. Write it with set_description, and add terms and tags that exist with change_terms and change_tags. Compare each answer with what you meant to write.`,
  },
  {
    name: 'trust_check',
    title: 'Check whether a table can be relied on',
    description: 'Weighs checks, incidents, freshness, owners, use and origin of a table.',
    arguments: [{ name: 'asset', description: 'URN or name of the table', required: true, is: 'asset' }],
    text: ({ asset }) =>
      `Can I rely on ${asset}?\n\n1. Call describe_asset, and checks_of with runs: 5.\n2. Call lineage_of upstream, and checks_of for what it is made from directly.\n3. Call changes_since with 30d: look for breaking changes.\n4. Answer yes, with care, or no. Give the reasons, with dates. Say apart what is "notKnown": a table without checks is not a good table.`,
  },
  {
    name: 'classify_columns',
    title: 'Classify columns',
    description: 'Proposes glossary terms and tags, such as those for personal data, for the columns of a table.',
    arguments: [{ name: 'asset', description: 'URN or name of the table', required: true, is: 'asset' }],
    text: ({ asset }) =>
      `Classify the columns of ${asset}.\n\n1. Call describe_asset with parts: ["columns"]; go on with columnsFrom until nothing is "cut".\n2. Call find_data with types: ["glossaryTerm"], and with types: ["tag"], for words that fit. Use only terms and tags that exist.\n3. Call lineage_of upstream for columns that are not clear: what they come from may be classified.\n4. Show a table: column, proposal, reason, how sure. Wait for consent.\n5. Write with change_terms and change_tags, several columns of one term at once with "also".`,
  },
  {
    name: 'find_gaps',
    title: 'Find gaps in the documentation',
    description: 'Lists the assets of a domain that most need an owner, a description or a check.',
    arguments: [{ name: 'domain', description: 'Name or URN of the domain', required: true, is: 'domain' }],
    text: ({ domain }) =>
      `What is missing in the documentation of the domain ${domain}?\n\n1. Call describe_asset for the domain to get its URN. Call find_data with question "*", where: [{"field": "domains", "values": [URN]}] and limit 50.\n2. Call describe_asset for the assets with parts: ["description", "owners", "usage", "quality", "downstream"], several at once with "also".\n3. Rank what lacks an owner, a description or a check: what is used most, or has most downstream, comes first.\n4. For each of the first ten propose who could own it (who_knows), and what to write. Do not write anything before somebody agrees.`,
  },
];

export const PROMPTS: readonly Prompt[] = TASKS.map(({ text: _, arguments: list, ...prompt }) => ({
  ...prompt,
  arguments: list.map(({ is: _is, ...argument }) => argument),
}));

/** What an argument of a prompt is. @throws Refusal malformed for an unknown prompt or argument */
export function argumentOf(name: string, argument: string): Completes {
  const task = TASKS.find((each) => each.name === name);
  if (!task) throw badParameter('/ref/name', `one of ${TASKS.map((each) => each.name).join(', ')}`, name);
  const found = task.arguments.find((each) => each.name === argument);
  if (!found) throw badParameter('/argument/name', `one of ${task.arguments.map((each) => each.name).join(', ')}`, argument);
  return found.is;
}

/** @throws Refusal malformed for an unknown prompt or a missing argument */
export function promptNamed(name: string, values: Readonly<Record<string, string>>): GetPromptResult {
  const task = TASKS.find((each) => each.name === name);
  if (!task) throw badParameter('/name', `one of ${TASKS.map((each) => each.name).join(', ')}`, name);
  const missing = task.arguments.find((argument) => argument.required && !values[argument.name]);
  if (missing) throw badParameter(`/arguments/${missing.name}`, missing.description, undefined);
  return { description: task.title ?? task.name, messages: [{ role: 'user', content: { type: 'text', text: task.text(values) } }] };
}
