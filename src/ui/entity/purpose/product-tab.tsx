import { readCards } from '../../api/cards.ts';
import type { EntityView } from '../../api/entity.ts';
import { listIn } from '../../data/labels.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoad } from '../../parts/use-load.ts';

/** The assets of a data product, which the product itself lists. */
export function ProductTab({ entity }: { readonly entity: EntityView }) {
  const assets = listIn<{ destinationUrn: string }>(entity.aspects.dataProductProperties?.value, 'assets');
  return <EntityList label="Assets" urns={assets.map(({ destinationUrn }) => destinationUrn)} none="This product has no assets yet" />;
}

interface EntityListProps {
  readonly label: string;
  readonly urns: readonly string[];
  readonly none: string;
}

/** Known entities as rows, read in one request. */
function EntityList({ label, urns, none }: EntityListProps) {
  const { last: data, error, reload } = useLoad((signal) => readCards(urns, signal), [urns]);
  if (urns.length === 0) return <Empty title={none} />;
  if (!data) return error === undefined ? <Spinner label="Loading" /> : <Failure error={error} onRetry={reload} />;
  return (
    <>
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      <EntityRows label={label} cards={data} />
    </>
  );
}
