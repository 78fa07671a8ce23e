/**
 * Values of secrets (docs/semantics.md 15.7) are sealed before anything is committed, whichever API brings them.
 */
import { notOffered } from '../../errors.ts';
import { valueOf } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import type { Secrets } from '../secrets.ts';
import type { PatchOperation } from './patch/types.ts';
import type { Proposal } from './proposal.ts';

const SECRET_VALUE = 'dataHubSecretValue';
const FIELD = 'value';

/**
 * The proposal with sealed values. What this server has sealed for this secret stays as it is.
 *
 * @throws Refusal not-offered for the value of a secret without a key, and for a patch that would copy a value from elsewhere
 */
export function sealed(proposal: Proposal, secrets: Secrets | undefined): Proposal {
  if (proposal.aspect.name !== SECRET_VALUE) return proposal;
  const seal = (text: unknown): unknown => {
    if (typeof text !== 'string') return text;
    if (!secrets) throw notOffered(SECRET_VALUE, 'it has no key to encrypt secrets with; the setting SECRETS_KEY gives it one');
    return secrets.open(proposal.urn.text, text) === undefined ? secrets.seal(proposal.urn.text, text) : text;
  };
  const whole = (json: unknown): unknown => (isRecord(json) && FIELD in json ? { ...json, [FIELD]: seal(json[FIELD]) } : json);
  const operation = (each: PatchOperation): PatchOperation => {
    if (each.path === '') return { ...each, value: whole(each.value) };
    if (each.path !== `/${FIELD}` || each.op === 'remove' || each.op === 'test') return each;
    if (each.op === 'move' || each.op === 'copy') throw notOffered(SECRET_VALUE, 'values of secrets are not copied from other fields');
    return { ...each, value: seal(each.value) };
  };
  const { value, patch } = proposal;
  return {
    ...proposal,
    value: value && valueOf(whole(value.json)),
    patch: patch && { ...patch, operations: patch.operations.map(operation) },
  };
}
