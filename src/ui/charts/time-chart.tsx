import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { short, utcTime } from '../data/numbers.ts';
import { ChartTable } from './chart-table.tsx';
import { timeLabel, timeScale, valueScale } from './scale.ts';
import type { TimePoint } from './types.ts';

interface TimeChartProps {
  readonly title: string;
  /** Sorted by time, the oldest first; at least one. */
  readonly points: readonly TimePoint[];
  /** Bars for counts in windows, a line for measurements at moments. */
  readonly kind: 'bars' | 'line';
  /** One of the four colours. */
  readonly colour: 1 | 2 | 3 | 4;
  /** Formats a value in full. */
  readonly format: (value: number) => string;
  /** Formats a value beside an axis. */
  readonly formatShort?: (value: number) => string;
}

const HEIGHT = 190;
const EDGE = { top: 10, right: 12, bottom: 26, left: 52 };

/** One measure over time. The pointer or the arrow keys move along the points; a table has the same content. */
export function TimeChart({ title, points, kind, colour, format, formatShort = short }: TimeChartProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<number | undefined>(undefined);
  const inner = { width: Math.max(60, width - EDGE.left - EDGE.right), height: HEIGHT - EDGE.top - EDGE.bottom };
  const scales = useMemo(() => scalesOf(points, kind, inner.width, inner.height), [points, kind, inner.width, inner.height]);
  const { x, y, bar } = scales;
  const shownAt = at === undefined ? undefined : points[Math.min(at, points.length - 1)];
  const newest = points.at(-1);
  const move = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box) setAt(nearest(points, x.at, event.clientX - box.left - EDGE.left));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepTo(event.key, at ?? points.length - 1, points.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const shown = shownAt ?? newest;
  const spoken = shown ? `${utcTime(shown.time)}: ${format(shown.value)}` : '';
  return (
    <figure class={`chart card series-${colour}`} aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p>
          <strong class="number">{shown ? format(shown.value) : ''}</strong> <span class="muted small">{shown ? utcTime(shown.time) : ''}</span>
        </p>
      </figcaption>
      <div
        ref={frame}
        class="chart-frame"
        role="slider"
        tabIndex={0}
        aria-label={`${title}, point in time`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={spoken}
        onPointerMove={move}
        onPointerDown={move}
        onPointerLeave={() => setAt(undefined)}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
      >
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <g transform={`translate(${EDGE.left} ${EDGE.top})`}>
            {y.ticks.map((tick) => (
              <g key={tick} class="chart-tick">
                <line x1={0} x2={inner.width} y1={y.at(tick)} y2={y.at(tick)} />
                <text x={-8} y={y.at(tick)} dy="0.32em" text-anchor="end">
                  {formatShort(tick)}
                </text>
              </g>
            ))}
            {x.ticks.map((tick) => (
              <text key={tick} class="chart-time" x={x.at(tick)} y={inner.height + 18} text-anchor={anchorAt(x.at(tick), inner.width)}>
                {timeLabel(tick, x.ticks)}
              </text>
            ))}
            {kind === 'bars' ? (
              points.map(({ time, value }, index) => (
                <rect
                  key={index}
                  class={index === at ? 'is-at' : ''}
                  x={x.at(time) - bar / 2}
                  width={bar}
                  y={Math.min(y.at(value), y.at(0))}
                  height={Math.abs(y.at(0) - y.at(value))}
                  rx={Math.min(2, bar / 4)}
                />
              ))
            ) : (
              <LineShape points={points} x={x.at} y={y.at} />
            )}
            {shownAt && (
              <g class="chart-at">
                <line x1={x.at(shownAt.time)} x2={x.at(shownAt.time)} y1={0} y2={inner.height} />
                {kind === 'line' && <circle cx={x.at(shownAt.time)} cy={y.at(shownAt.value)} r={4.5} />}
              </g>
            )}
          </g>
        </svg>
      </div>
      <ChartTable title={title} points={points} format={format} />
    </figure>
  );
}

/** Half of the widest label of a time, px. */
const HALF_LABEL = 24;

/** Labels at the ends stay within the picture. */
function anchorAt(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x + HALF_LABEL > width + EDGE.right) return 'end';
  return x - HALF_LABEL < -EDGE.left ? 'start' : 'middle';
}

function LineShape({ points, x, y }: { readonly points: readonly TimePoint[]; x(time: number): number; y(value: number): number }) {
  const line = points.map(({ time, value }, index) => `${index === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const [first, last] = [points[0], points.at(-1)];
  const area = first && last ? `${line}L${x(last.time).toFixed(1)} ${y(0)}L${x(first.time).toFixed(1)} ${y(0)}Z` : '';
  return (
    <>
      <path class="chart-area" d={area} />
      <path class="chart-line" d={line} />
      {points.length <= 14 &&
        points.map(({ time, value }, index) => <circle key={index} class="chart-dot" cx={x(time)} cy={y(value)} r={points.length === 1 ? 4 : 2} />)}
    </>
  );
}

/** A bar is centred on its time, with room for half a bar at either end. */
function scalesOf(points: readonly TimePoint[], kind: 'bars' | 'line', width: number, height: number) {
  const times = points.map(({ time }) => time);
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const gap = Math.max(1, Math.min(...gaps.filter((each) => each > 0), Number.isFinite(most - least) && most > least ? most - least : 86_400_000));
  const half = kind === 'bars' || most === least ? gap / 2 : 0;
  const x = timeScale(least - half, most + half, width, Math.max(2, Math.floor(width / 75)));
  const y = valueScale(
    points.map(({ value }) => value),
    height,
  );
  return { x, y, bar: Math.max(1.5, Math.min(36, (gap / (x.to - x.from)) * width * 0.72)) };
}

function nearest(points: readonly TimePoint[], x: (time: number) => number, at: number): number {
  let best = 0;
  for (const [index, { time }] of points.entries()) if (Math.abs(x(time) - at) < Math.abs(x(points[best]?.time ?? 0) - at)) best = index;
  return best;
}

function stepTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count - 1, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** The width of an element in px. Follows when it changes. */
function useWidth(element: { readonly current: Element | null }, before = 640): number {
  const [width, set] = useState(before);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && set(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
