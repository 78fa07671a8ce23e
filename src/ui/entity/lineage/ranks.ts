/**
 * The columns of the picture: each edge leads to the right, and siblings stand in one column where no path between them forbids it.
 */
import type { LineageEdge } from './known.ts';

interface Ranks {
  /** The column of each node; the leftmost is 0. */
  readonly of: ReadonlyMap<string, number>;
  /** Edges that close a cycle. They lead to the left. */
  readonly back: ReadonlySet<LineageEdge>;
}

/** The same graph always gets the same columns. */
export function ranksOf(root: string, nodes: readonly string[], edges: readonly LineageEdge[]): Ranks {
  const sorted = [root, ...nodes.filter((id) => id !== root).sort()];
  const proper = edges.filter(({ from, to }) => from !== to).sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  const back = backEdges(sorted, proper);
  const forward = proper.filter((edge) => !back.has(edge));
  const after = grouped(forward, ({ from }) => from);
  const before = grouped(forward, ({ to }) => to);
  const { wish, upwards } = wishes(root, before, after);
  const order = topological(sorted, before, after);
  const rank = new Map<string, number>();
  for (const id of order) rank.set(id, Math.max(wish.get(id) ?? 0, ...(before.get(id) ?? []).map(({ from }) => (rank.get(from) ?? 0) + 1)));
  // Sources stand beside what is made from them.
  for (const id of order.reverse()) {
    const next = (after.get(id) ?? []).map(({ to }) => rank.get(to) ?? 0);
    if (upwards.has(id) && next.length > 0) rank.set(id, Math.min(...next) - 1);
  }
  const used = [...new Set(rank.values())].sort((a, b) => a - b);
  return { of: new Map([...rank].map(([id, value]) => [id, used.indexOf(value)])), back };
}

function backEdges(nodes: readonly string[], edges: readonly LineageEdge[]): Set<LineageEdge> {
  const after = grouped(edges, ({ from }) => from);
  const back = new Set<LineageEdge>();
  const state = new Map<string, 'open' | 'done'>();
  for (const start of nodes) {
    if (state.has(start)) continue;
    state.set(start, 'open');
    const path = [{ id: start, next: 0 }];
    for (let here = path.at(-1); here; here = path.at(-1)) {
      const edge = after.get(here.id)?.[here.next++];
      if (!edge) {
        state.set(here.id, 'done');
        path.pop();
      } else if (state.get(edge.to) === 'open') back.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        path.push({ id: edge.to, next: 0 });
      }
    }
  }
  return back;
}

type EdgesByCard = ReadonlyMap<string, readonly LineageEdge[]>;

/** Hops from the root, upstream negative, and the nodes that were reached upstream of another. */
function wishes(root: string, before: EdgesByCard, after: EdgesByCard): { wish: Map<string, number>; upwards: Set<string> } {
  const wish = new Map([[root, 0]]);
  const upwards = new Set<string>();
  for (const [id, hops] of wish) {
    for (const { from } of before.get(id) ?? []) {
      if (wish.has(from)) continue;
      wish.set(from, hops - 1);
      upwards.add(from);
    }
    for (const { to } of after.get(id) ?? []) if (!wish.has(to)) wish.set(to, hops + 1);
  }
  return { wish, upwards };
}

function topological(nodes: readonly string[], before: EdgesByCard, after: EdgesByCard): string[] {
  const left = new Map(nodes.map((id) => [id, before.get(id)?.length ?? 0]));
  const order = nodes.filter((id) => left.get(id) === 0);
  for (const id of order) {
    for (const { to } of after.get(id) ?? []) {
      const rest = (left.get(to) ?? 0) - 1;
      left.set(to, rest);
      if (rest === 0) order.push(to);
    }
  }
  return order;
}

function grouped(edges: readonly LineageEdge[], by: (edge: LineageEdge) => string): Map<string, LineageEdge[]> {
  const groups = new Map<string, LineageEdge[]>();
  for (const edge of edges) {
    const group = groups.get(by(edge));
    if (group) group.push(edge);
    else groups.set(by(edge), [edge]);
  }
  return groups;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
