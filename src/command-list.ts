/**
 * The commands beside the server. Each is a file of `commands/`; in the repository it is `npm run <command>`, in the package `cairn <command>`.
 */
import path from 'node:path';

/** What each does, for `cairn help`. */
export const COMMANDS = {
  access: 'keep policies in files: test, plan, apply',
  ingest: 'run a recipe: read a database or a tool into the catalog',
  load: 'load proposals, one JSON object a line',
  reindex: 'build the search index anew, or list what search does not show',
  'system-update': 'remove the fields of unused properties from the search index',
  token: 'make a token for a program or a person',
  user: 'make a user who signs in with a password, or give one a new password',
  verify: 'check the whole store, and repair it',
} as const satisfies Readonly<Record<string, string>>;

export function commandsPage(): string {
  const rows = Object.entries({ start: 'start the server (--demo: with a small example catalog); also without a command', ...COMMANDS });
  const list = rows.map(([name, does]) => `  cairn ${name.padEnd(14)}${does}\n`).join('');
  return `Usage: cairn [command] [options]\n\n${list}\n"cairn <command> --help" explains a command, "cairn --help" the server and its settings.\n`;
}

/** A text for people in the words of the program that runs: help says `npm run token -- ada`; in the package that is `cairn token ada`. */
export function inOwnWords(text: string, program = process.argv[1] ?? ''): string {
  if (!/^cairn(\.js)?$/.test(path.basename(program))) return text;
  return text
    .replace(/npm run (?=[\w-])|npm start(?: --)? ?/g, 'cairn ')
    .replaceAll(' -- ', ' ')
    .replaceAll('[-- ', '[');
}
