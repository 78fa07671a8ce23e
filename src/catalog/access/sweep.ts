/**
 * Deletes sessions, tokens of programs, records, requests for access and suggestions that have expired. No index finds the expired ones: a sweeper
 * goes through all of them, a few at a time, and begins again at the end.
 */
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { readUrns } from '../../graph/urns.ts';
import { systemActor } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import type { Sender, Writers } from '../sender.ts';
import { SUGGESTION_INFO, SUGGESTION_TYPE } from '../suggestions/suggestion.ts';
import { jsonOf } from './json-of.ts';
import { type AccessRequest, REQUEST_INFO, REQUEST_TYPE } from './requests.ts';
import { RECORD, RECORD_TYPE, recordIn } from './sign-in-records.ts';
import { OAUTH, SESSION, TOKEN_INFO, TOKEN_TYPE, type TokenInfo } from './token-info.ts';

interface SweepParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly written: Writers['written'];
}

const AT_ONCE = 100;
/** A program whose token has expired may still ask for the next one. */
const OAUTH_KEPT_MS = 31 * 24 * 3_600_000;

/** @returns deletes what is over of the next few; true if there was any */
export function makeSweeper({ model, graph, reader, written }: SweepParts): (sender: Sender) => Promise<boolean> {
  const places = [TOKEN_TYPE, RECORD_TYPE, REQUEST_TYPE, SUGGESTION_TYPE]
    .map((type) => `${model.names.urnPrefix}${type}:`)
    .map((prefix) => ({ prefix, after: prefix }));
  return async (sender) => {
    let found = false;
    for (const place of places) {
      const urns = await readUrns(graph, { from: place.after, below: `${place.prefix}g` }, 0, AT_ONCE);
      const rows = await reader(urns, [TOKEN_INFO, RECORD, REQUEST_INFO, SUGGESTION_INFO]);
      const over = urns.filter((urn) => isOver(rows.get(urn)));
      // With what was granted for a request, its policy.
      const ended = over.flatMap((urn) => [urn, requestIn(rows.get(urn))?.policy ?? []].flat());
      const proposals = ended.map((entityUrn) => ({ entityUrn, changeType: 'DELETE' as const }));
      if (over.length > 0) await written(sender, { proposals, together: false, actor: systemActor(model) });
      const last = urns.at(-1);
      place.after = urns.length < AT_ONCE || last === undefined ? place.prefix : `${last}\u0000`;
      found ||= over.length > 0;
    }
    return found;
  };
}

function isOver(row: EntityRow | undefined): boolean {
  const now = Date.now();
  const { type, expiresAt = 0 } = (jsonOf(row, TOKEN_INFO) ?? {}) as Partial<TokenInfo>;
  const suggestion = jsonOf(row, SUGGESTION_INFO) as { readonly expiresAt?: number } | undefined;
  const until = recordIn(row)?.until ?? requestIn(row)?.expiresAt ?? suggestion?.expiresAt;
  return (type === SESSION && expiresAt < now) || (type === OAUTH && expiresAt + OAUTH_KEPT_MS < now) || (until !== undefined && until < now);
}

function requestIn(row: EntityRow | undefined): Partial<AccessRequest> | undefined {
  return jsonOf(row, REQUEST_INFO) as Partial<AccessRequest> | undefined;
}
