/**
 * What a file would change in the glossary.
 */
import { plural } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import type { PartDifference, Plan, PlannedEntry } from './compare.ts';
import type { EntryProblem } from './entries.ts';

const MOST_SHOWN = 200;

export function PlanView({ plan: { entries, refused, notes } }: { readonly plan: Plan }) {
  const of = (change: PlannedEntry['change']): readonly PlannedEntry[] => entries.filter((each) => each.change === change);
  const shown = [...of('new'), ...of('changed')];
  return (
    <div class="stack">
      <p class="bar" role="status">
        <Badge tone="good">{of('new').length.toLocaleString('en')} new</Badge>
        <Badge tone="warn">{of('changed').length.toLocaleString('en')} changed</Badge>
        <Badge>{of('same').length.toLocaleString('en')} the same</Badge>
        <Badge tone={refused.length > 0 ? 'bad' : 'plain'}>{refused.length.toLocaleString('en')} refused</Badge>
      </p>
      {notes.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
      {refused.length > 0 && <Refused list={refused} />}
      {shown.length === 0 && (
        <p class="notice">{refused.length > 0 ? 'Nothing else changes.' : 'The file says what the catalog has: nothing changes.'}</p>
      )}
      {shown.length > 0 && (
        <ul class="bulk-differences" aria-label="What changes">
          {shown.slice(0, MOST_SHOWN).map((each) => (
            <Change key={each.entry.urn} planned={each} />
          ))}
          {shown.length > MOST_SHOWN && <li class="muted small">and {plural(shown.length - MOST_SHOWN, 'other')}</li>}
        </ul>
      )}
    </div>
  );
}

function Refused({ list }: { readonly list: readonly EntryProblem[] }) {
  return (
    <ul class="stack close small" aria-label="What is refused">
      {list.slice(0, MOST_SHOWN).map(({ where, name, text }) => (
        <li key={`${where} ${text}`} class="breaks" dir="auto">
          <strong>{name ?? where}</strong>
          {name !== undefined && name !== where && <span class="muted"> ({where})</span>}: {text}
        </li>
      ))}
      {list.length > MOST_SHOWN && <li class="muted">and {plural(list.length - MOST_SHOWN, 'other')}</li>}
    </ul>
  );
}

function Change({ planned: { entry, change, differences } }: { readonly planned: PlannedEntry }) {
  return (
    <li class="stack close">
      <p class="bar close">
        <Badge tone={change === 'new' ? 'good' : 'warn'}>{change}</Badge>
        <strong class="breaks" dir="auto">
          {entry.name}
        </strong>
        <span class="muted small">{entry.kind}</span>
      </p>
      <ul class="stack close small">
        {differences
          .filter(({ part }) => part !== 'Name' || change === 'changed')
          .map((difference) => (
            <Part key={difference.part} difference={difference} />
          ))}
      </ul>
    </li>
  );
}

function Part({ difference: { part, before, after } }: { readonly difference: PartDifference }) {
  return (
    <li class="breaks" dir="auto">
      <span class="muted">{part}: </span>
      {before !== undefined && (
        <del>
          <span class="hidden-text">Old: </span>
          {before}
        </del>
      )}{' '}
      {after !== undefined && (
        <ins>
          <span class="hidden-text">New: </span>
          {after}
        </ins>
      )}
    </li>
  );
}
