/**
 * The policies of the store, compiled.
 */
import { compilePolicy, type Policies, policiesOverTime } from '../../access/index.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { type KeptParts, keptOfType } from '../read/kept-of-type.ts';

export const POLICY_TYPE = 'dataHubPolicy';
export const POLICY_INFO = 'dataHubPolicyInfo';

export type PolicyParts = KeptParts;

/** @returns a function that gives the policies as of the newest commit, without those that have ended */
export function makePolicyReader(parts: PolicyParts): () => Promise<Policies> {
  const canonical = (text: string): string => canonicalUrn(parts.model, text);
  const compiled = keptOfType(parts, POLICY_TYPE, POLICY_INFO, (found) =>
    policiesOverTime(found.map(([urn, json]) => compilePolicy(urn, json, canonical))),
  );
  return async () => (await compiled())(Date.now());
}
