import { useMemo, useState } from 'preact/hooks';
import { TimeChart } from '../../charts/time-chart.tsx';
import { bytes, full, percent, words } from '../../data/numbers.ts';
import { type Line, linesOf, type Point, slicesOf } from '../../data/points.ts';
import { Choice } from '../../parts/choice.tsx';
import { Events } from './events.tsx';
import { FieldProfiles } from './field-profiles.tsx';
import { Shares } from './shares.tsx';

interface SeriesViewProps {
  readonly aspect: string;
  readonly description: string;
  /** At least one. */
  readonly points: readonly Point[];
  /** Whether there are older points that were not read. */
  readonly cut: boolean;
}

/** One timeseries aspect: a chart for each number in its points, and their other content. */
export function SeriesView({ aspect, description, points, cut }: SeriesViewProps) {
  const slices = useMemo(() => slicesOf(points), [points]);
  const [wanted, want] = useState<string | undefined>(undefined);
  const slice = slices.find(({ id }) => id === wanted) ?? slices[0];
  const shown = slice?.points ?? [];
  const lines = useMemo(() => linesOf(shown), [shown]);
  // Counts in a window are bars; measurements at a moment are a line.
  const windowed = shown.some(({ value }) => value.eventGranularity !== undefined);
  return (
    <section class="series stack far" aria-label={words(aspect)}>
      <header class="series-head bar far">
        <h2>{words(aspect)}</h2>
        {slices.length > 1 && (
          <Choice
            label="Choice of points"
            hidden
            value={slice?.id}
            options={slices.map(({ id, title, points: own }) => [id, `${title} (${own.length})`])}
            onChoose={want}
          />
        )}
        <p class="muted small">
          {description}.{slices.length === 1 && slice?.id ? ` Measured ${slice.title}.` : ''} {cut ? 'The charts show only the newest points.' : ''}
        </p>
      </header>
      <div class="tiles tiles-large">
        {lines.map((line, index) => (
          <TimeChart
            key={line.name}
            title={words(line.name)}
            points={line.points}
            kind={windowed ? 'bars' : 'line'}
            colour={((index % 4) + 1) as 1 | 2 | 3 | 4}
            {...formatsOf(line)}
          />
        ))}
      </div>
      <Shares points={shown} />
      <Events points={shown} />
      <FieldProfiles points={shown} />
    </section>
  );
}

function formatsOf({ name }: Line): { format: (value: number) => string; formatShort?: (value: number) => string } {
  if (/bytes$/i.test(name)) return { format: bytes, formatShort: bytes };
  if (/proportion$/i.test(name)) return { format: percent, formatShort: percent };
  return { format: full };
}
