import type { EntityView } from '../../api/entity.ts';
import { listIn } from '../../data/labels.ts';
import { EntityList } from './entity-list.tsx';

/** The assets of a data product, which the product itself lists. */
export function ProductTab({ entity }: { readonly entity: EntityView }) {
  const assets = listIn<{ destinationUrn: string }>(entity.aspects.dataProductProperties?.value, 'assets');
  return <EntityList label="Assets" urns={assets.map(({ destinationUrn }) => destinationUrn)} none="This product has no assets yet" />;
}
