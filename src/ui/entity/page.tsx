/**
 * `/entity/<urn>/<tab>`: what an entity is and who is responsible for it, beside its tabs.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type About, NOTHING_KNOWN, readAbout } from '../api/about.ts';
import { ApiError } from '../api/client.ts';
import { type EntityView, readEntity } from '../api/entity.ts';
import { nameOf } from '../api/names.ts';
import { asOfIn, asOfText } from '../api/past.ts';
import { isColumn, platformOfUrn } from '../api/urn.ts';
import { remember } from '../home/seen.ts';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link, navigate, useRoute } from '../route.ts';
import { EntityHeader } from './header.tsx';
import { Compare } from './past/compare.tsx';
import { ChooseTime, PastBar } from './past/past-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import { TABS } from './tabs.ts';
import { valuesOf } from './values-of.ts';

/** The page of a column is its place in the schema. Only its tabs are pages of their own. */
export function EntityPage(props: { readonly urn: string; readonly tab: string | undefined }) {
  const isInSchema = props.tab === undefined && isColumn(props.urn);
  useEffect(() => {
    if (isInSchema) navigate(entityUrl(props.urn), { replace: true });
  }, [isInSchema, props.urn]);
  return isInSchema ? null : <OwnPage {...props} />;
}

function OwnPage({ urn, tab }: { readonly urn: string; readonly tab: string | undefined }) {
  const { query } = useRoute();
  const asOf = asOfIn(query);
  const { data: entity, error, reload } = useLoad((signal) => readEntity(urn, signal, asOf), [urn, asOf]);
  // The page is there without it; it only says less.
  const about = useLoad((signal) => readAbout(urn, signal), [urn]);
  const [said, say] = useState('');
  const [askingTime, askTime] = useState(false);
  useTitle(entity && nameOf(urn, valuesOf(entity)));
  useEffect(() => {
    if (entity) remember({ urn: entity.urn, name: nameOf(entity.urn, valuesOf(entity)), platform: platformOfUrn(entity.urn) });
  }, [entity]);
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => say(''), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  if (!entity && error === undefined) return <Spinner label="Loading the entity" />;
  if (asOf !== undefined && error !== undefined) return <NotThen asOf={asOf} error={error} onRetry={reload} />;
  if (!entity) return error instanceof ApiError && error.status === 404 ? <NotThere urn={urn} /> : <Failure error={error} onRetry={reload} />;
  const saved = (what: string): void => {
    say(what);
    reload();
    about.reload();
  };
  const known = about.data ?? NOTHING_KNOWN;
  return (
    <article class="entity-page">
      {asOf !== undefined && <PastBar asOf={asOf} />}
      <Still past={asOf !== undefined}>
        <EntityHeader entity={entity} about={known} onSaved={saved} onAsOf={asOf === undefined ? () => askTime(true) : undefined} />
      </Still>
      {asOf === undefined && askingTime && <ChooseTime onDone={() => askTime(false)} />}
      {error !== undefined && <Failure error={error} onRetry={reload} />}
      <div class="entity-columns">
        <Still past={asOf !== undefined}>
          <Sidebar entity={entity} onSaved={saved} />
        </Still>
        {asOf !== undefined && query.get('compare') === 'now' ? (
          <Compare urn={urn} entityType={entity.entityType} asOf={asOf} onRestored={saved} />
        ) : (
          <EntityTabs entity={entity} about={known} tab={tab} asOf={asOf} onSaved={saved} />
        )}
      </div>
      <p class={said === '' ? 'toast' : 'toast toast-shown'} role="status">
        {said}
      </p>
    </article>
  );
}

/** What can be edited now stands still in the past: its buttons and fields are off, its links work. */
function Still({ past, children }: { readonly past: boolean; readonly children: ComponentChildren }) {
  return (
    <fieldset class="past-still" disabled={past}>
      {children}
    </fieldset>
  );
}

/** Tabs that show the state of the chosen time. The history shows all times. */
const OF_ANY_TIME = new Set(['schema', 'documentation', 'lineage', 'relationships', 'activity', 'history', 'json']);

interface EntityTabsProps {
  readonly entity: EntityView;
  readonly about: About;
  readonly tab: string | undefined;
  readonly asOf: number | undefined;
  readonly onSaved: (what: string) => void;
}

function EntityTabs({ entity, about, tab, asOf, onSaved }: EntityTabsProps) {
  const tabs = TABS.filter((each) => each.applies(entity, about));
  const current = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (!current) return null;
  const time = asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOfText(asOf))}`;
  return (
    <div class="entity-main">
      <Tabs
        label="About this entity"
        items={tabs.map(({ id, title, titleFor, count }) => ({
          id,
          title: titleFor?.(entity) ?? title,
          href: entityUrl(entity.urn, id) + time,
          ...(count ? { count: count(about) } : {}),
        }))}
        current={current.id}
      />
      <div class="tab-body">
        {asOf !== undefined && !OF_ANY_TIME.has(current.id) && (
          <p class="notice past-note">
            <strong>This tab cannot go back in time.</strong> It shows the present.
          </p>
        )}
        <current.view key={`${current.id} ${asOf}`} entity={entity} onSaved={onSaved} />
      </div>
    </div>
  );
}

/** The entity did not exist then, or its history does not go back so far. */
function NotThen({ asOf, error, onRetry }: { readonly asOf: number; readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <article class="entity-page">
      <PastBar asOf={asOf} />
      {error instanceof ApiError && error.status === 404 ? (
        <Empty title="It did not exist then">
          <p>The catalog had nothing under this name at that time.</p>
        </Empty>
      ) : (
        <Failure error={error} onRetry={onRetry} />
      )}
    </article>
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
