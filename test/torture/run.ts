/**
 * `npm run torture -- --rounds N --seed S [--servers 1|2]`: kills and freezes, round by round. Prints figures; exit code 1 for a difference.
 */
import { parseArgs } from 'node:util';
import { fillDisk } from './disk-full.ts';
import { torture } from './torture.ts';
import type { Figures } from './writer.ts';

const HELP = `Kill and freeze Cairn, Neo4j and Typesense while 8 writers go on, and check everything that was acknowledged

Usage: npm run torture -- [--rounds 6] [--seed S] [--servers 1|2]
       npm run torture -- --disk-full <folder> [--rounds 6] [--seed S] [--reserve MB]

Each round strikes one of the three with SIGKILL, or with SIGSTOP for some seconds, waits until all works again, stops the writers, reads all
that they have written, and runs \`npm run verify\`. It starts engines of its own, on throw-away data. The same seed does the same things.
With --disk-full each round fills the disk of the folder to the last byte while 2 writers go on, and frees it again. The folder must be empty and
on a small disk of its own: mount -t tmpfs -o size=3000m none <folder>
Exit code: 0 without a difference, 1 with one, or when something did not come back.
`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    servers: { type: 'string', default: '1' },
    'disk-full': { type: 'string' },
    reserve: { type: 'string', default: '256' },
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
  say(`seed ${seed}, ${rounds} rounds, ${values.servers} server(s)`);
  const folder = values['disk-full'];
  if (folder !== undefined) await sayFilled(folder);
  else await sayTortured();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function sayWrites({ acknowledged, unanswered, refused }: Figures): void {
  say(`${acknowledged} writes acknowledged; of further attempts ${unanswered} had no answer and ${refused} were answered with 429 or 5xx`);
}

function sayRecoveries(what: string, all: readonly number[]): void {
  const sorted = [...all].sort((a, b) => a - b);
  say(`${what}: all works again after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms at most, of ${all.length}`);
}

function sayDifferences({ length }: readonly string[]): void {
  say(`${length} differences`);
  if (length > 0) process.exitCode = 1;
}

async function sayFilled(folder: string): Promise<void> {
  const filled = await fillDisk({ rounds, seed, servers: 1, say }, folder, values.reserve);
  sayWrites(filled);
  sayRecoveries('a full disk', filled.recoveries);
  sayDifferences(filled.differences);
}

async function sayTortured(): Promise<void> {
  const tortured = await torture({ rounds, seed, servers: values.servers === '2' ? 2 : 1, say });
  const { recoveries, differences, webhook } = tortured;
  sayWrites(tortured);
  for (const [what, all] of recoveries) sayRecoveries(what, all);
  say(`the webhook's target accepted ${webhook.events} events, ${webhook.again} of them again, and refused ${webhook.refused} requests`);
  sayDifferences(differences);
}
