/**
 * Where the reader is. The URL contains all state of a page that is worth sharing; routes are paths below the base path.
 */
import { type AnchorHTMLAttributes, type ComponentChildren, h, type TargetedMouseEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
  current = read();
  for (const listener of [...listeners]) listener();
}
addEventListener('popstate', changed);

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
  if (replace) history.replaceState(null, '', address(url));
  else history.pushState(null, '', address(url));
  const before = current.path;
  changed();
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

/** The page of an entity, or one of its tabs. */
export function entityUrl(urn: string, tab?: string): string {
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
