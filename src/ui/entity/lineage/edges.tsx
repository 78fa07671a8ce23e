import { memo } from 'preact/compat';
import { edgePath, type Layout, type Route } from './geometry.ts';

type Look = 'plain' | 'lit' | 'dim';

interface EdgesProps {
  readonly layout: Layout;
  /** The nodes on the lineage of the chosen column; undefined if none is chosen. */
  readonly lit: ReadonlySet<string> | undefined;
}

/** Draws the arrows, from source data to what is made from it. */
export const Edges = memo(function Edges({ layout, lit }: EdgesProps) {
  const lookOf = ({ from, to }: Route): Look => (lit ? (lit.has(from) && lit.has(to) ? 'lit' : 'dim') : 'plain');
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
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0.5 8 4 0 7.5Z" />
          </marker>
        ))}
      </defs>
      <Paths layout={layout} routes={layout.routes} lookOf={lookOf} />
    </svg>
  );
});

/** Draws the arrows of one node again on top of the others, so that moving through a large graph redraws only a few. */
export function EdgesOf({ layout, urn }: { readonly layout: Layout; readonly urn: string | undefined }) {
  const routes = layout.routes.filter(({ from, to }) => from === urn || to === urn);
  return (
    <svg class="edges" width={layout.width} height={layout.height} aria-hidden="true">
      <Paths layout={layout} routes={routes} lookOf={() => 'lit'} />
    </svg>
  );
}

function Paths({ layout, routes, lookOf }: { readonly layout: Layout; readonly routes: readonly Route[]; lookOf(route: Route): Look }) {
  const spots = new Map(layout.spots.map((spot) => [spot.urn, spot]));
  return (
    <>
      {routes.map((route) => {
        const [from, to] = [spots.get(route.from), spots.get(route.to)];
        const look = lookOf(route);
        return (
          from &&
          to && (
            <path
              key={`${route.from} ${route.to}`}
              class={`edge is-${look}`}
              d={edgePath(route, from, to)}
              marker-end={`url(#arrow-${look === 'lit' ? 'lit' : 'plain'})`}
            />
          )
        );
      })}
    </>
  );
}
