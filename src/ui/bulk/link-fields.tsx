/**
 * Forms of a bulk change that choose links (tags, glossary terms, a domain, forms) or owners.
 */
import { useState } from 'preact/hooks';
import type { BulkChanges } from '../api/bulk.ts';
import { spaced } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { PickedList } from '../edit/picked-list.tsx';
import { Button } from '../parts/button.tsx';
import { Check } from '../parts/check.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Tag } from '../parts/tag.tsx';
import { type EditedPart, settings } from '../settings.ts';
import { linksAsked } from './words.ts';

export interface FormProps {
  readonly changes: BulkChanges;
  readonly set: (changes: BulkChanges) => void;
}

interface LinkFormProps extends FormProps {
  readonly part: EditedPart;
}

/** Adds and removes links, or sets the one. */
export function LinkForm(props: LinkFormProps) {
  return props.part.shape === 'link' ? <OneLinkForm {...props} /> : <ManyLinksForm {...props} />;
}

function ManyLinksForm({ changes, set, part: { name, plural, types } }: LinkFormProps) {
  const links = linksAsked(changes, name);
  const kind = KINDS[name];
  const change = (end: 'add' | 'remove', urns: readonly string[]): void => {
    const other = end === 'add' ? 'remove' : 'add';
    set(Object.fromEntries([[name, { [end]: urns, [other]: (links[other] ?? []).filter((urn) => !urns.includes(urn)) }]]));
  };
  return (
    <>
      {(['add', 'remove'] as const).map((end) => {
        const urns = links[end] ?? [];
        const without = (urn: string) =>
          change(
            end,
            urns.filter((each) => each !== urn),
          );
        return (
          <fieldset key={end}>
            <EntityPicker
              label={`${end === 'remove' ? 'Remove' : name === 'forms' ? 'Ask' : 'Add'} ${plural}`}
              types={types.length > 0 ? types : ['FORM']}
              onPick={(urn) => change(end, [...new Set([...urns, urn])])}
            />
            {kind === undefined ? (
              <PickedList urns={urns} onRemove={without} />
            ) : (
              <div class="tags bar close">
                {urns.map((urn) => (
                  <Tag key={urn} urn={urn} kind={kind} onRemove={() => without(urn)} />
                ))}
              </div>
            )}
          </fieldset>
        );
      })}
    </>
  );
}

/** Parts whose links have a sign of their own. */
const KINDS: Readonly<Record<string, 'tag' | 'term'>> = { tags: 'tag', terms: 'term' };

function OneLinkForm({ changes, set, part: { name, noun, types } }: LinkFormProps) {
  const asked = linksAsked(changes, name);
  const change = (to: object): void => set(Object.fromEntries([[name, to]]));
  return (
    <>
      <EntityPicker label={`Set the ${noun}`} types={types} onPick={(urn) => change({ set: urn })} />
      {asked.set !== undefined && (
        <p>
          <EntityLink urn={asked.set} />
        </p>
      )}
      <Check checked={asked.unset === true} onCheck={(yes) => (yes ? change({ unset: true }) : set({}))}>
        Take out of every {noun}
      </Check>
    </>
  );
}

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
