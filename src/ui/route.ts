/**
 * Where the reader is. The URL contains all state of a page that is worth sharing; routes are paths below the base path.
 */
import { type AnchorHTMLAttributes, type ComponentChildren, h, type TargetedMouseEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { forgetRequests } from './api/recorded.ts';
import { isColumn } from './api/urn.ts';
import { columnOf } from './data/merge-fields.ts';
import { enterPage, leavePage, newEntry } from './scroll-place.ts';
import { settings } from './settings.ts';

export interface Route {
  /** The path below the base path, with a slash at the start: `/search`. */
  readonly path: string;
  /** Its decoded parts. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const listeners = new Set<() => void>();
let current = read();

function read(): Route {
  // The base path may come without its last slash.
  const path = location.pathname.startsWith(settings.base) ? location.pathname.slice(settings.base.length - 1) : '/';
  return {
    path,
    segments: path
      .split('/')
      .filter((each) => each !== '')
      .map(decoded),
    query: new URLSearchParams(location.search),
  };
}

/** A part that cannot be decoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function changed(): void {
  const before = pageOf(current);
  current = read();
  if (pageOf(current) !== before) forgetRequests();
  for (const listener of [...listeners]) listener();
}
addEventListener('popstate', () => {
  leavePage();
  changed();
  enterPage(true);
});

/** The part of a path that names the page: what follows is a tab or a folder of it. */
function pageOf({ segments }: Route): string {
  return segments.slice(0, 2).join('/');
}

/** Path and query below the base path, as `navigate` takes them. */
export function currentUrl(): string {
  return current.path + location.search;
}

/** The current route. The component is drawn again when it changes. */
export function useRoute(): Route {
  const [route, set] = useState(current);
  useEffect(() => {
    const listener = (): void => set(current);
    listeners.add(listener);
    listener();
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return route;
}

/** The URL of a route, for `href`. */
export function address(url: string): string {
  return settings.base + url.replace(/^\//, '');
}

/**
 * Goes to a route: `/search?query=orders`.
 *
 * @param replace replaces the entry in the browser's history, for changes while the reader types
 */
export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(history.state, '', address(url));
  else {
    leavePage();
    history.pushState(newEntry(), '', address(url));
  }
  const before = current.path;
  changed();
  enterPage(false);
  if (current.path !== before && !replace) scrollTo(0, 0);
}

/** The same path with parameters set, or removed by `undefined`. Other parameters stay. */
export function withQuery(route: Route, changes: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const query = new URLSearchParams(route.query);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name);
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, each);
  }
  const text = query.toString();
  return pathOf(route.segments) + (text === '' ? '' : `?${text}`);
}

function pathOf(segments: readonly string[]): string {
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** The page of an entity, or one of its tabs. A column is shown in the schema of its dataset, unless a tab of its own page is asked for. */
export function entityUrl(urn: string, tab?: string): string {
  const column = tab === undefined && isColumn(urn) ? columnOf(urn) : undefined;
  if (column) return `${entityUrl(column.parent, 'schema')}?field=${encodeURIComponent(column.path)}`;
  return `/entity/${encodeURIComponent(urn)}${tab === undefined ? '' : `/${tab}`}`;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly href: string; readonly children?: ComponentChildren };

/** A link to a route. A click with a modifier key opens a new tab, as with any link. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return h('a', { ...rest, href: address(href), onClick: follow });
}
