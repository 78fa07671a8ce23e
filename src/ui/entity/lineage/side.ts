/**
 * The two sides of an entity in lineage.
 */
export type Side = 'up' | 'down';

export const SIDES: readonly Side[] = ['up', 'down'];

export function sideKey(urn: string, side: Side): string {
  return `${side} ${urn}`;
}
