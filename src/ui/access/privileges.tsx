import { useState } from 'preact/hooks';
import type { PolicyWords } from '../api/policies.ts';
import { privilegeWords } from '../data/privileges.ts';
import { capital, plural } from '../data/words.ts';
import { Check } from '../parts/check.tsx';
import type { PartProps } from './part-props.ts';

/** What a policy lets people do: about assets, or about the whole catalog. */
export function Privileges({ form, set, words }: PartProps & { readonly words: PolicyWords }) {
  const [query, find] = useState('');
  const { type, privileges } = form;
  const groups = type === 'PLATFORM' ? [{ title: 'The whole catalog', privileges: words.platform }] : words.groups;
  const wanted = query.trim().toLowerCase();
  const fits = (privilege: string): boolean => `${privilegeWords(privilege)} ${privilege}`.toLowerCase().includes(wanted);
  const offered = new Set(groups.flatMap((group) => group.privileges));
  const others = privileges.filter((each) => !offered.has(each));
  const shown = [...groups, ...(others.length > 0 ? [{ title: 'Others, which decide nothing here', privileges: others }] : [])]
    .map((group) => ({ ...group, privileges: group.privileges.filter(fits) }))
    .filter((group) => group.privileges.length > 0);
  const toggle = (privilege: string, on: boolean): void =>
    set({ privileges: on ? [...privileges, privilege] : privileges.filter((each) => each !== privilege) });
  const about = (id: PolicyType, label: string) => (
    <Check
      type="radio"
      name="policy-type"
      checked={type === id}
      onCheck={() => set({ type: id, privileges: [], ...(id === 'PLATFORM' && { owners: false }) })}
    >
      {label}
    </Check>
  );
  return (
    <fieldset class="stack card">
      <legend>May do what</legend>
      <div class="bar far">
        {about('METADATA', 'Something with assets')}
        {about('PLATFORM', 'Something with the whole catalog')}
      </div>
      <div class="bar">
        <input
          class="find-field medium"
          type="search"
          aria-label="Search in the privileges"
          placeholder="Search in the privileges"
          value={query}
          onInput={(event) => find(event.currentTarget.value)}
        />
        <span class="muted small" role="status">
          {plural(privileges.length, 'privilege')} chosen
        </span>
      </div>
      <div class="privilege-box stack">
        {shown.map((group) => (
          <fieldset key={group.title}>
            <legend>{group.title}</legend>
            <div class="tiles tiles-wide">
              {group.privileges.map((privilege) => (
                <Check key={privilege} title={privilege} checked={privileges.includes(privilege)} onCheck={(yes) => toggle(privilege, yes)}>
                  {capital(privilegeWords(privilege))}
                </Check>
              ))}
            </div>
          </fieldset>
        ))}
        {shown.length === 0 && <p class="muted">No privilege has this name.</p>}
      </div>
    </fieldset>
  );
}

type PolicyType = 'METADATA' | 'PLATFORM';
