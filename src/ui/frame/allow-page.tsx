/**
 * `/allow`: a program on the reader's computer asks whether it may act for them. The address has its parameters of OAuth, the PKCE challenge among
 * them.
 */
import { type Answer, request } from '../api/client.ts';
import { whoIs } from '../api/who.ts';
import { Failure } from '../parts/failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWork } from '../parts/use-work.ts';
import { Link, useRoute } from '../route.ts';

const SENT = ['client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method', 'state'];

export function AllowPage() {
  useTitle('Allow a program');
  const { query } = useRoute();
  const { data: who, error, loading, reload } = useLoad(() => whoIs(undefined), []);
  const { busy, error: refused, run } = useWork();
  const allow = (): Promise<void> =>
    run(async () => {
      const body = Object.fromEntries(SENT.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
      const { redirect } = await request<Answer<'/auth/oauth2/allow', 'post'>>('auth/oauth2/allow', { method: 'POST', body, secret: true });
      location.assign(redirect);
    });
  return (
    <div class="page stack far sign-in">
      {loading && <Spinner label="Asking the catalog" />}
      <Failure error={error} onRetry={reload} />
      {who && (
        <section class="card form" aria-labelledby="allow">
          <h1 id="allow">May this program act for you?</h1>
          <p>
            A program on this computer that calls itself <strong>{programIn(query.get('client_id') ?? '')}</strong> asks for your rights, {who.name}:
            it will read and change what you may. Allow it only if you have just started it.
          </p>
          <p class="muted">You end it where your tokens are listed, by revoking its token.</p>
          <Failure error={refused} />
          <div class="actions">
            <Link class="button" href="/">
              Do not
            </Link>
            <button type="button" class="primary" disabled={busy} onClick={allow}>
              Allow
            </button>
          </div>
        </section>
      )}
    </div>
  );
}

/** The name that a program has given itself, which is the first part of its id. */
function programIn(client: string): string {
  try {
    const bytes = Uint8Array.from(atob((client.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) || 'a program';
  } catch {
    return 'a program';
  }
}
