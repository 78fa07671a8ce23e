import { useEffect } from 'preact/hooks';
import { isOf, onFollowing, readFollowing, type Subject, setFollowed } from '../api/following.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { useLoad } from './use-load.ts';
import { useMay } from './use-rights.ts';
import { useWork } from './use-work.ts';

/** Follows an entity or a list with one click, and ends it with another. What changes comes into the inbox. */
export function FollowButton({ title, entity, page }: Subject) {
  const { data, reload } = useLoad(() => readFollowing(), []);
  const mayWrite = useMay('write');
  const { busy, error: failed, forget, run } = useWork();
  useEffect(() => onFollowing(reload), [reload]);
  const subject: Subject = { title, ...(entity === undefined ? {} : { entity }), ...(page === undefined ? {} : { page }) };
  const followed = data?.follows.some((each) => isOf(subject, each)) === true;
  if (!mayWrite) return null;
  return (
    <>
      <Button
        label={followed ? 'Following' : 'Follow'}
        aria-label={`${followed ? 'Following' : 'Follow'} ${title}`}
        title="Changes come into your inbox"
        disabled={busy}
        onClick={() => run(() => setFollowed(subject, !followed))}
      />
      {failed !== undefined && (
        <Dialog title={`Follow ${title}`} onClose={forget}>
          <Failure error={failed} />
        </Dialog>
      )}
    </>
  );
}
