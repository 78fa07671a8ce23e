import { useState } from 'preact/hooks';
import { type RecordedRequest, recorded } from '../api/recorded.ts';
import { token } from '../api/token.ts';
import { Copy } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { address } from '../route.ts';
import { settings } from '../settings.ts';
import { curlOf, graphOf, inOrder, TOKEN, titleOf } from './call-text.ts';

/** The requests with which the page was made, as commands to copy. */
export function CallsDialog({ onClose }: { readonly onClose: () => void }) {
  // Later requests, such as those behind the dialog, do not move the list while it is read.
  const [calls] = useState(() => inOrder(recorded()));
  const signedIn = token() !== undefined;
  const curl = (call: RecordedRequest): string => curlOf(call, location.origin, signedIn);
  return (
    <Dialog title="This page as API calls" onClose={onClose} wide>
      <div class="calls stack">
        <p class="bar spread far">
          <span class="muted small">
            {signedIn ? (
              <>
                Put your token into <code>{TOKEN}</code>.
              </>
            ) : (
              'What this page has asked the server, the latest first.'
            )}{' '}
            <a href={address(`${settings.docs}/start`)}>Start with the API</a>
          </span>
          {calls.length > 1 && <Copy label="Copy all" text={() => calls.map(curl).join('\n\n')} />}
        </p>
        {calls.length === 0 && <Empty title="This page has not asked the server for anything" />}
        {calls.map((call, at) => (
          <Call key={`${call.method}${call.address}${at}`} call={call} curl={curl(call)} open={at === 0} />
        ))}
      </div>
    </Dialog>
  );
}

function Call({ call, curl, open }: { readonly call: RecordedRequest; readonly curl: string; readonly open: boolean }) {
  const graph = graphOf(call.body);
  const title = titleOf(call, settings.base);
  return (
    <details class="call" open={open}>
      <summary>
        <span class="badge">{call.method}</span> <code>{title}</code>
      </summary>
      <div class="call-text">
        <div class="actions">
          {graph && (
            <a
              class="button"
              href={address(`/api/graphiql?query=${encodeURIComponent(graph.query)}&variables=${encodeURIComponent(graph.variables)}`)}
            >
              Open in the console
            </a>
          )}
          <Copy label="Copy" about={title} text={() => curl} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <pre tabIndex={0}>
          <code>{curl}</code>
        </pre>
      </div>
    </details>
  );
}
