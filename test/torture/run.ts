/**
 * `npm run torture -- --rounds N --seed S [--servers 1|2]`: kills and freezes, round by round. Prints figures; exit code 1 for a difference.
 */
import { parseArgs } from 'node:util';
import { torture } from './torture.ts';

const HELP = `Kill and freeze Cairn, Neo4j and Typesense while 8 writers go on, and check everything that was acknowledged

Usage: npm run torture -- [--rounds 6] [--seed S] [--servers 1|2]

Each round strikes one of the three with SIGKILL, or with SIGSTOP for some seconds, waits until all works again, stops the writers, reads all
that they have written, and runs \`npm run verify\`. It starts engines of its own, on throw-away data. The same seed does the same things.
Exit code: 0 without a difference, 1 with one, or when something did not come back.
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    servers: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
if (values.help) process.stdout.write(HELP);
else if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed) || !['1', '2'].includes(values.servers)) {
  process.stderr.write('torture: expected --rounds 1 or more, --seed a whole number, --servers 1 or 2\n');
  process.exitCode = 1;
} else {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}, ${rounds} rounds, ${values.servers} server(s)`);
  const { acknowledged, unanswered, refused, recoveries, differences, webhook } = await torture({
    rounds,
    seed,
    servers: values.servers === '2' ? 2 : 1,
    say,
  });
  say(`${acknowledged} writes acknowledged; of further attempts ${unanswered} had no answer and ${refused} were answered with 429 or 5xx`);
  for (const [what, all] of recoveries) {
    const sorted = [...all].sort((a, b) => a - b);
    say(`${what}: all works again after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms at most, of ${all.length}`);
  }
  say(`the webhook's target accepted ${webhook.events} events, ${webhook.again} of them again, and refused ${webhook.refused} requests`);
  say(`${differences.length} differences`);
  if (differences.length > 0) process.exitCode = 1;
}
