/**
 * `/access/policies`: what policies grant, in sentences, and their editor.
 */
import { useState } from 'preact/hooks';
import { deletePolicy, listPolicies, savePolicy } from '../api/policies.ts';
import { NEW_POLICY, type PolicyForm, type StoredPolicy } from '../data/policy.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PolicyState, Sentence } from '../parts/policy-sentence.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { FindField, StepPages } from '../search/entity-search.tsx';
import { DryRunReport } from './dry-run.tsx';
import { Action, PAGE } from './list.tsx';
import { PolicyEditor } from './policy-editor.tsx';

type PolicyTask =
  | { readonly what: 'edit'; readonly policy: StoredPolicy | undefined; readonly start: PolicyForm }
  | { readonly what: 'delete'; readonly policy: StoredPolicy }
  | undefined;

export function Policies() {
  const [query, find] = useState('');
  const [start, go] = useState(0);
  const [asked, ask] = useState<PolicyTask>(undefined);
  const { last, error, loading, reload } = useLoad((signal) => listPolicies({ query, start, count: PAGE }, signal), [query, start]);
  const { error: failed, run } = useWork();
  const close = (): void => ask(undefined);
  const done = (): void => {
    close();
    reload();
  };
  const setState = (policy: StoredPolicy, state: PolicyForm['state']): Promise<void> =>
    run(async () => {
      await savePolicy(policy.urn, { ...policy, state });
      reload();
    });
  return (
    <section class="stack" aria-label="Policies" aria-busy={loading}>
      <div class="tab-tools bar far">
        <FindField
          label="Search in policies"
          query={query}
          onFind={(wanted) => {
            find(wanted);
            go(0);
          }}
        />
        <span class="muted small" role="status">
          {last && !loading ? plural(last.total, 'policy', 'policies') : 'Searching…'}
        </span>
        <Button label="New policy" class="primary end" onClick={() => ask({ what: 'edit', policy: undefined, start: NEW_POLICY })} />
      </div>
      <Loading data={last} label="Loading the policies" error={error} onRetry={reload} />
      <Failure error={failed} />
      {last?.total === 0 && <Empty title={query === '' ? 'There are no policies' : 'Nothing matches'} />}
      {last && last.total > 0 && (
        <ul class="rows-plain frame plain-list" aria-label="List of policies">
          {last.policies.map((policy) => (
            <PolicyRow key={policy.urn} policy={policy} ask={ask} setState={(state) => void setState(policy, state)} />
          ))}
        </ul>
      )}
      <StepPages total={last?.total ?? 0} start={start} page={PAGE} label="Policies" onGo={go} />
      {asked?.what === 'edit' && <PolicyEditor urn={asked.policy?.urn} start={asked.start} onClose={close} onSaved={done} />}
      {asked?.what === 'delete' && <DeleteDialog policy={asked.policy} onClose={close} onDone={done} />}
    </section>
  );
}

interface PolicyRowProps {
  readonly policy: StoredPolicy;
  readonly ask: (asked: PolicyTask) => void;
  readonly setState: (state: PolicyForm['state']) => void;
}

function PolicyRow({ policy, ask, setState }: PolicyRowProps) {
  return (
    <li class="stack close" aria-label={policy.name}>
      <div class="bar spread">
        <span class="bar close">
          <strong>{policy.name}</strong> <PolicyState policy={policy} />
        </span>
        <span class="bar close">
          {policy.editable && policy.state !== 'ACTIVE' && <Action label="Activate" of={policy.name} onClick={() => setState('ACTIVE')} />}
          {policy.editable && policy.state === 'ACTIVE' && <Action label="Switch off" of={policy.name} onClick={() => setState('INACTIVE')} />}
          {policy.editable && <Action label="Edit…" of={policy.name} onClick={() => ask({ what: 'edit', policy, start: policy })} />}
          <Action
            label="Copy…"
            of={policy.name}
            onClick={() => ask({ what: 'edit', policy: undefined, start: { ...policy, name: `${policy.name} (copy)`, state: 'DRAFT' } })}
          />
          {policy.editable && <Action label="Delete…" of={policy.name} danger onClick={() => ask({ what: 'delete', policy })} />}
        </span>
      </div>
      <p>
        <Sentence policy={policy} />
      </p>
      {!policy.editable && (
        <p class="muted small">Cairn keeps this policy as it is: it belongs to the built-in roles, and comes back at each start.</p>
      )}
      {policy.description !== '' && <p class="muted small">{policy.description}</p>}
    </li>
  );
}

interface DeleteProps {
  readonly policy: StoredPolicy;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DeleteDialog({ policy, onClose, onDone }: DeleteProps) {
  return (
    <Ask
      title={`Delete the policy ${policy.name}?`}
      yes="Delete"
      danger
      onClose={onClose}
      onYes={async () => {
        await deletePolicy(policy.urn);
        onDone();
      }}
    >
      <p>
        <Sentence policy={policy} linked={false} /> That ends with the next request.
      </p>
      <DryRunReport urn={policy.urn} form={undefined} />
    </Ask>
  );
}
