/**
 * Places the nodes of a lineage graph in layers, upstream on the left.
 */
import { graphlib, layout as place } from '@dagrejs/dagre';
import { compact } from './compact.ts';
import { type Layout, NODE_HEIGHT, NODE_WIDTH } from './geometry.ts';
import type { LineageGraph } from './known.ts';

/** The same graph always gets the same layout. Edges that close a cycle keep their direction. */
export function layoutOf({ nodes, edges }: LineageGraph): Layout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 96, edgesep: 10, marginx: 24, marginy: 24, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  const sorted = [...nodes].sort();
  for (const urn of sorted) graph.setNode(urn, { width: NODE_WIDTH, height: NODE_HEIGHT });
  for (const { from, to } of [...edges].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.to < b.to ? -1 : 1))) {
    if (from !== to) graph.setEdge(from, to, {});
  }
  place(graph);
  const placed = sorted.map((urn) => {
    const { x = 0, y = 0 } = graph.node(urn) as { x?: number; y?: number };
    return { urn, x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
  });
  const columns = [...new Set(placed.map(({ x }) => x))].sort((a, b) => a - b);
  const spots = placed.map((spot) => ({ ...spot, column: columns.indexOf(spot.x) }));
  const routes = graph.edges().map((edge: { v: string; w: string }) => {
    const { points = [] } = graph.edge(edge) as { points?: { x: number; y: number }[] };
    return { from: edge.v, to: edge.w, points };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return compact({ spots: spots.sort((a, b) => a.x - b.x || a.y - b.y), routes, width, height });
}
