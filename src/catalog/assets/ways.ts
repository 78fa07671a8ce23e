/**
 * How two assets are connected: along lineage in either direction, otherwise through a common source or a common result.
 */
import type { Way } from '../../graph/ways.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';

export type { Way } from '../../graph/ways.ts';

interface WaysRequest {
  readonly from: Urn;
  readonly to: Urn;
  /** Most ways of each kind. */
  readonly count: number;
}

/** An asset that both assets reach, with the degree from each. */
interface MeetingAsset {
  readonly urn: string;
  readonly from: number;
  readonly to: number;
}

interface ConnectingWays {
  /** From upstream to downstream, in whichever direction there are some. */
  readonly lineage: readonly Way[];
  /** What both come from, and what both lead to, nearest first. Empty if there is a way along lineage. */
  readonly sources: readonly MeetingAsset[];
  readonly targets: readonly MeetingAsset[];
  /** Was only the nearest part of the lineage of an asset compared? */
  readonly cut: boolean;
}

/** Longer ways tell nobody anything. */
const MOST_HOPS = 20;
const MOST_JOIN_HOPS = 4;
/** How many assets of each lineage to compare. */
const MOST_COMPARED = 1_000;

/** Relationships that say how the rows of two datasets belong together. */
const JOIN_TYPES = ['ForeignKeyToDataset', 'ermodelrelationA', 'ermodelrelationB'];

/** The ways between two different assets. */
export async function lineageBetween(
  { lineageWays, lineage }: Pick<Catalog, 'lineage' | 'lineageWays'>,
  { from, to, count }: WaysRequest,
): Promise<ConnectingWays> {
  const none = { lineage: [], sources: [], targets: [], cut: false };
  if (from.text === to.text) return none;
  const found = await Promise.all([
    lineageWays({ from: from.text, to: to.text, count, hops: MOST_HOPS }),
    lineageWays({ from: to.text, to: from.text, count, hops: MOST_HOPS }),
  ]);
  const direct = found.flat().slice(0, count);
  if (direct.length > 0) return { ...none, lineage: direct };
  const of = (urn: Urn, direction: 'UPSTREAM' | 'DOWNSTREAM') => lineage({ urn, direction, start: 0, count: MOST_COMPARED });
  const [above, otherAbove, below, otherBelow] = await Promise.all([
    of(from, 'UPSTREAM'),
    of(to, 'UPSTREAM'),
    of(from, 'DOWNSTREAM'),
    of(to, 'DOWNSTREAM'),
  ]);
  return {
    lineage: [],
    sources: meetings(above.reached, otherAbove.reached, count),
    targets: meetings(below.reached, otherBelow.reached, count),
    cut: [above, otherAbove, below, otherBelow].some(({ total }) => total > MOST_COMPARED),
  };
}

/** The ways between two datasets along foreign keys and declared relationships, through others if need be. */
export function joinWays({ relationshipWays }: Pick<Catalog, 'relationshipWays'>, { from, to, count }: WaysRequest): Promise<Way[]> {
  if (from.text === to.text) return Promise.resolve([]);
  return relationshipWays({ from: from.text, to: to.text, count, hops: MOST_JOIN_HOPS }, JOIN_TYPES);
}

type DegreeByUrn = readonly { readonly urn: string; readonly degree: number }[];

function meetings(of: DegreeByUrn, others: DegreeByUrn, count: number): MeetingAsset[] {
  const far = new Map(others.map(({ urn, degree }) => [urn, degree]));
  const met = of.flatMap(({ urn, degree }) => {
    const to = far.get(urn);
    return to === undefined ? [] : [{ urn, from: degree, to }];
  });
  return met.sort((a, b) => a.from + a.to - b.from - b.to || (a.urn < b.urn ? -1 : 1)).slice(0, count);
}
