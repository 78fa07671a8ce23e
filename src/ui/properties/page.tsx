/**
 * `/properties`: lists the structured properties of the catalog and creates new ones.
 */
import { useState } from 'preact/hooks';
import { listProperties, type Property } from '../api/properties.ts';
import { plural, typeWord } from '../data/words.ts';
import { ExportCsv } from '../export/export-csv.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { GovernTabs } from '../parts/govern-tabs.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, navigate, useRoute, withQuery } from '../route.ts';
import { FindField } from '../search/entity-search.tsx';
import { kindWord } from './kind-word.ts';
import { NewProperty } from './new-property.tsx';

export function PropertiesPage() {
  useTitle('Properties');
  const route = useRoute();
  const { data, error, reload } = useLoad((signal) => listProperties({ removed: true }, signal), []);
  const mayMake = useMay('manageStructuredProperties');
  const [making, setMaking] = useState(false);
  const wanted = (route.query.get('named') ?? '').toLowerCase();
  const shown = data?.filter(({ name, id, description }) => `${name} ${id} ${description}`.toLowerCase().includes(wanted)) ?? [];
  return (
    <div class="page stack far">
      <PageHead
        title="Structured properties"
        about="Your own fields for entities: a retention time, a privacy class, a cost centre."
        tabs={<GovernTabs current="properties" />}
      >
        {mayMake && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            New property
          </button>
        )}
      </PageHead>
      <Loading data={data} label="Loading the properties" error={error} onRetry={reload} />
      {data && data.length > 0 && (
        <>
          <div class="tab-tools bar far">
            <FindField
              label="Search in properties"
              query={route.query.get('named') ?? ''}
              onFind={(named) => navigate(withQuery(route, { named: named || undefined }), { replace: true })}
            />
            <span class="muted small" role="status">
              {plural(shown.length, 'property', 'properties')}
            </span>
            <ExportCsv name="properties" titles={['Name', 'Id', 'Kind', 'For', 'Description', 'URN']} pages={() => rowsOf(shown)} />
          </div>
          <PropertyTable properties={shown} />
        </>
      )}
      {data?.length === 0 && (
        <Empty title="There are no properties yet">
          <p>Once there is one, its values are set on the pages of datasets, dashboards and other entities.</p>
          {mayMake && (
            <p>
              <button type="button" onClick={() => setMaking(true)}>
                New property
              </button>
            </p>
          )}
        </Empty>
      )}
      {making && (
        <Dialog title="New property" onClose={() => setMaking(false)}>
          <NewProperty onMade={(urn) => navigate(`/properties/${encodeURIComponent(urn)}`)} onCancel={() => setMaking(false)} />
        </Dialog>
      )}
    </div>
  );
}

async function* rowsOf(properties: readonly Property[]): AsyncGenerator<string[][]> {
  yield properties.map((property) => {
    const { name, id, entityTypes, description, urn } = property;
    return [name, id, kindWord(property), entityTypes.map(typeWord).join('; '), description, urn];
  });
}

function PropertyTable({ properties }: { readonly properties: readonly Property[] }) {
  return (
    <Table label="Properties" titles={['Name', 'Type', 'On', 'State']}>
      {properties.map((property) => (
        <tr key={property.urn}>
          <td>
            <Link href={`/properties/${encodeURIComponent(property.urn)}`}>{property.name}</Link>
            <div class="muted small">{property.description || property.id}</div>
          </td>
          <td class="nowrap">{kindWord(property)}</td>
          <td>{property.entityTypes.map(typeWord).join(', ')}</td>
          <td>{property.removed ? <Badge tone="bad">Soft-deleted</Badge> : <Badge tone="good">Active</Badge>}</td>
        </tr>
      ))}
    </Table>
  );
}
