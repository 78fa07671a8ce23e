import { isRecord, stringsIn } from '../data/is-record.ts';

/** How values are spread, as small bars. Nothing where a profile does not say it. */
export function Histogram({ histogram }: { readonly histogram: unknown }) {
  if (!isRecord(histogram) || !Array.isArray(histogram.heights)) return null;
  const heights = histogram.heights.filter((each) => typeof each === 'number');
  if (heights.length === 0) return null;
  const most = Math.max(...heights, 0) || 1;
  const boundaries = stringsIn(histogram.boundaries);
  const spoken = heights.map((height, index) => `${boundaries[index] ?? ''} to ${boundaries[index + 1] ?? ''}: ${height}`).join('; ');
  return (
    <svg class="histogram" viewBox={`0 0 ${heights.length * 8} 24`} preserveAspectRatio="none" role="img" aria-label={spoken}>
      {heights.map((height, index) => (
        <rect key={index} x={index * 8} width={7} y={24 - (height / most) * 24} height={(height / most) * 24} />
      ))}
    </svg>
  );
}
