import { useState } from 'preact/hooks';
import { requestText } from '../../api/client.ts';
import { type EntityView, stateOf } from '../../api/entity.ts';
import { isRecord } from '../../data/is-record.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { parseExactly } from './exact.ts';
import { JsonTree } from './json-tree.tsx';

/** Everything that the store holds of the entity: each aspect with its value, its system metadata, who wrote it and when. */
export function JsonTab({ entity: { urn, asOf, aspects } }: { readonly entity: EntityView }) {
  const route = useRoute();
  const {
    last: data,
    error,
    reload,
  } = useLoad(
    async (signal) => {
      const { text } = await requestText(`openapi/v3/entity/generic/${encodeURIComponent(urn)}`, { query: { systemMetadata: true, asOf }, signal });
      return { text, value: parseExactly(text) };
    },
    [urn, asOf],
    stateOf(aspects),
  );
  const [folding, setFolding] = useState({ turn: 0, open: 2 });
  if (!data) return <Loading label="Loading the aspects" error={error} onRetry={reload} />;
  const { urn: _, ...all } = isRecord(data.value) ? data.value : {};
  const only = route.query.get('aspect') ?? '';
  const shown = Object.hasOwn(all, only) ? { [only]: all[only] } : all;
  const fold = (open: number): void => setFolding(({ turn }) => ({ turn: turn + 1, open }));
  return (
    <section class="json-page stack" aria-label="JSON">
      <div class="tab-tools bar far">
        <Choice
          label="Aspect"
          value={Object.hasOwn(all, only) ? only : ''}
          options={[['', 'All'], ...Object.keys(all).map((name) => [name, name] as const)]}
          onChoose={(aspect) => navigate(withQuery(route, { aspect: aspect || undefined }), { replace: true })}
        />
        <Button label="Expand all" class="plain" onClick={() => fold(50)} />
        <Button label="Collapse all" class="plain" onClick={() => fold(0)} />
        <Copy text={data.text} />
      </div>
      <p class="muted small mono breaks">{urn}</p>
      {Object.entries(shown).map(([name, value]) => (
        <article key={`${name} ${folding.turn}`} class="card" aria-label={name}>
          <JsonTree value={value} name={name} open={folding.open} />
        </article>
      ))}
    </section>
  );
}

/** Copies the answer exactly as the server sent it. */
function Copy({ text }: { readonly text: string }) {
  const [state, set] = useState<'' | 'Copied' | 'The browser does not allow copying here'>('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      set('Copied');
    } catch {
      set('The browser does not allow copying here');
    }
  };
  return (
    <span class="tab-tools-end line end">
      <span class="muted small" role="status">
        {state}
      </span>
      <Button label="Copy JSON" onClick={copy} />
    </span>
  );
}
