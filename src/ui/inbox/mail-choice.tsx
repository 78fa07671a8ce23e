/**
 * Whether mails tell of changes, and of what waits for the reader. A mail links here with what ends them: `/inbox?mail=never`.
 */
import { useEffect, useRef } from 'preact/hooks';
import { type MailWish, setMail } from '../api/following.ts';
import { Choice } from '../parts/choice.tsx';
import { navigate, useRoute, withQuery } from '../route.ts';

const WISHES: readonly (readonly [MailWish, string])[] = [
  ['never', 'Never'],
  ['each', 'As it happens'],
  ['daily', 'Once a day'],
];

export function MailChoice({ mail, onFailure }: { readonly mail: MailWish; readonly onFailure: (error: unknown) => void }) {
  const route = useRoute();
  const ends = route.query.get('mail') === 'never';
  const failed = useRef(onFailure);
  failed.current = onFailure;
  useEffect(() => {
    if (!ends) return;
    setMail('never').then(
      () => navigate(withQuery(route, { mail: undefined, stopped: 'true' }), { replace: true }),
      (error: unknown) => failed.current(error),
    );
  }, [ends, route]);
  return (
    <div class="bar">
      <Choice
        label="News by mail"
        value={mail}
        options={WISHES}
        onChoose={(value) => {
          const wish = WISHES.find(([id]) => id === value)?.[0] ?? 'never';
          setMail(wish).catch(onFailure);
        }}
      />
      <span class="muted small" role="status">
        {route.query.has('stopped') && mail === 'never' ? 'You get no more mails.' : 'To the address of your profile.'}
      </span>
    </div>
  );
}
