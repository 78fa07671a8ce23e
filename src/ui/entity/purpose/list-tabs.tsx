/**
 * Tabs that list other entities: what a search finds, the assets of a data product, the glossary below a group.
 */
import { readCards } from '../../api/cards.ts';
import type { EntityView } from '../../api/entity.ts';
import { listIn } from '../../data/labels.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { GlossaryTree } from '../../parts/glossary-tree.tsx';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { EntitySearch } from '../../search/entity-search.tsx';
import { typeSettings } from '../../settings.ts';

interface ListTabProps {
  readonly entity: EntityView;
}

/** The assets of a domain, the contents of a container, what a person owns, what carries a tag or a term. */
export function AssetsTab({ entity: { urn, entityType } }: ListTabProps) {
  const listed = typeSettings(entityType)?.listed;
  if (!listed) return null;
  return <EntitySearch label={listed.title} anyOf={listed.fields.map((field) => [{ field, values: [urn] }])} none={listed.none} />;
}

/** The assets of a data product, which the product itself lists, read in one request. */
export function ProductTab({ entity }: ListTabProps) {
  const assets = listIn<{ destinationUrn: string }>(entity.aspects.dataProductProperties?.value, 'assets');
  const urns = assets.map(({ destinationUrn }) => destinationUrn);
  const { last: data, error, reload } = useLoad((signal) => readCards(urns, signal), [urns]);
  if (urns.length === 0) return <Empty title="This product has no assets yet" />;
  if (!data) return error === undefined ? <Spinner label="Loading" /> : <Failure error={error} onRetry={reload} />;
  return (
    <>
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      <EntityRows label="Assets" cards={data} />
    </>
  );
}

/** What is below a group of the glossary. */
export function GlossaryTab({ entity: { urn } }: ListTabProps) {
  return <GlossaryTree parent={urn} label="Groups and terms" open={1} />;
}
