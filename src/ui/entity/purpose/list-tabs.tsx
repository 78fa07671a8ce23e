/**
 * Tabs that list other entities: what a search finds, the assets of a data product, the glossary below a group.
 */
import { useState } from 'preact/hooks';
import { readCards } from '../../api/cards.ts';
import type { EntityView } from '../../api/entity.ts';
import { filterOf } from '../../api/filter-of.ts';
import { listIn } from '../../data/labels.ts';
import { changeProduct } from '../../edit/data-products.tsx';
import { EntityPicker } from '../../edit/entity-picker.tsx';
import { NewThing } from '../../edit/new-thing.tsx';
import { madeIn, type Thing } from '../../edit/vocabulary.ts';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { GlossaryTree } from '../../parts/glossary-tree.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useWork } from '../../parts/use-work.ts';
import { EntitySearch } from '../../search/entity-search.tsx';
import { typeSettings } from '../../settings.ts';

interface ListTabProps {
  readonly entity: EntityView;
}

/** The assets of a domain, the contents of a container, what a person owns, what carries a tag or a term. */
export function AssetsTab({ entity: { urn, entityType } }: ListTabProps) {
  const listed = typeSettings(entityType)?.listed;
  if (!listed) return null;
  return <EntitySearch label={listed.title} anyOf={listed.fields.map((field) => [filterOf(field, [urn])])} none={listed.none} />;
}

/** The assets of a data product, which the product itself lists, read in one request; and a field that adds others. */
export function ProductTab({ entity, onSaved }: ListTabProps & { readonly onSaved: (what: string) => void }) {
  const assets = listIn<{ destinationUrn: string }>(entity.aspects.dataProductProperties?.value, 'assets');
  const urns = assets.map(({ destinationUrn }) => destinationUrn);
  const { last: data, error, reload } = useLoad((signal) => readCards(urns, signal), [urns]);
  const { error: failed, run } = useWork();
  const isNow = entity.asOf === undefined;
  const change = (asset: string, op: 'add' | 'remove'): Promise<void> =>
    run(async () => {
      await changeProduct(entity.urn, asset, op);
      onSaved(op === 'add' ? 'Asset added' : 'Asset removed');
    });
  return (
    <div class="parts stack">
      {isNow && <EntityPicker label="Add an asset" types={[]} onPick={(asset) => change(asset, 'add')} hint="Search by its name." />}
      <Failure error={failed} />
      {urns.length === 0 ? <Empty title="This product has no assets yet" /> : <Loading data={data} error={error} onRetry={reload} />}
      {data && data.length > 0 && (
        <EntityRows
          label="Assets"
          cards={data}
          end={({ urn, name }) =>
            isNow && <Button label="×" class="plain cross" aria-label={`Remove ${name}`} onClick={() => change(urn, 'remove')} />
          }
        />
      )}
    </div>
  );
}

/** What is below a group of the glossary. */
export function GlossaryTab({ entity: { urn, asOf } }: ListTabProps) {
  const [making, make] = useState<Thing | undefined>(undefined);
  return (
    <>
      {asOf === undefined && (
        <div class="tab-tools bar">
          {madeIn(urn).map((thing) => (
            <button key={thing.type} type="button" onClick={() => make(thing)}>
              New {thing.word}
            </button>
          ))}
        </div>
      )}
      <GlossaryTree parent={urn} label="Groups and terms" open={1} />
      {making && <NewThing thing={making} inside={urn} onClose={() => make(undefined)} />}
    </>
  );
}
