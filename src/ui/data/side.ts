/**
 * The two sides of an entity in lineage.
 */
export type Side = 'up' | 'down';

export const SIDES: readonly Side[] = ['up', 'down'];

export function sideKey(urn: string, side: Side): string {
  return `${side} ${urn}`;
}

/** The neighbours of an entity on one side, as far as they are read. */
export interface Neighbours {
  readonly urns: readonly string[];
  /** How many there are in all. */
  readonly total: number;
}

export type KnownNeighbours = ReadonlyMap<string, Readonly<Record<Side, Neighbours>>>;
