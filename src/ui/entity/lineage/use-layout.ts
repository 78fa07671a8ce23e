/**
 * Computes the layout of a changing graph. A worker does it, because some hundreds of nodes take longer than a frame.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { address } from '../../route.ts';
import type { Layout } from './geometry.ts';
import type { LineageGraph } from './known.ts';

/** The newest layout: the previous one while the next is computed, undefined at first. */
export function useLayout(graph: LineageGraph): Layout | undefined {
  const [layout, set] = useState<Layout | undefined>(undefined);
  const worker = useRef<Worker | undefined>(undefined);
  const asked = useRef(0);
  useEffect(() => {
    const own = new Worker(address('/ui/layout.worker.js'), { type: 'module' });
    own.addEventListener('message', ({ data }: MessageEvent<{ id: number; layout: Layout }>) => {
      if (data.id === asked.current) set(data.layout);
    });
    worker.current = own;
    return () => own.terminate();
  }, []);
  const key = `${graph.nodes.join(' ')}|${graph.edges.map(({ from, to }) => `${from}>${to}`).join(' ')}`;
  useEffect(() => {
    asked.current++;
    worker.current?.postMessage({ id: asked.current, graph });
  }, [key]);
  return layout;
}
