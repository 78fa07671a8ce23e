/**
 * What the newest profile says of a column, short enough for a cell of the table of columns.
 */
import { recordsIn, textOf } from './is-record.ts';
import { full, percent, short } from './numbers.ts';

export interface ColumnProfile {
  /** `12% empty · 3.4K distinct` */
  readonly counts: string;
  /** `1 to 900`; empty if the profile has no smallest and largest value. */
  readonly range: string;
  /** How values are spread, as the profile has it. */
  readonly histogram: unknown;
}

/** By the path of the column. */
export function columnProfiles(profile: Readonly<Record<string, unknown>> | undefined): ReadonlyMap<string, ColumnProfile> {
  return new Map(recordsIn(profile?.fieldProfiles).map((field) => [textOf(field.fieldPath), profileOf(field)]));
}

function profileOf({ nullProportion, nullCount, uniqueCount, min, max, histogram }: Readonly<Record<string, unknown>>): ColumnProfile {
  const empty =
    typeof nullProportion === 'number' ? `${percent(nullProportion)} empty` : typeof nullCount === 'number' ? `${short(nullCount)} empty` : '';
  const distinct = typeof uniqueCount === 'number' ? `${short(uniqueCount)} distinct` : '';
  const [least, most] = [measure(min), measure(max)];
  return {
    counts: [empty, distinct].filter((part) => part !== '').join(' · '),
    range: least === '' && most === '' ? '' : `${least} to ${most}`,
    histogram,
  };
}

/** Measures are texts. Those that are numbers are written as such. */
function measure(value: unknown): string {
  const text = textOf(value);
  return text !== '' && Number.isFinite(Number(text)) ? full(Number(text)) : text;
}
