/**
 * Gives what somebody owns to somebody else, with a bulk change.
 */
import { useState } from 'preact/hooks';
import { bulkSearch } from '../api/bulk.ts';
import { count } from '../api/counts.ts';
import type { Person } from '../api/people.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import type { FormProps } from '../bulk/link-fields.tsx';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { BUILT_IN } from '../edit/ownership-types.ts';
import { PickedList } from '../edit/picked-list.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';

export function HandOver({ person: { urn, name }, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const { data, error, reload } = useLoad((signal) => count([], [{ anyOf: [[{ field: 'owners', values: [urn] }]] }], signal), [urn]);
  const [own] = useState(() => ({
    title: `What ${name} owns: successor`,
    Form: (props: FormProps) => <Successor {...props} leaver={urn} />,
  }));
  const owned = data?.totals[0] ?? 0;
  const ask = {
    query: '',
    types: [],
    filters: [{ field: 'owners', values: [urn] }],
    sort: undefined,
    start: 0,
    count: 0,
    propertyFacets: [],
    removed: false,
    allWords: true,
  };
  if (owned > 0)
    return <BulkDialog first="owners" own={own} chosen={{ search: bulkSearch(ask) }} count={owned} onClose={onClose} onChanged={() => undefined} />;
  return (
    <Dialog title={`What ${name} owns`} onClose={onClose}>
      <Loading data={data} label="Looking for what is owned" error={error} onRetry={reload} />
      {data && <p>{name} owns no assets: there is nothing to hand over.</p>}
      <CloseButton onClose={onClose} />
    </Dialog>
  );
}

const typeOf = (typeUrn: string) => BUILT_IN.find(({ urn }) => urn === typeUrn)?.type ?? 'TECHNICAL_OWNER';

function Successor({ changes, set, leaver }: FormProps & { readonly leaver: string }) {
  const [way, choose] = useState(BUILT_IN[0]?.urn ?? '');
  const chosen = (changes.owners?.add ?? []).map(({ owner }) => owner);
  const give = (owners: readonly string[], typeUrn: string): void =>
    set(owners.length === 0 ? {} : { owners: { add: owners.map((owner) => ({ owner, typeUrn, type: typeOf(typeUrn) })), remove: [leaver] } });
  return (
    <>
      <PickedList
        urns={chosen}
        onRemove={(urn) =>
          give(
            chosen.filter((each) => each !== urn),
            way,
          )
        }
      />
      <EntityPicker
        label="Successor"
        types={['CORP_USER', 'CORP_GROUP']}
        hint="A user or a group"
        onPick={(urn) => give([...new Set([...chosen, urn])], way)}
      />
      <SelectField
        id="successor-way"
        label="As"
        value={way}
        options={BUILT_IN.map(({ urn, name }) => [urn, name] as const)}
        onChoose={(value) => {
          choose(value);
          give(chosen, value);
        }}
      />
    </>
  );
}
