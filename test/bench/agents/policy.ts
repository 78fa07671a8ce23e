/**
 * A small fixed policy: which tools are called for a task, and what of their answers is the answer. It needs no model, so that its figures say how
 * good the tools are.
 */
import type { Body } from '../../support/agent.ts';
import { nameIn } from './facts.ts';
import type { Task } from './tasks.ts';

/** Calls a tool. */
export type Call = (tool: string, args: Record<string, unknown>) => Promise<Body>;

export const POLICY: Readonly<Record<Task['kind'], (task: Task, call: Call) => Promise<string[]>>> = {
  // Quotes would ask for an exact phrase.
  tables: async ({ words }, call) => {
    const { hits = [] } = await call('find_data', { question: words.replaceAll('"', '').slice(0, 500), limit: 5 });
    return hits.map(({ urn }) => urn);
  },
  column: async ({ asset, words }, call) => {
    const like = [...new Set([words, ...words.split(/\W+/).filter((word) => word.length > 2)])].slice(0, 10).map((word) => word.slice(0, 200));
    const { columns = [] } = await call('describe_asset', { asset, parts: ['columns'], columnsLike: like });
    const [best] = columns.toSorted((a, b) => alike(b, words) - alike(a, words));
    return best ? [String(best.name)] : [];
  },
  join: async ({ asset, other }, call) => {
    const { joins = [], through = [], names = {} } = await call('joins_between', { asset, other });
    const [key] = joins.filter(({ how }) => how === 'foreignKey');
    if (key) return key.on.map((pair) => fullNames(pair, names));
    const [way] = through;
    if (!way) return [];
    return way.on.flatMap((pairs, at) => {
      const [left, right] = [way.steps[at], way.steps[at + 1]].map((step) => nameIn(step?.urn ?? ''));
      return pairs.map((pair) => pair.replace(/^(.*) = (.*)$/, (_, here, there) => `${left}.${here} = ${right}.${there}`));
    });
  },
  owner: async ({ asset }, call) => {
    const { people = [] } = await call('who_knows', { asset });
    return people.filter(({ because }) => because.some(({ reason }) => reason === 'owner')).map(({ urn }) => urn);
  },
  impact: async ({ asset }, call) => {
    const { affected = [] } = await call('impact_of_change', { asset, maxTokens: 20_000 });
    return affected.filter(({ type }) => type === 'dataset').map(({ urn }) => urn);
  },
};

/** How many words of a meaning a column has: all of its description, or some of it. */
function alike({ name, description }: Readonly<Record<string, unknown>>, words: string): number {
  const text = `${String(name)} ${String(description ?? '')}`.toLowerCase();
  if (description === words) return 1_000;
  return words
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => text.includes(word)).length;
}

/** `orders.id = items.order_id` with the full names of the tables. */
function fullNames(pair: string, names: Readonly<Record<string, string>>): string {
  const known = Object.entries(names).sort(([a], [b]) => b.length - a.length);
  return pair
    .split(' = ')
    .map((side) => {
      const [name, urn] = known.find(([each]) => side.startsWith(`${each}.`)) ?? [];
      return name === undefined || urn === undefined ? side : `${nameIn(urn)}${side.slice(name.length)}`;
    })
    .join(' = ');
}
