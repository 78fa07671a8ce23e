import { useEffect } from 'preact/hooks';
import { onFollowing, usesInbox } from '../api/following.ts';
import { readInbox, unreadOf } from '../api/inbox.ts';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route.ts';

/** How often the number is read again, ms. */
const AGAIN_MS = 300_000;

/** Leads to the inbox, with how much in it is unread. A convenience: the inbox itself reports errors. */
export function InboxLink() {
  const { last, reload } = useLoad(async (signal) => (usesInbox() ? unreadOf(await readInbox(signal)) : 0), []);
  useEffect(() => onFollowing(reload), [reload]);
  useEffect(() => {
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const unread = last ?? 0;
  return (
    <Link href="/inbox" class="tool inbox-link" aria-label={unread > 0 ? `Inbox, ${unread} unread` : 'Inbox'} title="Inbox">
      <svg class="type-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M2.5 9.5 4 3.5h8l1.5 6v3h-11zM2.5 9.5H6a2 2 0 0 0 4 0h3.5" />
      </svg>
      {unread > 0 && (
        <span class="badge badge-bad number" aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
