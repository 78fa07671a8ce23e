import type { EntityView } from '../../api/entity.ts';
import { policyOf } from '../../data/policy.ts';
import { PolicyState, Sentence } from '../../parts/policy-sentence.tsx';
import { useMay } from '../../parts/use-rights.ts';
import { Link } from '../../route.ts';

/** What a policy grants, in a sentence. */
export function PolicyTab({ entity: { urn, aspects } }: { readonly entity: EntityView }) {
  const mayManage = useMay('managePolicies');
  const policy = policyOf(urn, aspects.dataHubPolicyInfo?.value ?? {});
  return (
    <div class="parts stack">
      <p class="card">
        <Sentence policy={policy} /> <PolicyState policy={policy} />
      </p>
      {mayManage && (
        <p class="small">
          <Link href="/access/policies">All policies</Link>
        </p>
      )}
    </div>
  );
}
