/**
 * `domains` names the domains of an entity, `domainAssociations` says where each comes from (docs/semantics.md 3.4). Clients change one of the
 * two lists, and the other follows.
 */
import { badAspectValue } from '../../../errors.ts';
import { sameJson, type Value, valueOf } from '../../../model/json.ts';
import { DOMAINS } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn, textsIn } from '../../../model/pick.ts';
import type { EntityDraft } from '../draft.ts';
import type { Proposal } from '../proposal.ts';

const ORIGINS = 'domainAssociations';

/**
 * The value with both lists. The one that a write changes counts. Domains that were set by hand come before those that come from a source.
 *
 * @throws Refusal invalid if a write changes both, and they name different domains
 */
export function withBothDomains(draft: EntityDraft, { patch }: Proposal, { json }: Value): Value {
  const { [ORIGINS]: sent, ...rest } = json as Record<string, unknown>;
  const before = draft.aspects.get(DOMAINS)?.current?.value.json;
  const known = recordsIn(before, ORIGINS);
  // A patch without the list has removed it. A whole value without it comes from a client that does not know it.
  const origins = sent === undefined && !patch ? known : recordsIn(json, ORIGINS);
  const named = textsIn(json, DOMAINS);
  const told = [...new Set(origins.map(({ domain }) => String(domain)))];
  const changed = { names: !sameJson(named, textsIn(before, DOMAINS)), origins: !sameJson(origins, known) };
  if (changed.names && changed.origins && named.length > 0 && told.length > 0) checkSame(draft, named, told);
  const follows = changed.origins && (!changed.names || (named.length === 0 && told.length > 0));
  const names = follows ? told : named;
  const kept = origins.filter(({ domain }) => names.includes(String(domain)));
  const added = [...new Set(names)].filter((name) => !told.includes(name)).map((domain) => ({ domain }));
  const both = [...kept, ...added];
  const derived = (name: string): number => Number(both.filter(({ domain }) => domain === name).every(hasSource));
  const domains = [...names].sort((one, other) => derived(one) - derived(other));
  return valueOf({ ...rest, domains, ...((both.length > 0 || sent !== undefined) && { [ORIGINS]: both }) });
}

function hasSource(origin: Readonly<Record<string, unknown>>): boolean {
  return isRecord(origin.attribution) && origin.attribution.source !== undefined;
}

function checkSame({ urn }: EntityDraft, named: readonly string[], told: readonly string[]): void {
  const [untold, unnamed] = [named.filter((each) => !told.includes(each)), told.filter((each) => !named.includes(each))];
  if (untold.length + unnamed.length === 0) return;
  const expected = 'the same domains as in domains, or one of the two lists as it was';
  throw badAspectValue(DOMAINS, urn.text, [{ pointer: `/${ORIGINS}`, expected, got: told.join(', ') }]);
}
