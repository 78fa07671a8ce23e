/**
 * The points of timeseries of a store that is being made: rows in a file, their places in memory.
 */
import type { Changes, PointRow, Span } from '../changes.ts';
import { whole } from '../driver.ts';
import { type FinishedTable, makeTable, type RowPlace } from './table.ts';

export interface Points {
  apply(changes: Changes): void;
  count(span: Span): number;
  finish(): FinishedTable;
}

interface Point {
  readonly time: number;
  readonly place: RowPlace;
}

const COLUMNS = ['series:string', 'time:long', 'rest:string', 'value:string', 'meta:string', 'at:long', 'runId:string'];

export function makePoints(folder: string): Points {
  const table = makeTable(folder, 'points', COLUMNS);
  /** By series, then by time and the rest of their identity. */
  const all = new Map<string, Map<string, Point>>();

  function put({ series, time, rest, value, meta, at, runId }: PointRow): void {
    const key = `${time} ${rest}`;
    const points = all.get(series) ?? new Map<string, Point>();
    all.set(series, points);
    const before = points.get(key);
    if (before) table.drop(before.place);
    points.set(key, { time, place: table.add([series, whole(time), rest, value, meta, at, runId]) });
  }

  function within({ series, from, to }: Span): [key: string, point: Point][] {
    return [...(all.get(series) ?? [])].filter(([, { time }]) => time >= from && time <= to);
  }

  return {
    apply(changes) {
      for (const span of changes.droppedSeries)
        for (const [key, { place }] of within(span)) {
          table.drop(place);
          all.get(span.series)?.delete(key);
        }
      for (const point of changes.points) put(point);
    },
    count: (span) => within(span).length,
    finish: () => table.finish(),
  };
}
