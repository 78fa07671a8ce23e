/**
 * The frame of every page, and the page of each route.
 */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PAGE_ADDRESSES, type PageAddress } from '../pages.ts';
import { ActivityPage } from './activity/page.tsx';
import type { Right, Rights } from './api/rights.ts';
import { BrowsePage } from './browse/page.tsx';
import { CallsDialog } from './frame/calls-dialog.tsx';
import { KeysDialog } from './frame/keys-dialog.tsx';
import { SearchState } from './frame/search-state.tsx';
import { SignInPage } from './frame/sign-in-page.tsx';
import { Starting } from './frame/starting.tsx';
import { TokenDialog } from './frame/token-dialog.tsx';
import { TopMenu } from './frame/top-menu.tsx';
import { GlossaryPage, GovernListPage } from './govern/pages.tsx';
import { HomePage } from './home/page.tsx';
import { InboxLink } from './inbox/inbox-link.tsx';
import { useGoKeys, useKey } from './keys.ts';
import { Empty } from './parts/empty.tsx';
import { GOVERN_PLACES } from './parts/govern-tabs.tsx';
import { later } from './parts/later.tsx';
import { useRights } from './parts/use-rights.ts';
import { useTitle } from './parts/use-title.ts';
import { explainWith } from './parts/why-not.tsx';
import { address, Link, navigate, type Route, useRoute } from './route.ts';
import { SearchBox } from './search/box.tsx';
import { SearchPage } from './search/page.tsx';
import { settings } from './settings.ts';

const loadLater = () => import('./later.ts');
const EntityPage = later(async () => (await loadLater()).EntityPage);
const InboxPage = later(async () => (await loadLater()).InboxPage);
const CoveragePage = later(async () => (await loadLater()).CoveragePage);
const WebhooksPage = later(async () => (await loadLater()).WebhooksPage);
const AccessPage = later(async () => (await loadLater()).AccessPage);
const SignUpPage = later(async () => (await loadLater()).SignUpPage);
const ResetPage = later(async () => (await loadLater()).ResetPage);
const BulkPage = later(async () => (await loadLater()).BulkPage);
const RunsPage = later(async () => (await loadLater()).RunsPage);
const AllowPage = later(async () => (await loadLater()).AllowPage);
const MailsPage = later(async () => (await loadLater()).MailsPage);
const ImportDialog = later(async () => (await loadLater()).ImportDialog);
const ImportGlossary = later(async () => (await loadLater()).ImportGlossary);
const SettingsPage = later(async () => (await loadLater()).SettingsPage);
const PropertiesPage = later(async () => (await loadLater()).PropertiesPage);
const PropertyPage = later(async () => (await loadLater()).PropertyPage);
const FormsPage = later(async () => (await loadLater()).FormsPage);
const FormPage = later(async () => (await loadLater()).FormPage);
const ViewsPage = later(async () => (await loadLater()).ViewsPage);
const SourcesPage = later(async () => (await loadLater()).SourcesPage);
const SourcePage = later(async () => (await loadLater()).SourcePage);
explainWith(async () => (await loadLater()).Explanation);

interface Place {
  readonly href: string;
  readonly title: string;
  readonly firsts: readonly string[];
  /** Only for who sees everything. */
  readonly ofAll?: true;
  /** Only for who has this right. */
  readonly needs?: Right;
}

const PLACES: readonly Place[] = [
  { href: '/browse', title: 'Browse', firsts: ['browse'] },
  { href: '/glossary', title: 'Governance', firsts: GOVERN_PLACES.map(({ id }) => id) },
  { href: '/activity', title: 'Activity', firsts: ['activity'], ofAll: true },
  { href: '/sources', title: 'Sources', firsts: ['sources'], needs: 'manageIngestion' },
];

export function App() {
  const route = useRoute();
  const main = useFocusOnNewPage(route);
  const rights = useRights();
  const [first] = route.segments;
  const [shown, show] = useState<'keys' | 'calls' | undefined>(undefined);
  const hide = (): void => show(undefined);
  useKey('keys', () => show('keys'));
  useGoKeys(navigate);
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
        {/* The home page has the box in its middle. */}
        {first === undefined ? <span class="top-space" /> : <SearchBox />}
        <nav class="places" aria-label="Main">
          {PLACES.filter((place) => isShown(place, rights)).map(({ href, title, firsts }) => (
            <Link key={href} href={href} {...(first !== undefined && firsts.includes(first) ? { 'aria-current': 'page' as const } : {})}>
              {title}
            </Link>
          ))}
          <a href={address(`${settings.docs}/start`)}>API</a>
        </nav>
        <div class="top-tools line close">
          <button
            type="button"
            class="tool"
            aria-label="Show this page as API calls"
            title="Show this page as API calls"
            onClick={() => show('calls')}
          >
            <svg class="type-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="m5 4.5-3.5 3.5 3.5 3.5M11 4.5l3.5 3.5-3.5 3.5M9.2 3.2 6.8 12.8" />
            </svg>
          </button>
          <InboxLink />
          <TopMenu onKeys={() => show('keys')} />
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <Starting />
        <SearchState />
        {page(route)}
      </main>
      {shown === 'keys' && <KeysDialog onClose={hide} />}
      {shown === 'calls' && <CallsDialog onClose={hide} />}
      <TokenDialog />
    </>
  );
}

function isShown({ ofAll, needs }: Place, rights: Rights | undefined): boolean {
  if (needs !== undefined) return rights?.may(needs) === true;
  return !ofAll || rights?.may('seeEverything') !== false;
}

const governed = (which: string) => () => <GovernListPage key={which} which={which} />;

/** Gets what follows the first part of the address. */
const PAGES: Readonly<Record<PageAddress, (second: string, third?: string) => VNode>> = {
  '/': () => <HomePage />,
  '/search': () => <SearchPage Import={ImportDialog} />,
  '/browse': () => <BrowsePage />,
  '/browse/{urn}': () => <BrowsePage />,
  '/entity/{urn}': (urn, tab) => <EntityPage key={urn} urn={urn} tab={tab} />,
  '/properties': () => <PropertiesPage />,
  '/properties/{urn}': (urn) => <PropertyPage key={urn} urn={urn} />,
  '/inbox': () => <InboxPage />,
  '/hooks': () => <WebhooksPage />,
  '/sources': () => <SourcesPage />,
  '/sources/{urn}': (urn) => <SourcePage key={urn} urn={urn} />,
  '/activity': () => <ActivityPage />,
  '/activity/bulk': () => <BulkPage />,
  '/activity/runs': () => <RunsPage />,
  '/coverage': () => <CoveragePage />,
  '/forms': () => <FormsPage />,
  '/forms/{urn}': (urn) => <FormPage key={urn} urn={urn} />,
  '/glossary': () => <GlossaryPage Import={ImportGlossary} />,
  '/domains': governed('domains'),
  '/products': governed('products'),
  '/tags': governed('tags'),
  '/documents': governed('documents'),
  '/people': governed('people'),
  '/access': () => <AccessPage which="" />,
  '/access/{tab}': (tab) => <AccessPage key={tab} which={tab} />,
  '/settings': () => <SettingsPage />,
  '/allow': () => <AllowPage />,
  '/views': () => <ViewsPage />,
  '/signin': () => <SignInPage />,
  '/signup': () => <SignUpPage />,
  '/reset': () => <ResetPage />,
  '/mails': () => <MailsPage />,
};

/** How many parts a path may have, where it is not as many as the address. */
const MOST_PARTS: Readonly<Record<string, number>> = { browse: Number.POSITIVE_INFINITY, entity: 3 };

function page({ segments }: Route): VNode {
  const [first = '', second, third] = segments;
  const addresses = second === undefined ? [`/${first}`] : [second, '{urn}', '{tab}'].map((part) => `/${first}/${part}`);
  const address = PAGE_ADDRESSES.find((each) => addresses.includes(each));
  if (address === undefined || segments.length > (MOST_PARTS[first] ?? 2)) return <NotFound />;
  return PAGES[address](second ?? '', third);
}

function NotFound() {
  useTitle('Nothing here');
  return (
    <div class="page stack far">
      <Empty title="There is nothing at this address" level={1}>
        <p>Perhaps a part of the address is missing, or the page has another one now. The search finds everything in the catalog.</p>
        <p>
          <Link href="/">Go to the home page</Link>
        </p>
      </Empty>
    </div>
  );
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
