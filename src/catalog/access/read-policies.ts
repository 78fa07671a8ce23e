/**
 * The policies of the store, compiled.
 */
import { compilePolicy, type Policies, type Policy, policiesOverTime } from '../../access/index.ts';
import type { LogPlace } from '../../graph/commit-log.ts';
import { isRecord } from '../../model/path.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { type KeptParts, keptOfType } from '../read/kept-of-type.ts';

export const POLICY_TYPE = 'dataHubPolicy';
export const POLICY_INFO = 'dataHubPolicyInfo';

export type PolicyParts = KeptParts;

/** @returns a function that gives the policies as of the newest commit, or of a head of the log that was read already, without those that have ended */
export function makePolicyReader(parts: PolicyParts): (at?: LogPlace) => Promise<Policies> {
  // A change of one policy compiles this one only.
  const known = new WeakMap<object, Policy>();
  const canonical = (text: string): string => canonicalUrn(parts.model, text);
  const policyOf = (urn: string, json: unknown): Policy => {
    const policy = (isRecord(json) && known.get(json)) || compilePolicy(urn, json, canonical);
    if (isRecord(json)) known.set(json, policy);
    return policy;
  };
  const compiled = keptOfType(parts, POLICY_TYPE, POLICY_INFO, (found) => policiesOverTime(found.map(([urn, json]) => policyOf(urn, json))));
  return async (at) => (await compiled(at))(Date.now());
}
