#!/usr/bin/env node
/**
 * `cairn`: the program of the package. `cairn <command>` runs a command of `commands/`; without one it starts the server.
 */
import { COMMANDS, commandsPage } from './command-list.ts';

const [first = 'start', ...rest] = process.argv.slice(2);
const isCommand = Object.hasOwn(COMMANDS, first);

if (first === 'help' || first === 'commands') process.stdout.write(commandsPage());
else if (isCommand || first === 'start' || first.startsWith('-')) {
  // Programs read their arguments themselves.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...(first.startsWith('-') ? [first] : []), ...rest);
  await import(new URL(isCommand ? `./commands/${first}.js` : './main.js', import.meta.url).href);
} else {
  process.stderr.write(`cairn: there is no command ${first}\n\n${commandsPage()}`);
  process.exitCode = 1;
}
