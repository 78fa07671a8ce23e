import type { Coverage } from '../api/home.ts';
import { percent } from '../data/numbers.ts';
import { entityUrl, Link } from '../route.ts';

const PARTS = [
  { title: 'described', field: 'hasDescription', of: ({ described }: Coverage) => described },
  { title: 'owned', field: 'hasOwners', of: ({ owned }: Coverage) => owned },
] as const;

/** For each domain, how many of its assets have a description and an owner. A bar leads to those that lack it, or to all of them. */
export function CoverageChart({ coverage }: { readonly coverage: readonly Coverage[] }) {
  return (
    <section aria-labelledby="home-coverage" class="card stack">
      <h2 id="home-coverage" class="part-title">
        Coverage by domain
      </h2>
      <ul class="stack far">
        {coverage.map((each) => (
          <li key={each.domain.urn}>
            <p class="coverage-name">
              <Link href={entityUrl(each.domain.urn)}>{each.domain.name}</Link>{' '}
              <span class="muted small">{each.total.toLocaleString('en')} assets</span>
            </p>
            {PARTS.map(({ title, field, of }) => {
              const share = each.total === 0 ? 0 : of(each) / each.total;
              const missing = of(each) < each.total ? `&is.${field}=false` : '';
              return (
                <Link key={title} class="coverage-bar" href={`/search?is.domains=${encodeURIComponent(each.domain.urn)}${missing}`}>
                  <span class="meter" aria-hidden="true">
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  <span class="small">
                    {percent(Math.floor(share * 100) / 100)} <span class="muted">{title}</span>
                  </span>
                </Link>
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
