/**
 * `/properties/<urn>`: one structured property: what uses it, and buttons to change and delete it.
 */
import { useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { stampNow } from '../api/edit.ts';
import { readEntity } from '../api/entity.ts';
import { countUses, FLAGS, type Flag, type Property, propertyFrom } from '../api/properties.ts';
import { entityTypeNames } from '../api/specification.ts';
import { plural, typeWord } from '../data/words.ts';
import { EditDialog } from '../edit/edit-dialog.tsx';
import type { Editing } from '../edit/use-editing.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { textOf } from '../parts/property-entries.ts';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link } from '../route.ts';
import { Deleting } from './deleting.tsx';
import { editDefinition } from './edit-definition.tsx';
import { FlagFields } from './flag-fields.tsx';
import { kindWord } from './kind-word.ts';

export function PropertyPage({ urn }: { readonly urn: string }) {
  const { data, error, reload } = useLoad(async (signal) => propertyFrom(urn, (await readEntity(urn, signal)).aspects), [urn]);
  useTitle(data?.name);
  if (!data && error instanceof ApiError && error.status === 404) {
    return (
      <Empty title="This property does not exist">
        <p>
          Somebody may have deleted it permanently. <Link href="/properties">See all properties</Link>
        </p>
      </Empty>
    );
  }
  if (!data) return <Loading label="Loading the property" error={error} onRetry={reload} />;
  return (
    <>
      <Failure error={error} onRetry={reload} />
      <Shown property={data} onChanged={reload} />
    </>
  );
}

interface ShownProps {
  readonly property: Property;
  readonly onChanged: () => void;
}

function Shown({ property, onChanged }: ShownProps) {
  const { id, entityTypes, removed } = property;
  const mayChange = useMay('manageStructuredProperties');
  const uses = useLoad(async (signal) => (removed ? undefined : countUses({ id, entityTypes }, signal)), [id, entityTypes, removed]);
  return (
    <div class="page stack far">
      <PageHead
        trail={<Link href="/properties">All properties</Link>}
        title={
          <>
            {property.name} {property.removed && <Badge tone="bad">Soft-deleted</Badge>}
          </>
        }
        about={<code>{property.id}</code>}
      >
        {mayChange && <Editors property={property} onChanged={onChanged} />}
      </PageHead>
      {property.removed && (
        <div class="notice">
          <strong>Soft-deleted.</strong> Its values are hidden, not lost. Nobody can set it, change it or filter by it until somebody restores it.
        </div>
      )}
      <section class="card" aria-label="Definition">
        {property.description !== '' && <p class="prose stack">{property.description}</p>}
        <Facts property={property} uses={uses.loading ? '…' : usesIn(uses.data)} />
        <Failure what="What uses it could not be counted." error={uses.error} onRetry={uses.reload} />
      </section>
      {property.choices && <Choices property={property} />}
      {mayChange && <Deleting property={property} uses={uses.data} onChanged={onChanged} />}
      <p class="small">
        <Link href={entityUrl(property.urn)}>History and JSON of this property</Link>
      </p>
    </div>
  );
}

function Editors({ property, onChanged }: ShownProps) {
  const { data, error, reload } = useLoad((signal) => entityTypeNames(signal), []);
  const [editing, setEditing] = useState<Editing<never> | undefined>(undefined);
  const settable = (data ?? []).filter(({ aspects }) => aspects.includes('structuredProperties')).map(({ name }) => name);
  const open = <Form,>(chosen: Editing<Form>): void => setEditing(chosen as unknown as Editing<never>);
  return (
    <div class="actions">
      <Failure what="The types of entities could not be read." error={error} onRetry={reload} />
      <button type="button" disabled={property.removed || !data} onClick={() => open(editDefinition(property, settable))}>
        Edit
      </button>
      <button type="button" onClick={() => open(editSettings)}>
        Where it is shown
      </button>
      {editing && (
        <EditDialog
          urn={property.urn}
          editing={editing}
          current={property.aspects[editing.aspect]}
          onClose={() => setEditing(undefined)}
          onSaved={onChanged}
        />
      )}
    </div>
  );
}

function usesIn(count: number | undefined): string {
  return count === undefined ? 'unknown' : plural(count, 'entity', 'entities');
}

function Facts({ property, uses }: { readonly property: Property; readonly uses: string }) {
  return (
    <dl class="facts stack close">
      <div>
        <dt>Values</dt>
        <dd>{kindWord(property)}</dd>
      </div>
      <div>
        <dt>Can be set on</dt>
        <dd>{property.entityTypes.map(typeWord).join(', ')}</dd>
      </div>
      {property.immutable && (
        <div>
          <dt>Changes</dt>
          <dd>Nobody can change a value once it is set</dd>
        </div>
      )}
      <div>
        <dt>Used on</dt>
        <dd>{property.removed ? 'unknown while it is soft-deleted' : uses}</dd>
      </div>
      <div>
        <dt>Shown</dt>
        <dd>{[...property.flags].map((flag) => FLAGS[flag]).join('; ') || 'On the pages of entities'}</dd>
      </div>
    </dl>
  );
}

function Choices({ property }: { readonly property: Property }) {
  return (
    <section class="card" aria-label="Allowed values">
      <h2>Allowed values</h2>
      <dl class="facts stack close">
        {property.choices?.map(({ value, description }) => (
          <div key={textOf(value)}>
            <dt>{textOf(value)}</dt>
            <dd class="muted">{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ALL = Object.keys(FLAGS) as Flag[];
const flagsIn = (value: Readonly<Record<string, unknown>> | undefined): ReadonlySet<Flag> => new Set(ALL.filter((flag) => value?.[flag] === true));

/** Edits where a property is shown. */
const editSettings: Editing<ReadonlySet<Flag>> = {
  title: 'Where it is shown',
  aspect: 'structuredPropertySettings',
  read: flagsIn,
  change: async (now, form, from) => {
    const changed = ALL.filter((flag) => form.has(flag) !== from.has(flag));
    return { value: { ...now, ...Object.fromEntries(changed.map((flag) => [flag, form.has(flag)])), lastModified: await stampNow() } };
  },
  Form: ({ form, set }) => <FlagFields flags={form} onChange={set} />,
  Show: ({ value }) => <p>{[...flagsIn(value)].map((flag) => FLAGS[flag]).join('; ') || 'Only on the pages of entities'}</p>,
};
