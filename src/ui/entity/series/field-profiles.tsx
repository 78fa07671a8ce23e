import { plainPath } from '../../../column-names.ts';
import { type Json, recordsIn, textOf } from '../../data/is-record.ts';
import { full, percent, utcTime } from '../../data/numbers.ts';
import type { Point } from '../../data/points.ts';
import { Histogram } from '../../parts/histogram.tsx';
import { Table } from '../../parts/table.tsx';

/** Measures of each column in the newest profile that has them. */
export function FieldProfiles({ points }: { readonly points: readonly Point[] }) {
  const newest = points.findLast(({ value }) => recordsIn(value.fieldProfiles).length > 0);
  if (!newest) return null;
  const fields = recordsIn(newest.value.fieldProfiles);
  return (
    <div class="card field-profiles stack">
      <h3>
        Columns <span class="muted small">in the profile of {utcTime(newest.time)}</span>
      </h3>
      <Table
        label="Measures of columns, table"
        titles={['Column', 'Empty', 'Distinct', 'Least', 'Median', 'Mean', 'Greatest', 'Spread', 'Examples']}
        bare
      >
        {fields.map((field) => (
          <tr key={textOf(field.fieldPath)}>
            <th scope="row" class="mono">
              {plainPath(textOf(field.fieldPath))}
            </th>
            <td>{share(field.nullCount, field.nullProportion)}</td>
            <td>{share(field.uniqueCount, field.uniqueProportion)}</td>
            {['min', 'median', 'mean', 'max'].map((name) => (
              <td key={name}>{measure(field[name])}</td>
            ))}
            <td>
              <Histogram histogram={field.histogram} />
              {field.histogram === undefined && <span class="muted">–</span>}
            </td>
            <td class="examples">{examples(field)}</td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function share(count: unknown, proportion: unknown) {
  const [number, part] = [typeof count === 'number' ? full(count) : '', typeof proportion === 'number' ? percent(proportion) : ''];
  if (number === '' && part === '') return <span class="muted">–</span>;
  return (
    <>
      {number || part}
      {number !== '' && part !== '' && <span class="muted small"> {part}</span>}
    </>
  );
}

/** Measures are texts. Formats those that are numbers. */
function measure(value: unknown): string {
  const text = textOf(value);
  return text !== '' && Number.isFinite(Number(text)) ? full(Number(text)) : text;
}

function examples({ sampleValues, distinctValueFrequencies }: Json): string {
  const samples = Array.isArray(sampleValues) ? sampleValues.filter((each) => typeof each === 'string') : [];
  const frequent = recordsIn(distinctValueFrequencies).map(({ value }) => textOf(value));
  return (samples.length > 0 ? samples : frequent).slice(0, 4).join(', ');
}
