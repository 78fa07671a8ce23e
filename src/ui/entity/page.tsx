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
import { listProperties } from '../api/properties.ts';
import { NO_RIGHTS, readEntityRights } from '../api/rights.ts';
import { idOfUrn, isColumn, isUrn, platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { subTypeIn } from '../data/labels.ts';
import { remember } from '../data/seen.ts';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { type LoadState, useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link, navigate, useRoute } from '../route.ts';
import { typeSettings } from '../settings.ts';
import { SuggestionLists } from '../suggest/suggestions.tsx';
import { EntityHeader } from './header.tsx';
import { NOTHING_READ, OfPage } from './page-context.ts';
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
  if (!isNamed(props.urn)) return <NotNamed />;
  return isInSchema ? null : <OwnPage {...props} />;
}

/** Whether it can name an entity of the catalog. */
function isNamed(urn: string): boolean {
  return isUrn(urn) && typeSettings(typeOfUrn(urn)) !== undefined && idOfUrn(urn) !== '';
}

function OwnPage({ urn, tab }: { readonly urn: string; readonly tab: string | undefined }) {
  const { query } = useRoute();
  const asked = asOfIn(query);
  // The state that is shown stays until that of another time is there.
  const { last: entity, error, loading, reload } = useLoad((signal) => readEntity(urn, signal, asked), [urn, asked]);
  const about = useLoad((signal) => readAbout(urn, signal), [urn]);
  const properties = useLoad((signal) => listProperties({}, signal), []);
  const rights = useLoad((signal) => readEntityRights(urn, signal), [urn]);
  const [message, setMessage] = useState('');
  const [askingTime, askTime] = useState(false);
  useTitle(entity && nameOf(urn, valuesOf(entity)));
  useEffect(() => {
    if (!entity) return;
    const values = valuesOf(entity);
    remember({ urn: entity.urn, name: nameOf(entity.urn, values), subType: subTypeIn(values), platform: platformOfUrn(entity.urn) });
  }, [entity]);
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => setMessage(''), 4000);
    return () => clearTimeout(timer);
  }, [message]);
  if (asked !== undefined && error !== undefined && entity?.asOf !== asked) return <NotThen asOf={asked} error={error} onRetry={reload} />;
  if (!entity && error instanceof ApiError && error.status === 404) return <NotThere urn={urn} />;
  if (!entity && error instanceof ApiError && error.status === 400) return <NotNamed />;
  if (!entity) return <Loading label="Loading the entity" error={error} onRetry={reload} />;
  const saved = (what: string): void => {
    setMessage(what);
    reload();
    about.reload();
    rights.reload();
  };
  const known = about.data ?? NOTHING_KNOWN;
  const { asOf } = entity;
  const isPast = asOf !== undefined || asked !== undefined;
  return (
    <OfPage.Provider
      value={{ properties: properties.data ?? NOTHING_READ.properties, rights: rights.data ?? (rights.error === undefined ? undefined : NO_RIGHTS) }}
    >
      <article class="stack far" aria-busy={loading}>
        {isPast && <PastBar asOf={asked} state={asOf === asked ? 'shown' : error === undefined ? 'reading' : 'failed'} />}
        <ReadOnly past={isPast}>
          <EntityHeader
            entity={entity}
            about={asOf === undefined ? known : NOTHING_KNOWN}
            onSaved={saved}
            onAsOf={isPast ? undefined : () => askTime(true)}
          />
        </ReadOnly>
        {!isPast && askingTime && <ChooseTime onDone={() => askTime(false)} />}
        <Failure error={error} onRetry={reload} />
        <Failure what="Its use, its checks and what it is part of could not be read." error={about.error} onRetry={about.reload} />
        <Failure what="What can be edited here could not be read." error={rights.error} onRetry={rights.reload} />
        <Failure what="The definitions of the properties could not be read." error={properties.error} onRetry={properties.reload} />
        {!isPast && rights.data && <SuggestionLists suggestions={rights.data.suggested} about={urn} onDecided={saved} />}
        <div class="entity-columns">
          {asOf !== undefined && asOf === asked && query.get('compare') === 'now' ? (
            <Compare urn={urn} entityType={entity.entityType} asOf={asOf} onRestored={saved} />
          ) : (
            <EntityTabs entity={entity} about={about} tab={tab} asked={asked} onSaved={saved} />
          )}
          {/* Last for keys and screen readers: what the page is for comes first. */}
          <ReadOnly past={isPast}>
            <Sidebar entity={entity} onSaved={saved} />
          </ReadOnly>
        </div>
        <p class={message === '' ? 'toast' : 'toast toast-shown'} role="status">
          {message}
        </p>
      </article>
    </OfPage.Provider>
  );
}

/** Turns buttons and fields off while the page shows the past. Links work. */
function ReadOnly({ past, children }: { readonly past: boolean; readonly children: ComponentChildren }) {
  return (
    <fieldset class="past-still" disabled={past}>
      {children}
    </fieldset>
  );
}

/** Tabs that show the state of the chosen time. The history shows all times. */
const OF_ANY_TIME = new Set(['schema', 'documentation', 'forms', 'lineage', 'relationships', 'activity', 'history', 'json']);

interface EntityTabsProps {
  readonly entity: EntityView;
  /** Some tabs are only there if there is something for them. */
  readonly about: LoadState<About>;
  readonly tab: string | undefined;
  /** The time in the address. */
  readonly asked: number | undefined;
  readonly onSaved: (what: string) => void;
}

function EntityTabs({ entity, about: { data: about = NOTHING_KNOWN, loading, error }, tab, asked, onSaved }: EntityTabsProps) {
  const tabs = TABS.filter((each) => each.applies(entity, about));
  const type = typeSettings(entity.entityType);
  const { asOf } = entity;
  const current = tab === undefined ? tabs[0] : tabs.find(({ id }) => id === tab);
  const time = asked === undefined ? '' : `?asOf=${encodeURIComponent(asOfText(asked))}`;
  return (
    <div class="grow">
      <Tabs
        label="About this entity"
        items={tabs.map(({ id, title, titleFor, count }) => ({
          id,
          title: (type && titleFor?.(type)) ?? title,
          href: entityUrl(entity.urn, id) + time,
          // What is counted is of now.
          ...(count && asOf === undefined ? { count: count(about, entity) } : {}),
        }))}
        current={current?.id}
      />
      <div class="tab-body">
        {/* Titles in the tab are below it, whatever the tab is. */}
        {current && <h2 class="hidden-text">{(type && current.titleFor?.(type)) ?? current.title}</h2>}
        {!current && loading && <Spinner />}
        {!current && !loading && error === undefined && <NoTab href={entityUrl(entity.urn) + time} past={asOf !== undefined} />}
        {current && asOf !== undefined && !OF_ANY_TIME.has(current.id) && (
          <p class="notice">
            <strong>This tab cannot go back in time.</strong> It shows the present.
          </p>
        )}
        {current && <current.view key={`${current.id} ${asOf}`} entity={entity} onSaved={onSaved} />}
      </div>
    </div>
  );
}

function NoTab({ href, past }: { readonly href: string; readonly past: boolean }) {
  return (
    <Empty title={past ? 'There was nothing here then' : 'There is nothing at this address'}>
      <p>
        This entity {past ? 'had' : 'has'} nothing for this tab. <Link href={href}>Show its first tab</Link>
      </p>
    </Empty>
  );
}

/** The entity did not exist then, or its history does not go back so far. */
function NotThen({ asOf, error, onRetry }: { readonly asOf: number; readonly error: unknown; readonly onRetry: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <article class="stack far">
      <PastBar asOf={asOf} state={isMissing ? 'shown' : 'failed'} />
      {isMissing ? (
        <Empty title="It did not exist then">
          <p>The catalog had nothing under this name at that time.</p>
        </Empty>
      ) : (
        <Failure error={error} onRetry={onRetry} />
      )}
    </article>
  );
}

/** The address does not name an entity: a part of it was lost or mistyped. */
function NotNamed() {
  useTitle('Not an entity');
  return (
    <Empty title="This address does not name an entity" level={1}>
      <p>A part of it is missing or misspelt, perhaps because a mail or a chat cut the link. Search for the name instead.</p>
      <p>
        <Link href="/search">Search the catalog</Link>
      </p>
    </Empty>
  );
}

function NotThere({ urn }: { readonly urn: string }) {
  return (
    <Empty title="This entity is not in the catalog" level={1}>
      <p>
        The catalog has nothing under <code>{urn}</code>. Somebody may have deleted it permanently, or nobody has loaded it yet.
      </p>
      <p>
        <Link href="/">Search for something else</Link>
      </p>
    </Empty>
  );
}
