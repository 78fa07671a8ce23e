/**
 * The requests of the last days that have not ended, as they are stored now.
 */

import type { Catalog } from '../catalog/catalog.ts';
import { type KeptParts, keptOfType } from '../catalog/read/kept-of-type.ts';
import { valueIn } from '../catalog/state.ts';
import { EXECUTION_INPUT, EXECUTION_REQUEST_TYPE, EXECUTION_RESULT, EXECUTION_SIGNAL } from '../model/known-names.ts';
import { textIn } from '../model/pick.ts';
import { knownUrns } from '../model/urn.ts';
import { hasEnded, isRecent, type OpenRequest, requestsIn } from './requests.ts';

interface OpenRequests {
  read(): Promise<OpenRequest[]>;
  /** Nobody needs to look at this one again: it has ended, or another executor has it. */
  settle(urn: string): void;
}

/** @param ms how long a run may take */
export function makeOpenRequests(kept: KeptParts, catalog: Catalog, ms: number): OpenRequests {
  // Of the requests of years, the recipes would fill the memory.
  const keep = (input: unknown): boolean => isRecent(input, Date.now(), ms);
  const all = keptOfType(kept, EXECUTION_REQUEST_TYPE, EXECUTION_INPUT, (entities) => entities, keep);
  const settled = new Set<string>();
  return {
    async read() {
      const recent = requestsIn(await all(), Date.now(), ms);
      const known = new Set(recent.map(({ urn }) => urn));
      for (const urn of settled) if (!known.has(urn)) settled.delete(urn);
      const unsettled = recent.filter(({ urn }) => !settled.has(urn));
      const urns = unsettled.map(({ urn }) => urn);
      const views = await catalog.read(knownUrns(catalog.model, urns), [EXECUTION_RESULT, EXECUTION_SIGNAL]);
      const byUrn = new Map(views.map((view) => [view.urn.text, view]));
      const open = unsettled.map((request): OpenRequest => {
        const view = byUrn.get(request.urn);
        const signal = textIn(valueIn(view, EXECUTION_SIGNAL), 'signal');
        return { request, status: textIn(valueIn(view, EXECUTION_RESULT), 'status'), isCancelled: signal === 'KILL' };
      });
      for (const { request, status } of open) if (hasEnded(status)) settled.add(request.urn);
      return open.filter(({ request }) => !settled.has(request.urn));
    },
    settle: (urn) => void settled.add(urn),
  };
}
