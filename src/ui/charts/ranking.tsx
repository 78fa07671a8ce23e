import type { ComponentChildren } from 'preact';
import { full } from '../data/numbers.ts';

interface RankedBar {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly count: number;
}

/** Counts as bars, the largest first. */
export function Ranking({ title, rows, unit }: { readonly title: string; readonly rows: readonly RankedBar[]; readonly unit: string }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section class="ranking card" aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {rows.map(({ key, label, count }) => (
          <li key={key}>
            <span class="clip" {...(typeof label === 'string' && { title: label })}>
              {label}
            </span>
            <span class="meter" aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span class="ranking-count number">
              {full(count)} <span class="hidden-text">{unit}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
