/**
 * The data products that an asset is part of. Each product lists its assets, so this changes the products.
 */
import { useState } from 'preact/hooks';
import { patchAspect, pathPart } from '../api/edit.ts';
import { readRelated } from '../api/relationships.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { CloseButton } from '../parts/form-buttons.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { EntityList } from './entity-links.tsx';
import { EntityPicker } from './entity-picker.tsx';
import { PickedList } from './picked-list.tsx';
import { SideHead } from './side-section.tsx';

const MOST = 100;

/** Adds an asset to a data product or removes it, whatever others do with its other assets meanwhile. */
export function changeProduct(product: string, asset: string, op: 'add' | 'remove'): Promise<void> {
  const path = `/assets/${pathPart(asset)}`;
  const patch = op === 'add' ? { op, path, value: { destinationUrn: asset } } : { op, path };
  return patchAspect(product, 'dataProductProperties', { patch: [patch], arrayPrimaryKeys: { assets: ['destinationUrn'] } });
}

interface DataProductsProps {
  readonly urn: string;
  /** The time of which to show them, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  readonly mayChange: boolean;
  readonly onSaved: (what: string) => void;
}

export function DataProducts({ urn, asOf, mayChange, onSaved }: DataProductsProps) {
  const { data, error, reload } = useLoad(
    (signal) => readRelated(urn, 'INCOMING', { type: 'DataProductContains', start: 0, count: MOST, asOf }, signal),
    [urn, asOf],
  );
  const [open, setOpen] = useState(false);
  const { error: failed, run } = useWork();
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  const products = (data?.relationships ?? []).map(({ entity }) => entity);
  if (products.length === 0 && !mayChange) return null;
  const change = (product: string, op: 'add' | 'remove'): Promise<void> =>
    run(async () => {
      await changeProduct(product, urn, op);
      reload();
      onSaved(op === 'add' ? 'Added to the data product' : 'Removed from the data product');
    });
  return (
    <section class={products.length === 0 ? 'side-section stack close breaks is-empty' : 'side-section stack close breaks'}>
      <SideHead title="Data products" empty={products.length === 0} onEdit={data && mayChange ? () => setOpen(true) : undefined} />
      {products.length > 0 && <EntityList urns={products} />}
      {open && (
        <Dialog title="Data products" onClose={() => setOpen(false)}>
          <div class="form">
            <PickedList urns={products} onRemove={(product) => change(product, 'remove')} />
            <EntityPicker label="Add to a data product" types={['DATA_PRODUCT']} onPick={(product) => change(product, 'add')} />
            <Failure error={failed} />
            <CloseButton label="Done" onClose={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
    </section>
  );
}
