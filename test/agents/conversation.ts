/**
 * A conversation of an agent with Cairn over /mcp, on the demo catalog: it finds the tables for three questions, tells what breaks without a
 * column, and documents the column. Each step says what must be in the answer.
 */
import type { Body } from '../support/agent.ts';

export interface Step {
  /** What the person says, or the agent thinks. */
  readonly says: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Other words to search for if the first find nothing. */
  readonly otherwise?: Readonly<Record<string, unknown>>;
  /** What is wrong with the answer; undefined if it is as it must be. */
  readonly wrong: (answer: Body) => string | undefined;
}

/** The table must be among the first three hits. */
const finds = (table: string) => (answer: Body) => {
  const first = (answer.hits ?? []).slice(0, 3).map(({ name }) => name);
  return first.includes(table) ? undefined : `${table} is not among the first three hits: ${first.join(', ')}`;
};
const has = (what: string, test: (answer: Body) => boolean | undefined) => (answer: Body) => (test(answer) ? undefined : what);

export const CONVERSATION: readonly Step[] = [
  {
    says: 'Question 1: "What was our net revenue by country?"',
    tool: 'find_data',
    args: { question: 'net revenue by country', limit: 3 },
    otherwise: { question: 'revenue country', limit: 3 },
    wrong: finds('daily_revenue'),
  },
  {
    says: 'The first hits look right. What is in the table, and can I rely on it?',
    tool: 'describe_asset',
    args: { asset: 'daily_revenue', maxTokens: 1_500 },
    wrong: has('the column net_revenue is missing', ({ columns }) => columns?.some(({ name }) => name === 'net_revenue')),
  },
  {
    says: 'Question 2: "Which products do our customers buy?"',
    tool: 'find_data',
    args: { question: 'products that customers buy', limit: 3, platform: 'postgres' },
    otherwise: { question: 'product', limit: 3, platform: 'postgres' },
    wrong: finds('order_items'),
  },
  {
    says: 'Order items know products. How do I get from there to the customers?',
    tool: 'joins_between',
    args: { asset: 'shop.public.order_items', other: 'shop.public.customers' },
    wrong: has('there is no way over orders', ({ through }) => through?.[0]?.steps[1]?.name === 'orders'),
  },
  {
    says: 'Question 3: "How many visits end in an order?"',
    tool: 'find_data',
    args: { question: 'how many visits end in an order', limit: 3 },
    otherwise: { question: 'visits order', limit: 3 },
    wrong: finds('web_conversion'),
  },
  {
    says: '"We want to drop the column discount of the orders in the shop. What breaks?"',
    tool: 'impact_of_change',
    args: { asset: 'shop.public.orders', column: 'discount', maxTokens: 1_000 },
    wrong: has('daily_revenue.net_revenue is missing', ({ affected }) =>
      affected?.some(({ name, columns }) => name === 'daily_revenue' && JSON.stringify(columns).includes('net_revenue')),
    ),
  },
  {
    says: 'How does the discount get into the revenue?',
    tool: 'paths_between',
    args: { from: 'shop.public.orders', fromColumn: 'discount', to: 'daily_revenue', toColumn: 'net_revenue', limit: 1 },
    wrong: has('there is no path', ({ paths }) => paths?.length === 1),
  },
  {
    says: 'Whom do I ask before I change the orders?',
    tool: 'who_knows',
    args: { asset: 'shop.public.orders' },
    wrong: has('Jonas Weber is missing', ({ people }) => people?.some(({ name }) => name === 'Jonas Weber')),
  },
  {
    says: '"Then keep it, and write down what it is used for."',
    tool: 'set_description',
    args: {
      asset: 'shop.public.orders',
      column: 'discount',
      description: 'Discount by vouchers. The net revenue of all marts is made from it: do not drop it.',
    },
    wrong: has('the description was not read back', ({ changed, description }) => changed === true && description?.includes('do not drop it')),
  },
  {
    says: 'It belongs to a term of the glossary.',
    tool: 'change_terms',
    args: { asset: 'shop.public.orders', column: 'discount', add: ['Net revenue'] },
    wrong: has('the term was not read back', ({ terms }) => terms?.[0]?.name === 'Net revenue'),
  },
  {
    says: '"What did you change?"',
    tool: 'changes_since',
    args: { asset: 'shop.public.orders', since: '1m' },
    wrong: has('the description is not among the changes', ({ changes }) => changes?.some(({ what }) => what.includes('of column discount'))),
  },
];
