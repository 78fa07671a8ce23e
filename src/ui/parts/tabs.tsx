import { Link } from '../route.ts';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  /** Shown behind the title if there are any. */
  readonly count?: number;
}

/** Tabs that are separate pages with separate URLs: links, with the current one marked. */
export function Tabs({
  label,
  items,
  current,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly current: string | undefined;
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {items.map(({ id, title, href, count = 0 }) => (
        <Link key={id} href={href} class="tab" {...(id === current ? { 'aria-current': 'page' as const } : {})}>
          {title}
          {count > 0 && <span class="tab-count">{count.toLocaleString('en')}</span>}
        </Link>
      ))}
    </nav>
  );
}
