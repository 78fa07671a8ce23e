import type { CoverageCount } from '../api/counts.ts';
import { CARED_FOR, type Coverage } from '../api/home.ts';
import { percent } from '../data/numbers.ts';
import { entityUrl, Link } from '../route.ts';

type Measure = Exclude<keyof CoverageCount, 'assets'>;

export const MEASURES: readonly { readonly name: Measure; readonly title: string; readonly lacks: readonly string[] }[] = [
  { name: 'withDescription', title: 'described', lacks: ['hasDescription'] },
  { name: 'withOwners', title: 'owned', lacks: ['hasOwners'] },
  { name: 'withDomain', title: 'in a domain', lacks: ['hasDomain'] },
  { name: 'withTags', title: 'tagged', lacks: ['hasTags', 'hasGlossaryTerms'] },
];

/** The search of the assets that people look after, narrowed by parameters. */
export function assetsUrl(narrowed: readonly string[], types: readonly string[] = CARED_FOR): string {
  return `/search?${[...types.map((type) => `type=${type}`), ...narrowed].join('&')}`;
}

/** The parameter of a search for what has this URN in a field. */
export function having(field: string, urn: string): string {
  return `is.${field}=${encodeURIComponent(urn)}`;
}

/** A share in whole percent: 100 only if nothing is missing. */
function shareOf(has: number, of: number): number {
  return of === 0 ? 0 : Math.floor((has * 100) / of) / 100;
}

type Counts = Partial<CoverageCount> & Pick<CoverageCount, 'assets'>;

interface BarsProps {
  readonly count: Counts;
  readonly before?: Counts | null | undefined;
  /** The search of all these assets. */
  readonly href: string;
}

/** For each measure that is counted, how many have it. A bar leads to those that lack it, or to all of them. */
export function CoverageBars({ count, before, href }: BarsProps) {
  const { assets } = count;
  return MEASURES.map(({ name, title, lacks }) => {
    const has = count[name];
    if (has === undefined) return null;
    const share = shareOf(has, assets);
    const missing = has < assets ? lacks.map((field) => `&is.${field}=false`).join('') : '';
    const gained = before && Math.round((share - shareOf(before[name] ?? 0, before.assets)) * 100);
    return (
      <Link key={title} class="coverage-bar" href={href + missing}>
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <span class="small">
          {percent(share)} <span class="muted">{title}</span>
          {gained ? <span class="nowrap muted number"> {gained > 0 ? `+${gained}` : `−${-gained}`}</span> : null}
        </span>
      </Link>
    );
  });
}

/** For each domain, how many of its assets have a description and an owner. */
export function CoverageChart({ coverage }: { readonly coverage: readonly Coverage[] }) {
  return (
    <section aria-labelledby="home-coverage" class="card stack">
      <h2 id="home-coverage" class="part-title">
        Coverage by domain
      </h2>
      <ul class="stack far">
        {coverage.map(({ domain: { urn, name }, count }) => (
          <li key={urn}>
            <p class="coverage-name">
              <Link href={entityUrl(urn)}>{name}</Link> <span class="muted small">{count.assets.toLocaleString('en')} assets</span>
            </p>
            <CoverageBars count={count} href={assetsUrl([having('domains', urn)])} />
          </li>
        ))}
      </ul>
    </section>
  );
}
