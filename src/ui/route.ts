/**
 * Where the reader is. All state of a page that is worth sharing stands in the URL; routes are paths below the base path.
 */
import { type AnchorHTMLAttributes, type ComponentChildren, h, type TargetedMouseEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { settings } from './settings.ts';

export interface Route {
  /** Below the base path, beginning with a slash: `/search`. */
  readonly path: string;
  /** Its parts, decoded. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const listeners = new Set<() => void>();
let current = read();

function read(): Route {
  // The base path may come without its slash.
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

/** A part that is no percent-encoded text stands for itself. */
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

/** The route; the component is drawn again when it changes. */
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

/** The address of a route, for `href`. */
export function address(url: string): string {
  return settings.base + url.replace(/^\//, '');
}

/**
 * Goes to a route: `/search?query=orders`.
 *
 * @param replace instead of a new entry in the browser's history, for what changes while it is typed
 */
export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', address(url));
  else history.pushState(null, '', address(url));
  const before = current.path;
  changed();
  if (current.path !== before && !replace) scrollTo(0, 0);
}

/** The same path with parameters set, or taken away by `undefined`; other parameters stay. */
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

/** The page of an entity, or a tab of it. */
export function entityUrl(urn: string, tab?: string): string {
  return `/entity/${encodeURIComponent(urn)}${tab === undefined ? '' : `/${tab}`}`;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { readonly href: string; readonly children?: ComponentChildren };

/** A link to a route. It is a real one: a click with a modifier opens a tab, as everywhere. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return h('a', { ...rest, href: address(href), onClick: follow });
}
