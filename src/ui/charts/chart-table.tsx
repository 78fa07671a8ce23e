import { useState } from 'preact/hooks';
import { utcTime } from '../data/numbers.ts';
import { Table } from '../parts/table.tsx';
import type { TimePoint } from './types.ts';

interface ChartTableProps {
  readonly title: string;
  readonly points: readonly TimePoint[];
  readonly format: (value: number) => string;
}

/** The points of a chart as a table, newest first. It is built when the reader opens it. */
export function ChartTable({ title, points, format }: ChartTableProps) {
  const [open, set] = useState(false);
  return (
    <details class="chart-table small number" onToggle={(event) => set(event.currentTarget.open)}>
      <summary>
        As a table<span class="hidden-text">: {title}</span>
      </summary>
      {open && (
        <Table label={`${title}, table`} titles={['Time (UTC)', title]} bare>
          {[...points].reverse().map(({ time, value }, index) => (
            <tr key={index}>
              <td>{utcTime(time)}</td>
              <td>{format(value)}</td>
            </tr>
          ))}
        </Table>
      )}
    </details>
  );
}
