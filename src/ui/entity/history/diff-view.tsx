import { useMemo } from 'preact/hooks';
import { plural } from '../../data/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Segments } from '../../parts/segments.tsx';
import { navigate, useRoute, withQuery } from '../../route.ts';
import { difference, type JsonChange, pathText } from './diff.ts';
import { SideBySide } from './side-by-side.tsx';

const KINDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;
const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const;
const VIEWS = [
  [undefined, 'Changes'],
  ['beside', 'Side by side'],
] as const;
const MOST = 200;

interface DiffViewProps {
  readonly title: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The difference between two values: as a list of changes, or side by side. */
export function DiffView({ title, before, after }: DiffViewProps) {
  const route = useRoute();
  const beside = route.query.get('show') === 'beside';
  const changes = useMemo(() => difference(before, after), [before, after]);
  return (
    <section class="diff stack card" aria-label={title}>
      <header class="bar far">
        <h3>{title}</h3>
        <p class="muted small" role="status">
          {changes.length === 0 ? 'There is no difference.' : summary(changes)}
        </p>
        <Segments
          label="View of the difference"
          class="end"
          value={beside ? 'beside' : undefined}
          options={VIEWS}
          onChoose={(show) => navigate(withQuery(route, { show }), { replace: true })}
        />
      </header>
      {beside ? <SideBySide before={before} after={after} /> : <Changes changes={changes} />}
    </section>
  );
}

function summary(changes: readonly JsonChange[]): string {
  const count = (kind: JsonChange['kind']): number => changes.filter((each) => each.kind === kind).length;
  const parts = (['added', 'removed', 'changed'] as const)
    .map((kind) => (count(kind) > 0 ? `${count(kind)} ${kind}` : ''))
    .filter((part) => part !== '');
  return `${plural(changes.length, 'change')}: ${parts.join(', ')}`;
}

function Changes({ changes }: { readonly changes: readonly JsonChange[] }) {
  return (
    <>
      <ul class="changes stack">
        {changes.slice(0, MOST).map((change, index) => (
          <li key={index} class={`change is-${change.kind}`}>
            <p class="change-path breaks">
              <Badge tone={TONES[change.kind]}>{KINDS[change.kind]}</Badge> <span class="mono">{pathText(change.path)}</span>
            </p>
            {'before' in change && <Side sign="−" kind="removed" value={change.before} />}
            {'after' in change && <Side sign="+" kind="added" value={change.after} />}
          </li>
        ))}
      </ul>
      {changes.length > MOST && <p class="muted">This list shows the first {MOST} changes. Side by side shows all of them.</p>}
    </>
  );
}

function Side({ sign, kind, value }: { readonly sign: string; readonly kind: 'added' | 'removed'; readonly value: unknown }) {
  return (
    <pre class={`change-value line breaks is-${kind}`}>
      <span class="change-sign" aria-hidden="true">
        {sign}
      </span>
      <span class="hidden-text">{kind === 'added' ? 'Now: ' : 'Before: '}</span>
      <code>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code>
    </pre>
  );
}
