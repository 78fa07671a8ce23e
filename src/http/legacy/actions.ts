/**
 * The `?action=` table of the legacy face: resource → action → handler of a body. An action that is not here names those that are.
 */
import { malformed } from '../../errors.ts';
import type { Handler } from '../context.ts';
import { ingestProposal, ingestProposalBatch } from './ingest-proposal.ts';
import { getTimeseriesAspectValues } from './timeseries.ts';

type Action = (body: unknown) => Handler;

const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  aspects: { ingestProposal, ingestProposalBatch, getTimeseriesAspectValues },
};

export const RESOURCES = Object.keys(ACTIONS);

/** @throws Refusal malformed for an unknown action */
export function actionNamed(resource: string, name: string | undefined): Action {
  const actions = ACTIONS[resource] ?? {};
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const known = Object.keys(actions).join(', ');
  throw malformed(`POST /${resource} needs ?action= with one of ${known}${name === undefined ? '' : `; ${name} is none of them`}`, [{ pointer: '/action', expected: `one of ${known}`, got: name }]);
}
