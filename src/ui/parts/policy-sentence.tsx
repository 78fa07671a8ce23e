import { type PolicyForm, type StoredPolicy, sentenceOf } from '../data/policy.ts';
import { typeWords } from '../data/words.ts';
import { Badge } from './badge.tsx';
import { EntityLink } from './entity-link.tsx';
import { useName } from './use-name.ts';

const several = (type: string): string => typeWords(type, 2);

/** A policy in words, with its name. */
export function PolicySentence({ policy }: { readonly policy: StoredPolicy }) {
  return (
    <p>
      <Sentence policy={policy} /> <span class="muted small">({policy.name})</span> <PolicyState policy={policy} />
    </p>
  );
}

/** @param linked names lead to their pages */
export function Sentence({ policy, linked = true }: { readonly policy: PolicyForm; readonly linked?: boolean }) {
  return (
    <span class="breaks">
      {sentenceOf(policy, several).map((part) =>
        typeof part === 'string' ? part : linked ? <EntityLink key={part.urn} urn={part.urn} /> : <Name key={part.urn} urn={part.urn} />,
      )}
    </span>
  );
}

function Name({ urn }: { readonly urn: string }) {
  return <strong>{useName(urn)}</strong>;
}

/** Why it grants nothing. */
export function PolicyState({ policy: { state, until } }: { readonly policy: PolicyForm }) {
  const isOver = until !== undefined && until <= Date.now();
  if (state === 'ACTIVE' && !isOver) return null;
  const why = state === 'DRAFT' ? 'Draft' : state === 'INACTIVE' ? 'Inactive' : 'Ended';
  return <Badge tone="warn">{why}: grants nothing</Badge>;
}
