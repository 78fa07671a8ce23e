/**
 * Resolvers that the rule `@made(by: …)` of openapi/graphql names.
 */
import type { Costly } from '../../cost.ts';
import type { Resolve } from '../../operation.ts';
import { updateLineage } from './edges.ts';
import { executionRequests, executionsOfSource, latestSuccess } from './executions.ts';
import * as facts from './facts.ts';
import { health } from './health.ts';
import * as history from './history.ts';
import * as links from './links.ts';
import * as offers from './offers.ts';
import * as reports from './reports.ts';
import { datasetRuns, runEvents, runState } from './runs.ts';
import * as searches from './searches.ts';
import * as stats from './stats.ts';
import * as settings from './stored-settings.ts';
import * as userSettings from './user-settings.ts';
import { linkVersion, unlinkVersion } from './version-sets.ts';

export const MADE = {
  ...facts,
  health,
  datasetRuns,
  runEvents,
  runState,
  ...searches,
  ...stats,
  ...history,
  ...offers,
  ...settings,
  executionRequests,
  executionsOfSource,
  latestSuccess,
  ...links,
  ...reports,
  ...userSettings,
  updateLineage,
  linkVersion,
  unlinkVersion,
} as unknown as Readonly<Record<string, Resolve<never> | Costly<Resolve<never>>>>;
