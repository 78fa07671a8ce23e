/**
 * What the home page shows of the catalog, in few requests.
 */
import { homeQuery, postsQuery } from '../../generated/queries.ts';
import { DAY_MS } from '../data/days.ts';
import { settings } from '../settings.ts';
import { readLastChanged } from './activity.ts';
import { CARD, type Card, cardsIn, listInput, readCards } from './cards.ts';
import { graphql, orIfRefused } from './client.ts';
import { type Counts, type CoverageCount, count, type FacetAsk, type Scope } from './counts.ts';
import { readFollowing, usesInbox } from './following.ts';
import { rememberName } from './names.ts';
import { HOME_POSTS, type Post, postsIn } from './posts.ts';
import { readRights } from './rights.ts';
import { type FacetValue, TYPE_FIELD } from './search.ts';
import { platformUrnOf, shortName } from './urn.ts';
import { type SavedView, savedViews } from './views.ts';

/** Constants of the types that people look after: they should have an owner and a description. */
export const CARED_FOR = Object.values(settings.types).flatMap(({ stewarded, graphql }) => (stewarded ? [graphql] : []));
const STALE_DAYS = 30;
const SHOWN = 6;

interface Attention {
  readonly title: string;
  readonly count: number;
  /** The list of them. */
  readonly href: string;
}

export interface Coverage {
  readonly domain: Card;
  readonly count: Pick<CoverageCount, 'assets' | 'withDescription' | 'withOwners'>;
}

interface CardChange {
  readonly card: Card;
  /** Epoch ms. */
  readonly at: number;
}

export interface Home {
  /** How many entities each type has. */
  readonly types: readonly FacetValue[];
  readonly attention: readonly Attention[];
  /** What the reader and their groups own; empty for who has no name here. */
  readonly yours: readonly Attention[];
  readonly coverage: readonly Coverage[];
  readonly used: readonly Card[];
  readonly changed: readonly CardChange[];
  /** The newest first. */
  readonly posts: readonly Post[];
  /** Those that a page can show. */
  readonly views: readonly SavedView[];
}

const types = CARED_FOR.map((type) => `type=${type}`).join('&');

/** What needs attention: what is counted, and the search that lists it. */
interface Problem {
  readonly title: string;
  readonly scope: Scope;
  readonly href: string;
}

function staleData(now: number): Problem {
  const since = String(now - STALE_DAYS * DAY_MS);
  return {
    title: `Tables without new data for ${STALE_DAYS} days`,
    scope: { types: ['DATASET'], anyOf: [[{ field: 'lastOperationTime', condition: 'LESS_THAN_OR_EQUAL_TO', values: [since] }]] },
    href: `/search?type=DATASET&to.lastOperationTime=${since}`,
  };
}

function problems(): Problem[] {
  return [
    {
      title: 'Open incidents',
      scope: { types: ['INCIDENT'], anyOf: [[{ field: 'state', values: ['ACTIVE'] }]] },
      href: '/search?type=INCIDENT&is.state=ACTIVE',
    },
    {
      title: 'Failing checks',
      // By their newest runs, in which this field is.
      scope: { types: ['ASSERTION'], anyOf: [[{ field: 'type', values: ['FAILURE', 'ERROR'] }]] },
      href: '/search?type=ASSERTION&is.type=FAILURE&is.type=ERROR',
    },
    {
      title: 'Without an owner',
      scope: { types: CARED_FOR, anyOf: [[{ field: 'hasOwners', values: ['false'] }]] },
      href: `/search?${types}&is.hasOwners=false`,
    },
    {
      title: 'Without a description',
      scope: { types: CARED_FOR, anyOf: [[{ field: 'hasDescription', values: ['false'] }]] },
      href: `/search?${types}&is.hasDescription=false`,
    },
    {
      title: 'Deprecated',
      scope: { types: CARED_FOR, anyOf: [[{ field: 'deprecated', values: ['true'] }]] },
      href: `/search?${types}&is.deprecated=true`,
    },
  ];
}

/** What the reader looks after. */
function ownProblems(owners: readonly string[]): Problem[] {
  const mine = { field: 'owners', values: owners };
  const href = `/search?${types}&${owners.map((urn) => `is.owners=${encodeURIComponent(urn)}`).join('&')}`;
  return [
    { title: 'Your assets', scope: { types: CARED_FOR, anyOf: [[mine]] }, href },
    {
      title: 'Yours without a description',
      scope: { types: CARED_FOR, anyOf: [[mine, { field: 'hasDescription', values: ['false'] }]] },
      href: `${href}&is.hasDescription=false`,
    },
  ];
}

const has = (field: string): Pick<FacetAsk, 'anyOf'> => ({ anyOf: [[{ field, values: ['true'] }]] });
const FACETS: readonly FacetAsk[] = [
  { field: TYPE_FIELD, most: 60 },
  { field: 'domains', types: CARED_FOR, most: 20 },
  { field: 'domains', types: CARED_FOR, most: 20, ...has('hasDescription') },
  { field: 'domains', types: CARED_FOR, most: 20, ...has('hasOwners') },
];

const USED = listInput({
  query: '',
  anyOf: [[{ field: 'totalSqlQueries', condition: 'GREATER_THAN', values: ['0'] }]],
  types: ['DATASET'],
  start: 0,
  count: SHOWN,
  sort: { field: 'totalSqlQueries', order: 'DESCENDING' },
});

export async function readHome(signal?: AbortSignal): Promise<Home> {
  // The page has it for the badge of the inbox.
  const reader = usesInbox() ? await readFollowing() : undefined;
  const yours = reader ? ownProblems([reader.urn, ...reader.groups]) : [];
  const asked = [...yours, ...problems()];
  const stale = staleData(Date.now());
  const countAll = (all: readonly Problem[]): Promise<Counts> =>
    count(
      FACETS,
      all.map(({ scope }) => scope),
      signal,
    );
  // Usage and operations have rights of their own: who lacks them gets a page without them.
  const [{ facets, totals }, { used, posts }, changes, views] = await Promise.all([
    countAll([...asked, stale]).catch(orIfRefused(() => countAll(asked))),
    graphql(homeQuery, { used: USED, posts: HOME_POSTS, card: CARD }, signal)
      .then((sent) => ({ used: cardsIn(sent.used), posts: postsIn(sent.posts) }))
      .catch(orIfRefused(async () => ({ used: [], posts: postsIn((await graphql(postsQuery, { posts: HOME_POSTS }, signal)).posts) }))),
    // A few more than are shown: some may be deleted.
    readRights().then((rights) => (rights.may('seeEverything') ? readLastChanged(3 * SHOWN, signal) : [])),
    savedViews(),
  ]);
  const [all = [], domains = [], described = [], owned = []] = facets;
  const shown = [...changes, ...used].map(({ urn }) => urn);
  const platforms = [...new Set(shown.flatMap((urn) => platformUrnOf(urn) ?? []))];
  const cards = await readCards([...changes.map(({ urn }) => urn), ...domains.map(({ value }) => value), ...platforms], signal);
  const card = new Map(cards.map((each) => [each.urn, each]));
  for (const urn of platforms) rememberName(urn, card.get(urn)?.name ?? shortName(urn));
  const of = (list: readonly FacetValue[], value: string): number => list.find((each) => each.value === value)?.count ?? 0;
  const counted = [...asked, stale].map(({ title, href }, at) => ({ title, href, count: totals[at] ?? 0 }));
  const some = (list: readonly Attention[]): Attention[] => list.filter((each) => each.count > 0);
  return {
    types: all,
    attention: some(counted.slice(yours.length)),
    yours: some(counted.slice(0, yours.length)),
    coverage: domains.flatMap(({ value, count: total }) => {
      const domain = card.get(value);
      return domain ? [{ domain, count: { assets: total, withDescription: of(described, value), withOwners: of(owned, value) } }] : [];
    }),
    used,
    posts,
    views: views.filter(({ href }) => href !== undefined),
    changed: changes
      .flatMap(({ urn, at }) => {
        const found = card.get(urn);
        return found && !found.missing && !found.removed ? [{ card: found, at }] : [];
      })
      .slice(0, SHOWN),
  };
}
