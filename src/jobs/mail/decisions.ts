/**
 * What mails tell beside changes: suggestions and requests for access that wait for somebody, and what has become of the own ones. The change
 * stream tells nobody of them. They are found by their times: those of the last minutes are looked at again, and which are told is kept.
 */
import type { AccessRequest } from '../../catalog/access/requests.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Suggestion } from '../../catalog/suggestions/suggestion.ts';
import type { SuggestionCalls, SuggestionList } from '../../catalog/suggestions/suggestions.ts';
import type { NotedChange, ToldDecisions } from '../../graph/mailboxes.ts';
import type { Follower } from './followers.ts';

type DecisionCalls = Pick<Catalog, 'suggestions' | 'access' | 'seenBy'>;

/** Longer than a request takes to be written, and than the clocks of servers differ. */
const AGAIN_MS = 600_000;
/** Nothing is written with it. */
const SILENT = { wrote: () => undefined, committed: () => undefined };

interface DecisionNotes {
  readonly told: ToldDecisions;
  /** By person. */
  readonly notes: ReadonlyMap<string, readonly NotedChange[]>;
}

/**
 * What these people are to be told now; undefined if there is nothing new.
 *
 * @param until epoch ms: what is newer has its turn later
 */
export async function newDecisions(
  core: DecisionCalls,
  followers: Iterable<Follower>,
  { from, keys }: ToldDecisions,
  until: number,
): Promise<DecisionNotes | undefined> {
  const [suggestions, requests] = await Promise.all([core.suggestions.news(from), core.access.requestNews(from)]);
  const known = new Set(keys);
  const recent = [...suggestions, ...requests].flatMap(({ urn, at }) => (at <= until ? [{ key: `${urn} ${at}`, at }] : []));
  const fresh = new Set(recent.flatMap(({ key }) => (known.has(key) ? [] : [key])));
  if (fresh.size === 0) return undefined;
  const notes = new Map<string, readonly NotedChange[]>();
  for (const { person } of followers) {
    const mine = (await decisionsOf(core, person.text)).filter(({ key }) => fresh.has(key));
    if (mine.length > 0)
      notes.set(
        person.text,
        mine.map(({ note }) => note),
      );
  }
  const since = Math.max(from, until - AGAIN_MS);
  return { told: { from: since, keys: recent.flatMap(({ key, at }) => (at > since ? [key] : [])) }, notes };
}

interface DecisionNote {
  readonly key: string;
  readonly note: NotedChange;
}

/** What waits for somebody, and what others have decided about the own ones: as the inbox has it. */
async function decisionsOf(core: DecisionCalls, user: string): Promise<DecisionNote[]> {
  const own = (await core.seenBy({ user })).observed(SILENT, { user });
  const [suggestions, requests] = await Promise.all([allSuggestions(own.suggestions.list, user), own.access.requests(user)]);
  const answered = ({ decidedBy }: { readonly decidedBy?: string | undefined }): boolean => decidedBy !== undefined && decidedBy !== user;
  return [
    ...suggestions.toDecide.map((each) => found(each, each.user, each.resource, `suggests to change ${partsOf(each)}`, each.reason)),
    ...suggestions.mine
      .filter(answered)
      .map((each) =>
        found(each, each.decidedBy, each.resource, `has ${each.state.toLowerCase()} what you suggest about ${partsOf(each)}`, each.note),
      ),
    ...requests.toDecide.map((each) => found(each, each.user, each.resource ?? each.user, `asks for the privilege to ${wordsOf(each)}`, each.reason)),
    ...requests.mine
      .filter(answered)
      .map((each) =>
        found(each, each.decidedBy, each.resource ?? each.user, `has ${each.state.toLowerCase()} the privilege to ${wordsOf(each)}`, each.note),
      ),
  ];
}

/** All suggestions: also those to decide that come after the first page of the list. */
export async function allSuggestions(list: SuggestionCalls['list'], user: string): Promise<SuggestionList> {
  const first = await list(user);
  const toDecide = [...first.toDecide];
  while (toDecide.length < first.toDecideTotal) {
    const { toDecide: next } = await list(user, undefined, toDecide.length);
    // Some were decided meanwhile.
    if (next.length === 0) break;
    toDecide.push(...next);
  }
  return { ...first, toDecide };
}

function found(
  { urn, createdAt, decidedAt }: Suggestion | AccessRequest,
  actor = '',
  about: string,
  said: string,
  why: string | undefined,
): DecisionNote {
  const at = decidedAt ?? createdAt;
  return { key: `${urn} ${at}`, note: { urn: about, actor, at, what: [[why ? `${said}: ${why}` : said]], asked: true } };
}

/** `EDIT_ENTITY_TAGS` → `edit entity tags` */
function wordsOf({ privilege }: Pick<AccessRequest, 'privilege'>): string {
  return privilege.toLowerCase().replaceAll('_', ' ');
}

/** `the description and the tags of the column id` */
function partsOf({ changes, column }: Pick<Suggestion, 'changes' | 'column'>): string {
  const parts = Object.keys(changes).map((part) => `the ${part}`);
  return `${parts.join(' and ')}${column === undefined ? '' : ` of the column ${column}`}`;
}
