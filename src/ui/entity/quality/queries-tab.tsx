import { useContext, useState } from 'preact/hooks';
import { readAspect } from '../../api/edit.ts';
import type { AspectView, EntityView } from '../../api/entity.ts';
import { deleteQuery, type KnownQuery, readKnownQueries } from '../../api/known-queries.ts';
import { partsOfUrn, typeOfUrn } from '../../api/urn.ts';
import { EditDialog } from '../../edit/edit-dialog.tsx';
import { editQuery, NewQueryDialog } from '../../edit/query.tsx';
import { Ask } from '../../parts/ask.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';
import { Sql } from '../../sql/view.tsx';
import { OfPage } from '../page-context.ts';

interface QueriesTabProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

type QueryTask = { readonly what: 'new' } | { readonly what: 'edit' | 'delete'; readonly query: KnownQuery } | undefined;

/** The queries that people and tools run on a table, with their SQL. */
export function QueriesTab({ entity: { urn }, onSaved }: QueriesTabProps) {
  const { data, error, reload } = useLoad((signal) => readKnownQueries(urn, signal), [urn]);
  const [asked, ask] = useState<QueryTask>(undefined);
  const mayNote = useContext(OfPage).rights?.mayNote === true;
  if (!data) return <Loading label="Loading queries" error={error} onRetry={reload} />;
  // The tab has their number, too.
  const saved = (what: string): void => {
    ask(undefined);
    reload();
    onSaved(what);
  };
  const close = (): void => ask(undefined);
  return (
    <div class="parts stack">
      {mayNote && (
        <div class="tab-tools bar far">
          <span class="tab-tools-end line end">
            <Button label="New query…" onClick={() => ask({ what: 'new' })} />
          </span>
        </div>
      )}
      {data.queries.length === 0 && (
        <Empty title="The catalog knows no queries of it">
          {mayNote && <p>Write down what others should not have to find out again, or let a tool send what is run.</p>}
        </Empty>
      )}
      {data.queries.map((query) => (
        <Query
          key={query.urn}
          query={query}
          onEdit={mayNote && query.own ? () => ask({ what: 'edit', query }) : undefined}
          onDelete={() => ask({ what: 'delete', query })}
        />
      ))}
      {data.total > data.queries.length && (
        <p class="muted small">
          The first {data.queries.length} of {data.total.toLocaleString('en')}.
        </p>
      )}
      {asked?.what === 'new' && <NewQueryDialog table={urn} onClose={close} onSaved={() => saved('Query created')} />}
      {asked?.what === 'edit' && <Change urn={asked.query.urn} onClose={close} onSaved={() => saved('Query saved')} />}
      {asked?.what === 'delete' && <Delete query={asked.query} onClose={close} onSaved={() => saved('Query deleted')} />}
    </div>
  );
}

interface QueryProps {
  readonly query: KnownQuery;
  /** Absent where it may not be changed here. */
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: () => void;
}

function Query({ query: { urn, name = 'Query', description, statement, by, at, subjects }, onEdit, onDelete }: QueryProps) {
  return (
    <article class="part stack" aria-label={name}>
      <header class="query-head bar spread">
        <h2 class="part-title">
          <Link href={entityUrl(urn)}>{name}</Link>
        </h2>
        <span class="line">
          <span class="muted small">
            {by !== undefined && <EntityLink urn={by} />} {at !== undefined && <Time ms={at} />}
          </span>
          {onEdit && <Button label="Edit" class="small" aria-label={`Edit ${name}`} onClick={onEdit} />}
          {onEdit && <Button label="Delete…" class="small" aria-label={`Delete ${name}…`} onClick={onDelete} />}
        </span>
      </header>
      {description !== undefined && description !== '' && <p class="muted">{description}</p>}
      <Sql
        sql={statement}
        label={name}
        tables={subjects.filter((each) => typeOfUrn(each) === 'dataset').map((each) => ({ urn: each, name: partsOfUrn(each)[1] ?? '' }))}
      />
    </article>
  );
}

interface OneProps {
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** The list has no versions: the form begins with what there is now. */
function Change({ urn, ...rest }: OneProps & { readonly urn: string }) {
  const { data, error, reload } = useLoad<{ current: AspectView | undefined }>(
    async () => ({ current: await readAspect(urn, editQuery.aspect) }),
    [urn],
  );
  if (!data) return <Loading label="Loading the query" error={error} onRetry={reload} />;
  return <EditDialog urn={urn} editing={editQuery} current={data.current} {...rest} />;
}

function Delete({ query: { urn, name }, onClose, onSaved }: OneProps & { readonly query: KnownQuery }) {
  return (
    <Ask title={`Delete ${name ?? 'the query'}?`} yes="Delete" danger onYes={() => deleteQuery(urn).then(onSaved)} onClose={onClose}>
      <p>Nobody finds it here any more. The table stays as it is.</p>
    </Ask>
  );
}
