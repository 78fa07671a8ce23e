import { useMemo } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { type Kind, type NeighbourCards, readNeighbourCards } from '../../api/related-cards.ts';
import { incidentOf } from '../../api/results.ts';
import { Empty } from '../../parts/empty.tsx';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Part } from '../../parts/part.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { type TypeSettings, typeSettings } from '../../settings.ts';
import { useMayChange } from '../page-context.ts';
import { IncidentCard } from '../quality/incident-card.tsx';
import { ModelFacts } from './model-facts.tsx';
import { Runs } from './runs.tsx';

interface PartsTabProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

/** What a dashboard, a job, a model or the like is made of. Groups without members are left out. */
export function PartsTab({ entity, onSaved }: PartsTabProps) {
  const { urn, entityType } = entity;
  const parts = typeSettings(entityType)?.parts;
  const groups = useMemo(() => (parts?.groups ?? []).map(groupOf), [parts]);
  const { data, error, reload } = useLoad((signal) => readNeighbourCards(urn, groups, signal), [urn, groups]);
  if (!data) return <Loading label="Loading" error={error} onRetry={reload} />;
  const filled = groups.flatMap((group, at) => (data[at] && data[at].cards.length > 0 ? [{ group, near: data[at] }] : []));
  return (
    <div class="parts stack">
      <ModelFacts entity={entity} />
      <OwnIncident entity={entity} onSaved={onSaved} />
      {filled.map(({ group, near }) => (
        <GroupOf key={group.title} group={group} near={near} />
      ))}
      {parts?.runs && <Runs urn={urn} />}
      {filled.length === 0 && entity.aspects.mlModelProperties === undefined && <Empty title="Nothing is connected with it yet" />}
    </div>
  );
}

/** On the page of an incident: what became of it, and what can be done about it. */
function OwnIncident({ entity: { urn, aspects }, onSaved }: PartsTabProps) {
  const mayAct = useMayChange('incidentInfo');
  const info = aspects.incidentInfo?.value;
  if (!info) return null;
  return <IncidentCard incident={incidentOf(urn, info, aspects.incidentNotes?.value)} mayAct={mayAct} onSaved={() => onSaved('Incident saved')} />;
}

interface Group extends Kind {
  readonly title: string;
}

function groupOf({ title, out, in: into }: NonNullable<TypeSettings['parts']>['groups'][number]): Group {
  return out ? { title, direction: 'OUTGOING', types: out } : { title, direction: 'INCOMING', types: into ?? [] };
}

function GroupOf({ group, near }: { readonly group: Group; readonly near: NeighbourCards }) {
  return (
    <Part title={group.title} count={near.total}>
      <EntityRows label={group.title} cards={near.cards} />
      {near.total > near.cards.length && (
        <p class="muted small">
          The first {near.cards.length} of {near.total.toLocaleString('en')}.
        </p>
      )}
    </Part>
  );
}
