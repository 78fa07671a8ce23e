/**
 * `/inbox`: what changed in what the reader follows, and what waits for the reader.
 */
import { useEffect, useState } from 'preact/hooks';
import { Told } from '../activity/feed.tsx';
import type { Card } from '../api/cards.ts';
import { type Follow, onFollowing, readAllUntil, setFollowed, setRead, snooze } from '../api/following.ts';
import { type FirstCards, MOST_OF_LIST, readInbox, waitingId } from '../api/inbox.ts';
import { readSuggestions } from '../api/suggestions.ts';
import { shortName } from '../api/urn.ts';
import { DAY_MS } from '../data/days.ts';
import { type ActivityRow, rowsOf } from '../data/events.ts';
import { plural } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { EntityRows } from '../parts/entity-rows.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { Select } from '../parts/select.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link } from '../route.ts';
import { settings } from '../settings.ts';
import { SuggestionLists } from '../suggest/suggestions.tsx';
import { MailChoice } from './mail-choice.tsx';
import { Requests } from './requests.tsx';

export function InboxPage() {
  useTitle('Inbox');
  const { last: data, error, reload } = useLoad((signal) => readInbox(signal), []);
  const [failed, setFailed] = useState<unknown>(undefined);
  useEffect(() => onFollowing(reload), [reload]);
  const act = async (work: Promise<void>): Promise<void> => {
    setFailed(undefined);
    await work.catch(setFailed);
  };
  const newest = data?.news[0]?.event.time;
  const unread = data?.news.some((each) => each.unread) === true;
  return (
    <div class="page stack far">
      <PageHead title="Inbox" about="What changed in what you follow, and what waits for you.">
        {unread && newest !== undefined && (
          <button type="button" onClick={() => act(readAllUntil(newest))}>
            Mark all as read
          </button>
        )}
      </PageHead>
      <Loading data={data} label="Reading the inbox" error={error} onRetry={reload} />
      <Failure error={failed} />
      {data && (
        <>
          {settings.mail && <MailChoice mail={data.mail} onFailure={setFailed} />}
          <Waiting
            title="Open incidents on what you own or work on"
            kind="incident"
            waits={data.incidents}
            tab="quality"
            what="See the incident"
            act={act}
          />
          <Waiting title="Forms that ask you for something" kind="form" waits={data.forms} tab="forms" what="Answer" act={act} />
          <Requests requests={data.requests} act={act} onChanged={reload} />
          <Suggestions onDecided={reload} />
          <Part title="Changes">
            {data.news.length === 0 && (
              <Empty title={data.follows.length === 0 ? 'You follow nothing yet' : 'Nothing has changed in the last 30 days'}>
                {data.follows.length === 0 && (
                  <>
                    <p>Follow a table, a domain, a search or a saved view: its page has the button.</p>
                    <p>
                      <Link href="/search">Find something to follow</Link>
                    </p>
                  </>
                )}
              </Empty>
            )}
            {data.news.length > 0 && (
              <ul class="rows-plain frame" aria-label="Changes">
                {rowsOf(data.news.map(({ event }) => event)).map((row) => {
                  const keys = row.events.map(({ key }) => key);
                  return (
                    <NewsRow
                      key={row.key}
                      row={row}
                      unread={data.news.some((each) => each.unread && keys.includes(each.event.key))}
                      onRead={(on) => act(setRead(keys, on))}
                      onSnooze={(until) => act(snooze(keys, until))}
                    />
                  );
                })}
              </ul>
            )}
          </Part>
          {data.cutLists.length > 0 && (
            <p class="muted small">
              Of {data.cutLists.join(', ')} the inbox shows changes of the first {MOST_OF_LIST} assets. Follow a narrower list to see all.
            </p>
          )}
          {data.snoozed > 0 && <p class="muted small">{plural(data.snoozed, 'item')} snoozed.</p>}
          {data.follows.length > 0 && (
            <Part title="What you follow" count={data.follows.length}>
              <ul class="rows-plain frame" aria-label="What you follow">
                {data.follows.map((follow) => (
                  <FollowRow key={follow.id} follow={follow} onEnd={() => act(setFollowed(follow, false))} />
                ))}
              </ul>
            </Part>
          )}
        </>
      )}
    </div>
  );
}

/** Read beside the rest: what each would change now is tried. */
function Suggestions({ onDecided }: { readonly onDecided: () => void }) {
  const { last, error, reload } = useLoad((signal) => readSuggestions(signal), []);
  const again = (): void => {
    reload();
    onDecided();
  };
  return (
    <>
      <Failure what="The suggestions could not be read." error={error} onRetry={reload} />
      {last && <SuggestionLists suggestions={last} onDecided={again} />}
    </>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly waits: FirstCards;
  /** Where the asset shows what waits. */
  readonly tab: string;
  readonly what: string;
  readonly kind: 'incident' | 'form';
  readonly act: (work: Promise<void>) => void;
}

/** So many of a kind leave the rest of the inbox in sight. */
const FIRST = 4;

function Waiting({ title, kind, waits: { cards, more }, tab, what, act }: WaitingProps) {
  if (cards.length + more === 0) return null;
  const end = ({ urn, name }: Card) => (
    <>
      <Link class="small" href={entityUrl(urn, tab)} aria-label={`${what}: ${name}`}>
        {what}
      </Link>
      <Snooze about={name} onSnooze={(until) => act(snooze([waitingId(kind, urn)], until))} />
    </>
  );
  return (
    <Part title={title} count={cards.length + more}>
      <EntityRows label={title} cards={cards.slice(0, FIRST)} end={end} />
      {cards.length > FIRST && (
        <details>
          <summary>{(cards.length - FIRST).toLocaleString('en')} more</summary>
          <EntityRows label={`${title}: more`} cards={cards.slice(FIRST)} end={end} />
        </details>
      )}
      {more > 0 && <p class="hint">{plural(more, 'asset')} more: they come when these are done.</p>}
    </Part>
  );
}

interface NewsRowProps {
  readonly row: ActivityRow;
  readonly unread: boolean;
  readonly onRead: (on: boolean) => void;
  readonly onSnooze: (until: number) => void;
}

function NewsRow({ row, unread, onRead, onSnooze }: NewsRowProps) {
  const [first, ...more] = row.events;
  return (
    <li class="bar spread">
      <div class="grow">
        <Told row={row} named mark={unread && <Badge tone="good">New</Badge>} />
      </div>
      <div class="line">
        <button type="button" class="plain small" onClick={() => onRead(unread)}>
          {unread ? 'Mark as read' : 'Mark as unread'}
        </button>
        <Snooze about={more.length > 0 ? plural(row.events.length, 'change') : shortName(first.urn)} onSnooze={onSnooze} />
      </div>
    </li>
  );
}

function FollowRow({ follow: { title, entity, page }, onEnd }: { readonly follow: Follow; readonly onEnd: () => void }) {
  return (
    <li class="bar spread">
      {entity === undefined ? (
        <Link href={page ?? '/search'} dir="auto">
          {title}
        </Link>
      ) : (
        <EntityLink urn={entity} />
      )}
      <button type="button" class="plain small" aria-label={`Unfollow ${title}`} onClick={onEnd}>
        Unfollow
      </button>
    </li>
  );
}

/** For how many days. */
const TIMES = [
  ['', 'Snooze…'],
  ['1', 'Until tomorrow'],
  ['7', 'For a week'],
  ['30', 'For a month'],
] as const;

/** Leaves something out of the inbox for a while. */
function Snooze({ about, onSnooze }: { readonly about: string; readonly onSnooze: (until: number) => void }) {
  return (
    <Select
      class="small"
      label={`Snooze: ${about}`}
      value=""
      options={TIMES}
      onChoose={(days) => days !== '' && onSnooze(Date.now() + Number(days) * DAY_MS)}
    />
  );
}
