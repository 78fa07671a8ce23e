/**
 * The frame of every page, and the page of each route.
 */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { BrowsePage } from './browse/page.tsx';
import { EntityPage } from './entity/page.tsx';
import { HomePage } from './home/page.tsx';
import { WebhooksPage } from './hooks/page.tsx';
import { Failure } from './parts/failure.tsx';
import { PropertiesPage } from './properties/page.tsx';
import { PropertyPage } from './properties/property-page.tsx';
import { address, Link, type Route, useRoute } from './route.ts';
import { SearchBox } from './search/box.tsx';
import { SearchPage } from './search/page.tsx';
import { settings } from './settings.ts';
import { TokenDialog } from './token-dialog.tsx';

const PLACES = [
  { href: '/browse', title: 'Browse', first: 'browse' },
  { href: '/properties', title: 'Properties', first: 'properties' },
  { href: '/hooks', title: 'Webhooks', first: 'hooks' },
] as const;

export function App() {
  const route = useRoute();
  const main = useFocusOnNewPage(route);
  const [first] = route.segments;
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <Link href="/" class="brand" aria-label="Cairn, home">
          <Mark />
          <span>Cairn</span>
        </Link>
        <SearchBox />
        <nav class="places" aria-label="Main">
          {PLACES.map(({ href, title, first: own }) => (
            <Link key={href} href={href} {...(own === first ? { 'aria-current': 'page' as const } : {})}>
              {title}
            </Link>
          ))}
          <a href={address(settings.docs)}>API</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {page(route)}
      </main>
      <TokenDialog />
    </>
  );
}

function page({ segments }: Route): VNode {
  const [first, second, third] = segments;
  if (first === undefined) return <HomePage />;
  if (first === 'search' && second === undefined) return <SearchPage />;
  if (first === 'browse') return <BrowsePage />;
  if (first === 'entity' && second !== undefined) return <EntityPage key={second} urn={second} tab={third} />;
  if (first === 'hooks' && second === undefined) return <WebhooksPage />;
  if (first === 'properties') return second === undefined ? <PropertiesPage /> : <PropertyPage key={second} urn={second} />;
  return <Failure error={new Error('This page does not exist. Use the search box above to find something in the catalog.')} />;
}

/** Moves the focus to the start of the new page when the reader follows a link, also for keyboards and screen readers. */
function useFocusOnNewPage({ segments }: Route) {
  const main = useRef<HTMLElement>(null);
  const here = segments.slice(0, 2).join('/');
  const before = useRef(here);
  useEffect(() => {
    if (before.current === here) return;
    before.current = here;
    main.current?.focus({ preventScroll: true });
  }, [here]);
  return main;
}

function Mark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <ellipse cx="16" cy="25" rx="12" ry="4.5" />
      <ellipse cx="16" cy="16.5" rx="8.5" ry="3.8" />
      <ellipse cx="16" cy="9" rx="5.2" ry="3.2" />
    </svg>
  );
}
