import type { ComponentChildren } from 'preact';
import { Table } from './table.tsx';
import { useNarrow } from './use-narrow.ts';

interface RecordsProps {
  readonly label: string;
  /** Of the columns; the first names each record. False: these records have no such column. */
  readonly titles: readonly (string | false)[];
  readonly records: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[];
}

/** A table of words and buttons. A phone has no room for its columns: there, each record is a list of titles and values. */
export function Records({ label, titles, records }: RecordsProps) {
  const narrow = useNarrow();
  const shown = titles.flatMap((title, at) => (title === false ? [] : [{ title, at }]));
  if (!narrow)
    return (
      <Table label={label} titles={shown.map(({ title }) => title)}>
        {records.map(({ key, cells }) => (
          <tr key={key}>
            {shown.map(({ title, at }) => (
              <td key={title}>{cells[at]}</td>
            ))}
          </tr>
        ))}
      </Table>
    );
  return (
    <ul class="rows-plain frame" aria-label={label}>
      {records.map(({ key, cells }) => (
        <li key={key} class="stack close">
          <div>{cells[0]}</div>
          {shown.slice(1).map(({ title, at }) => (
            <div key={title} class="record line">
              <span class="record-title muted small">{title}</span>
              <div class="grow">{cells[at]}</div>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
