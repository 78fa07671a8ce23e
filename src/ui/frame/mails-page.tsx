/**
 * `/mails`: where the link of a mail leads a browser. It asks before it stops the mails: programs that look at links stop nothing.
 */
import { useState } from 'preact/hooks';
import { requestText } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Failure } from '../parts/failure.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useWork } from '../parts/use-work.ts';
import { Link, useRoute } from '../route.ts';

export function MailsPage() {
  useTitle('Mails');
  const { query } = useRoute();
  const [stopped, stop] = useState(false);
  const { busy, error, run } = useWork();
  const leave = (): Promise<void> =>
    run(async () => {
      const link = { person: query.get('person') ?? '', signature: query.get('signature') ?? '' };
      await requestText('unsubscribe', { method: 'POST', query: link, secret: true });
      stop(true);
    });
  return (
    <div class="page stack far">
      <Empty title={stopped ? 'There will be no more mails' : 'Stop the mails about what you follow?'} level={1}>
        <p>
          What changes stays in your <Link href="/inbox">inbox</Link>, which also turns mails on again.
        </p>
        <Failure error={error} />
        {!stopped && (
          <p>
            <Button label="Stop the mails" class="primary" disabled={busy} onClick={leave} />
          </p>
        )}
      </Empty>
    </div>
  );
}
