/**
 * What an entity is made from and what is made from it, as people know it: edges are added and removed by hand, with a reason.
 */
import { useState } from 'preact/hooks';
import { nodesQuery, updateLineageMutation } from '../../generated/queries.ts';
import { graphql } from '../api/client.ts';
import { readNeighbours } from '../api/lineage.ts';
import { byName } from '../api/names.ts';
import { typeOfUrn } from '../api/urn.ts';
import { isRecord, recordsIn } from '../data/is-record.ts';
import { SIDES, type Side } from '../data/side.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { useWork } from '../parts/use-work.ts';
import { settings, typeSettings } from '../settings.ts';
import { EntityPicker } from './entity-picker.tsx';

/** The types that can be on a side of a type. */
function partners(type: string, side: Side): readonly string[] {
  if (side === 'up') return typeSettings(type)?.madeFrom ?? [];
  return Object.keys(settings.types).filter((other) => settings.types[other]?.madeFrom?.includes(type));
}

/** Whether lineage of this type can be edited by hand. */
export function hasEdges(type: string): boolean {
  return SIDES.some((side) => partners(type, side).length > 0);
}

interface Edge {
  readonly side: Side;
  readonly urn: string;
  readonly reason: string | undefined;
  readonly byHand: boolean;
}

const MOST = 200;
const HOLDERS = Object.values(settings.types).flatMap(({ edgesIn }) => edgesIn ?? []);

type EdgeValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the edge between two entities says of itself; it is in an aspect of one of them. */
function propertiesOf(values: EdgeValues | undefined, other: string): Readonly<Record<string, unknown>> | undefined {
  for (const aspect of HOLDERS) {
    for (const list of Object.keys(values?.[aspect] ?? {})) {
      const found = recordsIn(values?.[aspect]?.[list]).find((item) => item.dataset === other || item.destinationUrn === other);
      if (isRecord(found?.properties)) return found.properties;
    }
  }
  return undefined;
}

async function readEdges(urn: string, signal: AbortSignal): Promise<{ edges: Edge[]; total: number }> {
  const near = (await readNeighbours([urn], MOST, undefined, signal)).get(urn);
  const found = SIDES.flatMap((side) => (near?.[side].urns ?? []).map((each) => ({ side, urn: each })));
  const urns = [...new Set([urn, ...found.map((each) => each.urn)])].slice(0, MOST);
  const { entities } = await graphql(nodesQuery, { urns, card: HOLDERS }, signal);
  const values = new Map<string, EdgeValues>(urns.flatMap((each, at) => (entities[at] ? [[each, byName(entities[at])] as const] : [])));
  const edges = found.map((each): Edge => {
    const said = propertiesOf(values.get(urn), each.urn) ?? propertiesOf(values.get(each.urn), urn);
    return { ...each, byHand: said?.source === 'UI', reason: typeof said?.reason === 'string' ? said.reason : undefined };
  });
  return { edges, total: (near?.up.total ?? 0) + (near?.down.total ?? 0) };
}

interface EditEdgesProps {
  readonly urn: string;
  readonly type: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function EditEdges({ urn, type, onClose, onSaved }: EditEdgesProps) {
  const { data, error, reload } = useLoad((signal) => readEdges(urn, signal), [urn]);
  const [added, setAdded] = useState<readonly Edge[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<Edge>>(new Set());
  const { busy, error: failed, run } = useWork();
  const changed = added.length + removed.size > 0;
  const edgeOf = ({ side, urn: other }: Edge) =>
    side === 'up' ? { upstreamUrn: other, downstreamUrn: urn } : { upstreamUrn: urn, downstreamUrn: other };
  const save = (event: Event): void => {
    event.preventDefault();
    void run(async () => {
      const edgesToAdd = added.map((edge) => ({ ...edgeOf(edge), ...(edge.reason !== undefined && { reason: edge.reason }) }));
      await graphql(updateLineageMutation, { input: { edgesToAdd, edgesToRemove: [...removed].map(edgeOf) } });
      onSaved();
    });
  };
  return (
    <Dialog title="Edit lineage" onClose={onClose} unsaved={changed}>
      <Loading data={data} label="Loading the lineage" error={error} onRetry={reload} />
      {data && (
        <form class="form" onSubmit={save}>
          {SIDES.filter((side) => partners(type, side).length > 0).map((side) => (
            <SideOf
              key={side}
              side={side}
              types={partners(type, side)}
              edges={[...data.edges, ...added].filter((edge) => edge.side === side && !removed.has(edge))}
              onAdd={(edge) => setAdded([...added, edge])}
              onRemove={(edge) => (added.includes(edge) ? setAdded(added.filter((each) => each !== edge)) : setRemoved(new Set([...removed, edge])))}
            />
          ))}
          {data.edges.length < data.total && (
            <p class="hint">
              These are the first {data.edges.length} of {data.total}.
            </p>
          )}
          <Failure error={failed} />
          <FormButtons label={busy ? 'Saving…' : 'Save'} onCancel={onClose} disabled={busy || !changed} />
        </form>
      )}
    </Dialog>
  );
}

const TITLES = { up: 'Made from', down: 'What is made from it' } as const;
const LABELS = { up: 'Add what it is made from', down: 'Add what is made from it' } as const;

interface SideOfProps {
  readonly side: Side;
  readonly types: readonly string[];
  readonly edges: readonly Edge[];
  readonly onAdd: (edge: Edge) => void;
  readonly onRemove: (edge: Edge) => void;
}

function SideOf({ side, types, edges, onAdd, onRemove }: SideOfProps) {
  const [reason, setReason] = useState('');
  const id = `reason-${side}`;
  const add = (urn: string): void => {
    if (edges.some((edge) => edge.urn === urn)) return;
    onAdd({ side, urn, byHand: true, reason: reason.trim() === '' ? undefined : reason.trim() });
    setReason('');
  };
  return (
    <section class="form bulk-part" aria-label={TITLES[side]}>
      <h3>{TITLES[side]}</h3>
      {edges.length === 0 && <p class="muted">Nothing yet.</p>}
      <ul class="link-list">
        {edges.map((edge) => (
          <EdgeRow key={edge.urn} edge={edge} onRemove={types.includes(typeOfUrn(edge.urn)) ? () => onRemove(edge) : undefined} />
        ))}
      </ul>
      <TextField
        id={id}
        label="Reason"
        autocomplete="off"
        placeholder="A script copies it every night"
        value={reason}
        onType={setReason}
        hint="How do you know? It stands beside what you choose next."
      />
      <EntityPicker label={LABELS[side]} types={types.map((type) => typeSettings(type)?.graphql ?? type)} onPick={add} />
    </section>
  );
}

function EdgeRow({ edge: { urn, byHand, reason }, onRemove }: { readonly edge: Edge; readonly onRemove: (() => void) | undefined }) {
  const name = useName(urn);
  return (
    <li>
      <EntityLink urn={urn} name={name} />
      {byHand && <Badge>by hand</Badge>}
      {reason !== undefined && (
        <span class="muted small" dir="auto">
          {reason}
        </span>
      )}
      {onRemove && <Button label="×" class="plain" aria-label={`Remove ${name}`} onClick={onRemove} />}
    </li>
  );
}
