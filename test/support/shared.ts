/**
 * The Cairn that all test files share. Each file uses its own URNs, and nothing is deleted.
 */
import { type Cairn, startCairn } from './cairn.ts';
import { emptyEngines } from './shared-engines.ts';

let running: Cairn | undefined;

export async function startShared(): Promise<void> {
  running = await startCairn(await emptyEngines('shared'));
}

export async function stopShared(): Promise<void> {
  await running?.stop();
  running = undefined;
}

export function sharedCairn(): Cairn {
  if (!running) throw new Error('no Cairn runs: tests of some folders get one from the root hook');
  return running;
}
