/**
 * `npm run bench -- <name>`: measures the built Cairn, with real engines and throw-away data, and prints its figures as a table. `--set FILE`
 * is the set of questions, `--data FOLDER` and `--model URL` are for `agents`.
 */
import { parseArgs } from 'node:util';
import { startCairn } from '../support/cairn.ts';
import { access } from './access.ts';
import { agents } from './agents/index.ts';
import { ceiling } from './ceiling/index.ts';
import { fair, fairTokens } from './fair.ts';
import type { Bench } from './figures.ts';
import { lineage } from './lineage.ts';
import { questions } from './questions.ts';
import { relevance } from './relevance.ts';
import { search } from './search.ts';
import { countingCalls, stairs } from './stairs.ts';

const BENCHES: Readonly<Record<string, Bench>> = { access, agents, ceiling, fair, lineage, questions, relevance, search, stairs };

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !Object.hasOwn(BENCHES, name));
  if (names.length === 0 || unknown !== undefined) {
    process.stderr.write(`bench: ${unknown ?? 'no name'} given; there are ${Object.keys(BENCHES).join(', ')}\n`);
    process.exitCode = 1;
    return;
  }
  for (const name of names) {
    // Without data, agents are asked about the demo.
    const demo = name === 'agents' && process.env.AGENTS_DATA === undefined;
    const settings = {
      LOG_LEVEL: 'info',
      ...(name === 'access' && { READ_POLICIES: 'true' }),
      ...(name === 'stairs' && countingCalls()),
      ...(name === 'fair' && { AUTH_TOKENS_FILE: fairTokens() }),
    };
    const cairn = await startCairn(settings, demo ? ['--demo'] : []);
    try {
      await BENCHES[name]?.(cairn, (figures) => console.table(figures));
    } finally {
      await cairn.stop();
    }
  }
}

const options = { set: { type: 'string' }, data: { type: 'string' }, model: { type: 'string' } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
if (values.set !== undefined) process.env.QUESTIONS = values.set;
if (values.data !== undefined) process.env.AGENTS_DATA = values.data;
if (values.model !== undefined) process.env.AGENTS_MODEL = values.model;
await main(positionals);
