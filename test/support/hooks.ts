/**
 * Root hooks of mocha: one Cairn for the whole run, unless no test needs it, and the end of the shared engines.
 */
import path from 'node:path';
import type { Context, RootHookObject } from 'mocha';
import { expectDocumented } from './answers.ts';
import { testBegins, watchCalls } from './api-calls.ts';
import { sharedCairn, startShared, stopShared } from './shared.ts';
import { endSharedEngines } from './shared-engines.ts';

/** The first start on a machine downloads the engines. */
const FIRST_START_MS = 15 * 60_000;

export const mochaHooks: RootHookObject = {
  async beforeAll(this: Context) {
    this.timeout(FIRST_START_MS);
    watchCalls();
    const files = (this.test?.parent?.suites ?? []).map(({ file }) => file ?? '');
    const without = ['unit', 'pure', 'operations', 'long', 'proof'].map((folder) => path.join(import.meta.dirname, '..', folder) + path.sep);
    if (!files.some((file) => !without.some((folder) => file.startsWith(folder)))) return;
    await startShared();
    await expectDocumented(sharedCairn().url);
  },
  beforeEach(this: Context) {
    testBegins(this.currentTest?.fullTitle() ?? '');
  },
  async afterAll() {
    await stopShared();
    await endSharedEngines();
  },
};
