/**
 * `/entity/<urn>/<tab>`: what an entity is and who is responsible for it, beside its tabs.
 */
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { type EntityView, readEntity } from '../api/entity.ts';
import { nameOf } from '../api/names.ts';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link } from '../route.ts';
import { EntityHeader } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { TABS } from './tabs.ts';
import { valuesOf } from './values-of.ts';

export function EntityPage({ urn, tab }: { readonly urn: string; readonly tab: string | undefined }) {
  const { data: entity, error, reload } = useLoad((signal) => readEntity(urn, signal), [urn]);
  const [said, say] = useState('');
  useTitle(entity && nameOf(urn, valuesOf(entity)));
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(''), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  if (!entity && error === undefined) return <Spinner label="Loading the entity" />;
  if (!entity) return error instanceof ApiError && error.status === 404 ? <NotThere urn={urn} /> : <Failure error={error} onRetry={reload} />;
  const saved = (what: string): void => {
    say(what);
    reload();
  };
  return (
    <article class="entity-page">
      <EntityHeader entity={entity} onSaved={saved} />
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      <div class="entity-columns">
        <Sidebar entity={entity} onSaved={saved} />
        <EntityTabs entity={entity} tab={tab} />
      </div>
      <p class={said === '' ? 'toast' : 'toast toast-shown'} role="status">
        {said}
      </p>
    </article>
  );
}

function EntityTabs({ entity, tab }: { readonly entity: EntityView; readonly tab: string | undefined }) {
  const tabs = TABS.filter((each) => each.applies(entity));
  const current = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (!current) return null;
  return (
    <div class="entity-main">
      <Tabs label="About this entity" items={tabs.map(({ id, title }) => ({ id, title, href: entityUrl(entity.urn, id) }))} current={current.id} />
      <div class="tab-body">
        <current.view key={current.id} entity={entity} />
      </div>
    </div>
  );
}

function NotThere({ urn }: { readonly urn: string }) {
  return (
    <Empty title="This entity is not in the catalog">
      <p>
        The catalog has nothing under <code>{urn}</code>. Somebody may have deleted it permanently, or nobody has loaded it yet.
      </p>
      <p>
        <Link href="/">Search for something else</Link>
      </p>
    </Empty>
  );
}
