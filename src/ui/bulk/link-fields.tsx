/**
 * Forms of a bulk change that choose tags, glossary terms, owners, a domain or forms.
 */

import { useState } from 'preact/hooks';
import type { BulkChanges, Links } from '../api/bulk.ts';
import { spaced } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Tag } from '../parts/tag.tsx';
import { settings } from '../settings.ts';

export interface FormProps {
  readonly changes: BulkChanges;
  readonly set: (changes: BulkChanges) => void;
}

interface LinkFormProps extends FormProps {
  readonly part: 'tags' | 'terms' | 'forms';
  readonly noun: string;
  readonly type: string;
}

function LinkForm({ changes, set, part, noun, type }: LinkFormProps) {
  const links = changes[part] ?? {};
  const change = (end: 'add' | 'remove', urns: readonly string[]): void => {
    const other = end === 'add' ? 'remove' : 'add';
    set({ [part]: { [end]: urns, [other]: (links[other] ?? []).filter((urn) => !urns.includes(urn)) } });
  };
  return (
    <>
      {(['add', 'remove'] as const).map((end) => (
        <fieldset key={end}>
          <EntityPicker
            label={`${end === 'remove' ? 'Remove' : part === 'forms' ? 'Ask' : 'Add'} ${noun}s`}
            types={[type]}
            onPick={(urn) => change(end, [...new Set([...(links[end] ?? []), urn])])}
          />
          {part === 'forms' ? (
            <PickedList
              urns={links[end] ?? []}
              onRemove={(urn) =>
                change(
                  end,
                  (links[end] ?? []).filter((each) => each !== urn),
                )
              }
            />
          ) : (
            <Chips links={links} end={end} kind={part === 'tags' ? 'tag' : 'term'} onChange={(urns) => change(end, urns)} />
          )}
        </fieldset>
      ))}
    </>
  );
}

interface ChipsProps {
  readonly links: Links;
  readonly end: 'add' | 'remove';
  readonly kind: 'tag' | 'term';
  readonly onChange: (urns: readonly string[]) => void;
}

function Chips({ links, end, kind, onChange }: ChipsProps) {
  const urns = links[end] ?? [];
  return (
    <div class="tags bar close">
      {urns.map((urn) => (
        <Tag key={urn} urn={urn} kind={kind} onRemove={() => onChange(urns.filter((each) => each !== urn))} />
      ))}
    </div>
  );
}

export const TagsForm = (props: FormProps) => <LinkForm {...props} part="tags" noun="tag" type="TAG" />;
export const TermsForm = (props: FormProps) => <LinkForm {...props} part="terms" noun="glossary term" type="GLOSSARY_TERM" />;
export const FormsForm = (props: FormProps) => <LinkForm {...props} part="forms" noun="form" type="FORM" />;

const WAYS = ['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD'] as const;

export function OwnersForm({ changes, set }: FormProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]>(WAYS[0]);
  const { add = [], remove = [] } = changes.owners ?? {};
  const typeUrn = `${settings.urnPrefix}ownershipType:__system__${way.toLowerCase()}`;
  return (
    <>
      <fieldset class="form">
        <SelectField
          id="bulk-way"
          label="Type of ownership"
          value={way}
          options={WAYS.map((each) => [each, spaced(each)] as const)}
          onChoose={setWay}
        />
        <EntityPicker
          label="Add owners"
          types={['CORP_USER', 'CORP_GROUP']}
          hint="Users or groups"
          onPick={(owner) =>
            set({ owners: { add: [...add.filter((each) => each.owner !== owner || each.type !== way), { owner, type: way, typeUrn }], remove } })
          }
        />
        <People
          rows={add.map(({ owner, type = way }) => ({ owner, note: spaced(type) }))}
          onRemove={(at) => set({ owners: { add: add.filter((_, index) => index !== at), remove } })}
        />
      </fieldset>
      <fieldset class="form">
        <EntityPicker
          label="Remove owners"
          types={['CORP_USER', 'CORP_GROUP']}
          hint="They then own the assets in no way."
          onPick={(owner) => set({ owners: { add, remove: [...new Set([...remove, owner])] } })}
        />
        <People
          rows={remove.map((owner) => ({ owner, note: '' }))}
          onRemove={(at) => set({ owners: { add, remove: remove.filter((_, index) => index !== at) } })}
        />
      </fieldset>
    </>
  );
}

function People({ rows, onRemove }: { readonly rows: readonly { owner: string; note: string }[]; readonly onRemove: (at: number) => void }) {
  return (
    <ul class="link-list">
      {rows.map(({ owner, note }, at) => (
        <li key={`${owner} ${note}`}>
          <EntityLink urn={owner} /> <span class="muted small">{note}</span>
          <Button label="×" class="plain" aria-label={`Leave out ${owner}`} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  );
}

export function DomainForm({ changes: { domain }, set }: FormProps) {
  return (
    <>
      <EntityPicker label="Put into the domain" types={['DOMAIN']} onPick={(urn) => set({ domain: { set: urn } })} />
      {domain?.set !== undefined && (
        <p>
          <EntityLink urn={domain.set} />
        </p>
      )}
      <Check checked={domain?.unset === true} onCheck={(yes) => set(yes ? { domain: { unset: true } } : {})}>
        Take out of every domain
      </Check>
    </>
  );
}
