/**
 * A list of users, groups, roles or service accounts: its search, its pages, and what can be done with each.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { listPeople, type PeopleKind, type Person } from '../api/people.ts';
import { plural } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { Records } from '../parts/records.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { FindField, StepPages } from '../search/entity-search.tsx';

export const PAGE = 50;

interface PeopleListProps {
  readonly kind: PeopleKind;
  readonly label: string;
  /** Said where there is nobody, and what to do then. */
  readonly none: string;
  readonly next: string | undefined;
  /** Beside the search. */
  readonly tools?: ComponentChildren;
  /** Between the name and the actions. */
  readonly titles: readonly string[];
  readonly cells: (person: Person, reload: () => void) => readonly ComponentChildren[];
  /** Is told of the people that are shown. */
  readonly turn: number;
}

export function PeopleList({ kind, label, none, next, tools, titles, cells, turn }: PeopleListProps) {
  const [query, find] = useState('');
  const [start, go] = useState(0);
  const { last, error, loading, reload } = useLoad((signal) => listPeople({ kind, query, start, count: PAGE }, signal), [kind, query, start], turn);
  return (
    <section class="stack" aria-label={label} aria-busy={loading}>
      <div class="tab-tools bar far">
        <FindField
          label={`Search in ${label.toLowerCase()}`}
          query={query}
          onFind={(wanted) => {
            find(wanted);
            go(0);
          }}
        />
        <span class="muted small" role="status">
          {last && !loading ? plural(last.total, 'result') : 'Searching…'}
        </span>
        <div class="bar end">{tools}</div>
      </div>
      <Loading data={last} label={`Loading ${label.toLowerCase()}`} error={error} onRetry={reload} />
      {last?.total === 0 && <Empty title={query === '' ? none : 'Nothing matches'}>{query === '' && next !== undefined && <p>{next}</p>}</Empty>}
      {last && last.total > 0 && (
        <Records
          label={`List of ${label.toLowerCase()}`}
          titles={['Name', ...titles]}
          records={last.people.map((person) => ({
            key: person.urn,
            cells: [
              <>
                <span class="line close">
                  <EntityLink urn={person.urn} name={person.name} />
                  <State person={person} />
                </span>
                <div class="muted small breaks">{person.about}</div>
              </>,
              ...cells(person, reload),
            ],
          }))}
        />
      )}
      <StepPages total={last?.total ?? 0} start={start} page={PAGE} label={label} onGo={go} />
    </section>
  );
}

const STATES = { suspended: 'Suspended', off: 'Switched off', deleted: 'Deleted' } as const;

function State({ person: { state } }: { readonly person: Person }) {
  return state === 'active' ? null : <Badge tone="warn">{STATES[state]}</Badge>;
}

/** Names of roles or groups in a line; "None" if there are none. */
export function Names({ urns }: { readonly urns: readonly string[] }) {
  if (urns.length === 0) return <span class="muted">None</span>;
  return (
    <span class="bar close">
      {urns.map((urn) => (
        <Name key={urn} urn={urn} />
      ))}
    </span>
  );
}

function Name({ urn }: { readonly urn: string }) {
  return <Badge>{useName(urn)}</Badge>;
}

interface ActionProps {
  readonly label: string;
  /** Of whom, for screen readers. */
  readonly of: string;
  readonly danger?: boolean;
  readonly onClick: () => void;
}

export function Action({ label, of, danger = false, onClick }: ActionProps) {
  return <Button label={label} class={danger ? 'small danger' : 'small'} aria-label={`${label.replace('…', '')}: ${of}`} onClick={onClick} />;
}
