import type { PolicyForm } from '../data/policy.ts';

/** A part of the form of a policy. */
export interface PartProps {
  readonly form: PolicyForm;
  readonly set: (part: Partial<PolicyForm>) => void;
}
