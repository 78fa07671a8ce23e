import { useState } from 'preact/hooks';
import { full, utcTime, words } from '../../data/numbers.ts';
import type { Point } from '../../data/points.ts';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Table } from '../../parts/table.tsx';

const FIRST = 10;
const URN = /^urn:[^:]+:[^:]+:/;

/** Points that report events: a table of their texts, newest first. Empty for points that only contain numbers. */
export function Events({ points }: { readonly points: readonly Point[] }) {
  const [all, showAll] = useState(false);
  const columns = [
    ...new Set(
      points.flatMap(({ value }) =>
        Object.entries(value).flatMap(([name, each]) => (typeof each === 'string' && name !== 'messageId' ? [name] : [])),
      ),
    ),
  ];
  if (columns.length === 0) return null;
  const rows = [...points].reverse();
  const numbers = [
    ...new Set(rows.flatMap(({ value }) => Object.keys(value).filter((name) => typeof value[name] === 'number' && !/timestamp/i.test(name)))),
  ];
  return (
    <div class="card events stack">
      <h3>Events</h3>
      <Table label="Events, table" titles={['Time', ...[...columns, ...numbers].map(words)]} bare>
        {rows.slice(0, all ? rows.length : FIRST).map(({ time, value }, index) => (
          <tr key={index}>
            <td>{utcTime(time)}</td>
            {columns.map((name) => (
              <td key={name}>{shown(value[name])}</td>
            ))}
            {numbers.map((name) => (
              <td key={name}>{typeof value[name] === 'number' ? full(value[name]) : ''}</td>
            ))}
          </tr>
        ))}
      </Table>
      {!all && rows.length > FIRST && (
        <button type="button" class="plain" onClick={() => showAll(true)}>
          Show all {rows.length}
        </button>
      )}
    </div>
  );
}

function shown(value: unknown) {
  if (typeof value !== 'string') return '';
  return URN.test(value) ? <EntityLink urn={value} /> : value;
}
