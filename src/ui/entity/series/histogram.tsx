import { isRecord, stringsIn } from '../../data/is-record.ts';

/** The distribution of values as small bars. Nothing if the profile has none. */
export function Histogram({ histogram }: { readonly histogram: unknown }) {
  if (!isRecord(histogram) || !Array.isArray(histogram.heights)) return <span class="muted">–</span>;
  const heights = histogram.heights.filter((each) => typeof each === 'number');
  const most = Math.max(...heights, 0) || 1;
  const boundaries = stringsIn(histogram.boundaries);
  const spoken = heights.map((height, index) => `${boundaries[index] ?? ''} to ${boundaries[index + 1] ?? ''}: ${height}`).join('; ');
  return (
    <svg class="histogram" viewBox={`0 0 ${heights.length * 8} 24`} width={heights.length * 8} height={24} role="img" aria-label={spoken}>
      {heights.map((height, index) => (
        <rect key={index} x={index * 8} width={7} y={24 - (height / most) * 24} height={(height / most) * 24} />
      ))}
    </svg>
  );
}
