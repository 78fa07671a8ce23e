import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Link } from '../route.ts';
import { Menu } from './menu.tsx';

interface TabItem {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  /** Shown behind the title if there are any. */
  readonly count?: number;
}

interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly current: string | undefined;
}

/** Tabs that are separate pages with separate URLs: links, with the current one marked. Those without room are in a menu; the current one never is. */
export function Tabs({ label, items, current }: TabsProps) {
  const { list, over } = useOver(items, current);
  const hidden = items.filter(({ id }) => over.has(id));
  return (
    <nav class="tabs" aria-label={label}>
      <div class="tab-list" ref={list}>
        {items.map((item) => (
          <Tab key={item.id} item={item} current={current} more={over.has(item.id) ? 'tab tab-over' : 'tab'} />
        ))}
      </div>
      {hidden.length > 0 && (
        <Menu label={`More: ${label}`} trigger="More">
          {hidden.map((item) => (
            <Tab key={item.id} item={item} current={current} more="button" />
          ))}
        </Menu>
      )}
    </nav>
  );
}

function Tab({
  item: { id, title, href, count = 0 },
  current,
  more,
}: {
  readonly item: TabItem;
  readonly current: string | undefined;
  readonly more: string;
}) {
  return (
    <Link href={href} class={more} {...(id === current ? { 'aria-current': 'page' as const } : {})}>
      {title}
      {count > 0 && <span class="tab-count badge number">{count.toLocaleString('en')}</span>}
    </Link>
  );
}

/** What "More" takes, px. */
const MORE = 84;
const NONE: ReadonlySet<string> = new Set();

/** The tabs that have no room. They keep their widths where they are hidden, so that they can come back. */
function useOver(items: readonly TabItem[], current: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [over, set] = useState(NONE);
  // Counts make tabs wider when they come.
  const shown = JSON.stringify([current ?? '', ...items.flatMap(({ id, title, count = 0 }) => [id, `${title} ${count}`])]);
  useLayoutEffect(() => {
    const nav = list.current?.parentElement;
    if (!nav) return;
    const [now = '', ...texts] = JSON.parse(shown) as string[];
    const ids = texts.filter((_, at) => at % 2 === 0);
    const look = (): void => {
      const tabs = [...(list.current?.children ?? [])] as HTMLElement[];
      const widths = new Map(ids.map((id, at) => [id, tabs[at]?.getBoundingClientRect().width ?? 0]));
      const next = without(widths, now, nav.clientWidth, gapOf(list.current));
      set((before) => ([...before].join() === [...next].join() ? before : next));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(nav);
    return () => observer.disconnect();
  }, [shown]);
  return { list, over };
}

function gapOf(element: HTMLElement | null): number {
  return element === null ? 0 : Number.parseFloat(getComputedStyle(element).columnGap) || 0;
}

/** @returns the tabs that do not fit into this width beside the current one */
function without(widths: ReadonlyMap<string, number>, current: string, room: number, gap: number): ReadonlySet<string> {
  const all = [...widths.values()].reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return NONE;
  let left = room - MORE - (widths.get(current) ?? 0);
  const over = new Set<string>();
  for (const [id, width] of widths) {
    if (id === current) continue;
    left -= width + gap;
    // What comes after one without room has none either: the order stays.
    if (left < 0) over.add(id);
  }
  return over;
}
