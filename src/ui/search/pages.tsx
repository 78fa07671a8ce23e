import { Link, useRoute, withQuery } from '../route.ts';

/** Links to the pages of a long result. */
export function Pages({ page, pages }: { readonly page: number; readonly pages: number }) {
  const route = useRoute();
  if (pages <= 1) return null;
  const to = (number: number): string => withQuery(route, { page: number === 1 ? undefined : String(number) });
  return (
    <nav class="pages line far" aria-label="Pages">
      {page > 1 && (
        <Link class="button" rel="prev" href={to(page - 1)}>
          Previous
        </Link>
      )}
      <span class="muted small">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Link class="button" rel="next" href={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}
