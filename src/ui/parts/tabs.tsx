import { useEffect, useRef } from 'preact/hooks';
import { Link } from '../route.ts';

export interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  /** Shown behind the title if there are any. */
  readonly count?: number;
}

/** Tabs that are separate pages with separate URLs: links, with the current one marked, and in sight where not all fit. */
export function Tabs({
  label,
  items,
  current,
}: {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly current: string | undefined;
}) {
  const nav = useRef<HTMLElement>(null);
  // Counts make tabs wider when they come.
  const now = `${current} ${items.map(({ id, count }) => `${id} ${count ?? ''}`)}`;
  const before = useRef('');
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    const tabs = nav.current;
    const tab = tabs?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!tabs || !tab) return;
    const frame = tabs.getBoundingClientRect();
    if (tab.left < frame.left || tab.right > frame.right) tabs.scrollLeft += tab.left + tab.width / 2 - (frame.left + frame.width / 2);
  }, [now]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {items.map(({ id, title, href, count = 0 }) => (
        <Link key={id} href={href} class="tab" {...(id === current ? { 'aria-current': 'page' as const } : {})}>
          {title}
          {count > 0 && <span class="tab-count badge number">{count.toLocaleString('en')}</span>}
        </Link>
      ))}
    </nav>
  );
}
