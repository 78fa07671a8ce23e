/**
 * The policies of the store, compiled.
 */
import { compilePolicy, type Policies, policiesOf } from '../../access/index.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { type KeptParts, keptOfType } from '../read/kept-of-type.ts';

export const POLICY_TYPE = 'dataHubPolicy';
export const POLICY_INFO = 'dataHubPolicyInfo';

export type PolicyParts = KeptParts;

/** @returns a function that gives the policies as of the newest commit */
export function makePolicyReader(parts: PolicyParts): () => Promise<Policies> {
  const canonical = (text: string): string => canonicalUrn(parts.model, text);
  return keptOfType(parts, POLICY_TYPE, POLICY_INFO, (found) => policiesOf(found.map(([urn, json]) => compilePolicy(urn, json, canonical))));
}
