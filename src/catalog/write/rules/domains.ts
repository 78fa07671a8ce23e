/**
 * `domains` names the domains of an entity, `domainAssociations` says where each comes from (docs/semantics.md 3.4). Clients change one of the
 * two lists, and the other follows.
 */
import { sameJson, type Value, valueOf } from '../../../model/json.ts';
import { DOMAINS } from '../../../model/known-names.ts';
import { recordsIn, textsIn } from '../../../model/pick.ts';
import type { EntityDraft } from '../draft.ts';
import type { Proposal } from '../proposal.ts';

const ORIGINS = 'domainAssociations';

/** The value with both lists. `domains` counts, unless only the other list has changed. */
export function withBothDomains(draft: EntityDraft, { patch }: Proposal, { json }: Value): Value {
  const { [ORIGINS]: sent, ...rest } = json as Record<string, unknown>;
  const before = draft.aspects.get(DOMAINS)?.current?.value.json;
  const known = recordsIn(before, ORIGINS);
  // A patch without the list has removed it. A whole value without it comes from a client that does not know it.
  const origins = sent === undefined && !patch ? known : recordsIn(json, ORIGINS);
  const names = textsIn(json, DOMAINS);
  const domains =
    sameJson(names, textsIn(before, DOMAINS)) && !sameJson(origins, known) ? [...new Set(origins.map(({ domain }) => String(domain)))] : names;
  const kept = origins.filter(({ domain }) => domains.includes(String(domain)));
  const added = [...new Set(domains)].filter((name) => !kept.some(({ domain }) => domain === name)).map((domain) => ({ domain }));
  const both = [...kept, ...added];
  return valueOf({ ...rest, domains, ...((both.length > 0 || sent !== undefined) && { [ORIGINS]: both }) });
}
