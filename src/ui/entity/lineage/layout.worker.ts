/**
 * Lays out graphs outside the thread of the page: `{id, graph}` → `{id, layout}`.
 */
import type { LineageGraph } from './known.ts';
import { layoutOf } from './layout.ts';

addEventListener('message', ({ data }: MessageEvent<{ id: number; graph: LineageGraph }>) => {
  postMessage({ id: data.id, layout: layoutOf(data.graph) });
});
