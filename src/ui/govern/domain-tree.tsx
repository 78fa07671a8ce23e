/**
 * The domains as a tree. A domain is moved by dragging it onto another one, or with "Move…".
 */
import { useMemo, useState } from 'preact/hooks';
import { type Card, searchCards } from '../api/cards.ts';
import { patchAspect } from '../api/edit.ts';
import { compareNames } from '../data/words.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';
import { entityUrl, Link } from '../route.ts';

/** A larger tree is no help; the list below has all. */
const MOST = 500;

interface DomainMove {
  readonly urn: string;
  readonly name: string;
  readonly from: string | undefined;
}

export function DomainTree() {
  const { last, error, reload } = useLoad(
    async (signal) =>
      searchCards({ query: '', anyOf: [], types: ['DOMAIN'], start: 0, count: MOST, sort: { field: '_entityName', order: 'ASCENDING' } }, signal),
    [],
  );
  const tree = useMemo(() => treeOf(last?.cards ?? []), [last]);
  const [dragged, drag] = useState<string | undefined>(undefined);
  const [asking, ask] = useState<Card | undefined>(undefined);
  const { moved, busy, failed, move, undo } = useMoves(tree, reload);
  if (!last) return <Loading label="Loading the domains" error={error} onRetry={reload} />;
  if (last.total === 0 || last.total > MOST) return null;
  const drop = (to: string | undefined) => (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged !== undefined) void move(dragged, to);
    drag(undefined);
  };
  const parts: TreeParts = { tree, dragged, drag, drop, ask };
  return (
    <section
      class="card stack"
      aria-label="Tree of domains"
      aria-busy={busy}
      onDragOver={(event) => dragged !== undefined && event.preventDefault()}
      onDrop={drop(undefined)}
    >
      <div class="bar spread">
        <h2 class="part-title">Tree</h2>
        <p class="muted small" role="status">
          {moved
            ? `${moved.name} is moved. `
            : dragged !== undefined
              ? 'Drop it on a domain, or here for the top.'
              : 'Drag a domain onto another one.'}
          {moved && <Button label="Undo" class="plain" onClick={undo} />}
        </p>
      </div>
      <Failure error={failed} />
      <Level of={undefined} {...parts} />
      {asking && (
        <MoveDialog
          domain={asking}
          isAtTop={!tree.parents.has(asking.urn)}
          onClose={() => ask(undefined)}
          onMove={(to) => {
            ask(undefined);
            void move(asking.urn, to);
          }}
        />
      )}
    </section>
  );
}

/** Moves domains, and knows the last one that can be taken back. */
function useMoves(tree: Tree, reload: () => void) {
  const [moved, note] = useState<DomainMove | undefined>(undefined);
  const { busy, error: failed, run } = useWork();
  const move = (urn: string, to: string | undefined): Promise<void> =>
    run(async () => {
      const card = tree.cards.get(urn);
      const from = tree.parents.get(urn);
      if (!card || from === to) return;
      if (to !== undefined && isIn(tree, to, urn)) throw new Error(`${card.name} cannot be in itself, nor in what is in it.`);
      await put(urn, to);
      note({ urn, name: card.name, from });
      reload();
    });
  const undo = (): Promise<void> =>
    run(async () => {
      if (!moved) return;
      await put(moved.urn, moved.from);
      note(undefined);
      reload();
    });
  return { moved, busy, failed, move, undo };
}

interface MoveProps {
  readonly domain: Card;
  readonly isAtTop: boolean;
  readonly onClose: () => void;
  /** `to`: URN of a domain, or undefined for the top. */
  readonly onMove: (to: string | undefined) => void;
}

function MoveDialog({ domain, isAtTop, onClose, onMove }: MoveProps) {
  return (
    <Dialog title={`Move ${domain.name}`} onClose={onClose}>
      <div class="form">
        <EntityPicker label="Into the domain" types={['DOMAIN']} onPick={onMove} />
        <div class="actions">
          <Button label="Cancel" onClick={onClose} />
          {!isAtTop && <Button label="To the top" onClick={() => onMove(undefined)} />}
        </div>
      </div>
    </Dialog>
  );
}

interface Tree {
  readonly cards: ReadonlyMap<string, Card>;
  readonly parents: ReadonlyMap<string, string>;
  /** Undefined: the top. */
  readonly inside: ReadonlyMap<string | undefined, readonly Card[]>;
}

function treeOf(list: readonly Card[]): Tree {
  const cards = new Map(list.map((card) => [card.urn, card]));
  const parents = new Map<string, string>();
  for (const { urn, aspects } of list) {
    const parent = aspects.domainProperties?.parentDomain;
    if (typeof parent === 'string' && cards.has(parent)) parents.set(urn, parent);
  }
  const inside = new Map<string | undefined, Card[]>();
  for (const card of list) {
    // A circle has no top: all of it stands there.
    const parent = parents.get(card.urn);
    const at = parent !== undefined && reachesTop(parents, card.urn) ? parent : undefined;
    inside.set(
      at,
      [...(inside.get(at) ?? []), card].sort((a, b) => compareNames(a.name, b.name)),
    );
  }
  return { cards, parents, inside };
}

function reachesTop(parents: ReadonlyMap<string, string>, urn: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = urn; at !== undefined; at = parents.get(at)) {
    if (seen.has(at)) return false;
    seen.add(at);
  }
  return true;
}

/** Is a domain another one, or in it? */
function isIn({ parents }: Tree, urn: string, other: string): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = urn; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === other) return true;
    seen.add(at);
  }
  return false;
}

function put(urn: string, parent: string | undefined): Promise<void> {
  const path = '/parentDomain';
  return patchAspect(urn, 'domainProperties', { patch: [parent === undefined ? { op: 'remove', path } : { op: 'add', path, value: parent }] });
}

interface TreeParts {
  readonly tree: Tree;
  readonly dragged: string | undefined;
  readonly drag: (urn: string | undefined) => void;
  readonly drop: (to: string) => (event: DragEvent) => void;
  readonly ask: (card: Card) => void;
}

function Level({ of, ...parts }: TreeParts & { readonly of: string | undefined }) {
  const { tree, dragged, drag, drop, ask } = parts;
  const list = tree.inside.get(of) ?? [];
  if (list.length === 0) return null;
  return (
    <ul class="glossary-level stack flush">
      {list.map((card) => (
        <li key={card.urn}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: "Move…" does the same by keyboard */}
          <div
            class={dragged !== undefined && dragged !== card.urn ? 'domain-line bar is-target' : 'domain-line bar'}
            draggable
            onDragStart={() => drag(card.urn)}
            onDragEnd={() => drag(undefined)}
            onDragOver={(event) => {
              if (dragged !== undefined) event.preventDefault();
            }}
            onDrop={drop(card.urn)}
          >
            <Link href={entityUrl(card.urn)} class="breaks" dir="auto">
              {card.name}
            </Link>
            <Button label="Move…" class="plain small" aria-label={`Move… ${card.name}`} onClick={() => ask(card)} />
          </div>
          <Level of={card.urn} {...parts} />
        </li>
      ))}
    </ul>
  );
}
