/**
 * Points of a timeseries in the order of one of their fields (docs/semantics.md 7.2).
 */
import type { PointField } from './point-field.ts';

export type Order = 'ASCENDING' | 'DESCENDING';

/** Sorts by the first value of a field. Points without one come last in either order. Equal ones keep their order. */
export function inOrderOf<Point extends { readonly text: string }>(points: readonly Point[], field: PointField, order: Order): Point[] {
  const keyed = points.map((point) => ({ point, key: field.valuesIn(JSON.parse(point.text))[0] }));
  return keyed.sort((one, other) => compared(one.key, other.key, field, order)).map(({ point }) => point);
}

function compared(one: unknown, other: unknown, { kind }: PointField, order: Order): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  const difference = kind === 'number' ? Number(one) - Number(other) : String(one) < String(other) ? -1 : Number(String(one) > String(other));
  return order === 'ASCENDING' ? difference : -difference;
}
