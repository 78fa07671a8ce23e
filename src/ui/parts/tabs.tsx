import { Link } from '../route.ts';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly href: string;
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
      {items.map(({ id, title, href }) => (
        <Link key={id} href={href} class="tab" {...(id === current ? { 'aria-current': 'page' as const } : {})}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
