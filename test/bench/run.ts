/**
 * `npm run bench -- <name>`: measures the built Cairn, with real engines and throw-away data, and prints its figures as a table. `--set FILE`
 * is the set of questions.
 */
import { parseArgs } from 'node:util';
import { startCairn } from '../support/cairn.ts';
import { ceiling } from './ceiling/index.ts';
import { fair } from './fair.ts';
import type { Bench } from './figures.ts';
import { lineage } from './lineage.ts';
import { questions } from './questions.ts';
import { relevance } from './relevance.ts';
import { search } from './search.ts';

const BENCHES: Readonly<Record<string, Bench>> = { ceiling, fair, lineage, questions, relevance, search };

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (names.length === 0 || unknown !== undefined) {
    process.stderr.write(`bench: ${unknown ?? 'no name'} given; there are ${Object.keys(BENCHES).join(', ')}\n`);
    process.exitCode = 1;
    return;
  }
  for (const name of names) {
    const cairn = await startCairn({ LOG_LEVEL: 'info' });
    try {
      await BENCHES[name]?.(cairn, (figures) => console.table(figures));
    } finally {
      await cairn.stop();
    }
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { set: { type: 'string' } } });
if (values.set !== undefined) process.env.QUESTIONS = values.set;
await main(positionals);
