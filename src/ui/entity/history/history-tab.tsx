import { useState } from 'preact/hooks';
import { type EntityView, stateOf } from '../../api/entity.ts';
import { type AspectHistory, readHistories } from '../../api/history.ts';
import { aspectTitle } from '../../data/sentences.ts';
import { plural } from '../../data/words.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { Link, useRoute, withQuery } from '../../route.ts';
import { AspectVersions } from './aspect-versions.tsx';

/** Who changed what, and when: the aspects of the entity, the versions of one of them, and the difference between two. */
export function HistoryTab({ entity, onSaved }: { readonly entity: EntityView; readonly onSaved: (what: string) => void }) {
  const route = useRoute();
  const { urn, aspects } = entity;
  const names = Object.keys(aspects);
  const [undone, setUndone] = useState(0);
  const state = `${stateOf(aspects)} ${undone}`;
  const changed = (what: string): void => {
    setUndone(undone + 1);
    onSaved(what);
  };
  const { last: data, error, reload } = useLoad((signal) => readHistories(urn, names, signal), [urn, names], state);
  if (!data) return <Loading label="Loading the history" error={error} onRetry={reload} />;
  const chosen = data.find(({ aspect }) => aspect === route.query.get('aspect')) ?? data.find(({ total }) => total > 1) ?? data[0];
  return (
    <section class="history" aria-label="History">
      <nav class="history-aspects" aria-label="Aspects">
        <ul class="fades">
          {data.map((each) => (
            <li key={each.aspect}>
              <AspectLink history={each} href={withQuery(route, { aspect: each.aspect, from: undefined, to: undefined })} chosen={each === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      <Failure error={error} onRetry={reload} />
      {chosen && <AspectVersions key={`${chosen.aspect} ${state}`} urn={urn} aspect={chosen.aspect} onChanged={changed} />}
    </section>
  );
}

function AspectLink({
  history: { aspect, total, latest },
  href,
  chosen,
}: {
  readonly history: AspectHistory;
  readonly href: string;
  readonly chosen: boolean;
}) {
  return (
    <Link href={href} class="history-aspect stack flush" {...(chosen ? { 'aria-current': 'true' as const } : {})}>
      <span>{aspectTitle(aspect)}</span>
      <span class="muted small">
        {plural(total, 'version')}
        {latest && (
          <>
            {' · '}
            <Time ms={latest.time} />
          </>
        )}
      </span>
    </Link>
  );
}
