import { memo } from 'preact/compat';
import type { ColumnLine } from './column-lines.ts';
import { edgePath, type Layout, type Route } from './geometry.ts';

/** Traced: lines of columns run there. */
type Look = 'plain' | 'lit' | 'dim' | 'traced';

interface EdgesProps {
  readonly layout: Layout;
  /** The cards on the lineage of the chosen column; undefined if none is chosen. */
  readonly lit: ReadonlySet<string> | undefined;
  /** The lines of its columns. */
  readonly lines: readonly ColumnLine[];
}

/** Draws the arrows, from source data to what is made from it, and the lines between columns. */
export const Edges = memo(function Edges({ layout, lit, lines }: EdgesProps) {
  const traced = new Set(lines.flatMap(({ routes }) => routes));
  const lookOf = (route: Route): Look => {
    if (!lit) return 'plain';
    if (traced.has(route)) return 'traced';
    return lit.has(route.from) && lit.has(route.to) ? 'lit' : 'dim';
  };
  return (
    <svg class="edges" width={layout.width} height={layout.height} aria-hidden="true">
      <defs>
        {(['plain', 'lit'] as const).map((look) => (
          <marker
            key={look}
            id={`arrow-${look}`}
            class={`arrow is-${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="9"
            markerHeight="9"
            orient="auto"
          >
            <path d="M0 0.5 8 4 0 7.5Z" />
          </marker>
        ))}
      </defs>
      <Paths routes={layout.routes} lookOf={lookOf} />
      {lines.map(({ path }) => (
        <path key={path} class="column-line" d={path} marker-end="url(#arrow-lit)" />
      ))}
    </svg>
  );
});

/** Draws the arrows of one card again on top of the others, so that moving through a large graph redraws only a few. */
export function EdgesOf({ layout, id }: { readonly layout: Layout; readonly id: string | undefined }) {
  return (
    <svg class="edges" width={layout.width} height={layout.height} aria-hidden="true">
      <Paths routes={layout.routes.filter(({ from, to }) => from === id || to === id)} lookOf={() => 'lit'} />
    </svg>
  );
}

function Paths({ routes, lookOf }: { readonly routes: readonly Route[]; lookOf(route: Route): Look }) {
  return (
    <>
      {routes.map((route) => {
        const look = lookOf(route);
        return (
          <path
            key={`${route.from} ${route.to}`}
            class={`edge is-${look}${route.back ? ' is-back' : ''}`}
            d={edgePath(route)}
            marker-end={`url(#arrow-${look === 'lit' || look === 'traced' ? 'lit' : 'plain'})`}
          />
        );
      })}
    </>
  );
}
