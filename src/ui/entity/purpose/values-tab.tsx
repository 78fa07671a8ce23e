import { count } from '../../api/counts.ts';
import type { EntityView } from '../../api/entity.ts';
import { idOfUrn, isUrn } from '../../api/urn.ts';
import { Ranking } from '../../charts/ranking.tsx';
import { plural } from '../../data/words.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Link } from '../../route.ts';

const MOST = 100;

/** How often each value of a structured property is set. Each leads to the assets that have it. */
export function ValuesTab({ entity: { urn, aspects } }: { readonly entity: EntityView }) {
  const name = aspects.propertyDefinition?.value.qualifiedName;
  const field = `structuredProperties.${typeof name === 'string' ? name : idOfUrn(urn)}`;
  const { data, error, reload } = useLoad((signal) => count([{ field, most: MOST }], [], signal), [field]);
  if (!data) return <Loading label="Counting values" error={error} onRetry={reload} />;
  const values = data.facets[0] ?? [];
  const total = values.reduce((sum, each) => sum + each.count, 0);
  return (
    <div class="parts stack">
      <p class="muted">
        {plural(total, 'value')} on assets. <Link href={`/properties/${encodeURIComponent(urn)}`}>Change the definition</Link>
      </p>
      {values.length === 0 ? (
        <Empty title="No asset has a value yet">
          <p>Set it in the sidebar of an asset, or of many: select them in a search.</p>
        </Empty>
      ) : (
        <Ranking
          title="Values"
          unit="assets"
          rows={values.map(({ value, count: times }) => ({
            key: value,
            count: times,
            label: isUrn(value) ? <EntityLink urn={value} /> : <Link href={`/search?is.${field}=${encodeURIComponent(value)}`}>{value}</Link>,
          }))}
        />
      )}
    </div>
  );
}
