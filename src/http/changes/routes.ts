/**
 * The routes of the change stream.
 */
import type { Follow } from '../request/open-answers.ts';
import { type Answers, admit, type Entrance, mount, type Operation, type Routes, reading } from '../request/operation.ts';
import type { Handler } from '../types.ts';
import { readChanges } from './read-changes.ts';

/** By address, as in the API reference. */
export const CHANGE_ROUTES: Routes<Operation<Handler<Follow>>> = {
  '/changes': {
    GET: reading('part', readChanges, 'Changes', ['after', 'limit', 'order', 'types', 'aspects', 'urns', 'actors', 'changes', 'wait', 'values']),
  },
};

export function changeRoutes(entrance: Entrance, follow: Follow): Answers {
  return mount(CHANGE_ROUTES, async (context, operation) => {
    return operation.run(context, await admit(context, entrance, operation), follow);
  });
}
