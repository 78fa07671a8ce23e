/**
 * The addresses of the pages (`ui/app.tsx`), all of which the server answers with the same page. No address of an API begins like one of them.
 */

/** For people who have no account yet, or cannot get into it. */
export const FOR_STRANGERS = ['/signin', '/signup', '/reset', '/mails'] as const;

export const PAGE_ADDRESSES = [
  '/',
  '/search',
  '/browse',
  '/browse/{urn}',
  '/entity/{urn}',
  '/properties',
  '/properties/{urn}',
  '/inbox',
  '/hooks',
  '/sources',
  '/sources/{urn}',
  '/activity',
  '/activity/bulk',
  '/activity/runs',
  '/coverage',
  '/forms',
  '/forms/{urn}',
  '/glossary',
  '/domains',
  '/products',
  '/tags',
  '/documents',
  '/people',
  '/access',
  '/access/{tab}',
  '/settings',
  '/allow',
  '/views',
  ...FOR_STRANGERS,
] as const;

export type PageAddress = (typeof PAGE_ADDRESSES)[number];

interface MainPlace {
  readonly href: PageAddress;
  readonly title: string;
  /** Only for who sees everything. */
  readonly ofAll?: true;
  /** Only for who has this right, which only the pages know. */
  readonly needs?: 'manageIngestion';
}

/** Where the bar at the top of each page leads. */
export const MAIN_PLACES: readonly MainPlace[] = [
  { href: '/browse', title: 'Browse' },
  { href: '/glossary', title: 'Governance' },
  { href: '/activity', title: 'Activity', ofAll: true },
  { href: '/sources', title: 'Sources', needs: 'manageIngestion' },
];
