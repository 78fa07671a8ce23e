/**
 * What one can do with a webhook.
 */
import { useState } from 'preact/hooks';
import {
  deleteWebhook,
  pauseWebhook,
  pingWebhook,
  readDeliveries,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
  type Webhook,
} from '../api/webhooks.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';

interface ActionsProps {
  readonly webhook: Webhook;
  /** Gets the secret, if there is a new one. */
  readonly onChanged: (secret: string | undefined) => void;
}

type Open = 'rotate' | 'replay' | 'delete' | 'deliveries';

export function Actions({ webhook, onChanged }: ActionsProps) {
  const { id, state } = webhook;
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [said, say] = useState('');
  const name = webhook.name || id;
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setError(undefined);
    try {
      const secret = await work();
      setOpen(undefined);
      onChanged(typeof secret === 'string' ? secret : undefined);
    } catch (thrown) {
      setError(thrown);
    }
  };
  const test = (): Promise<void> =>
    run(async () => {
      const { accepted, status, error: why } = await pingWebhook(id);
      say(accepted ? `The target accepted the test event (${status})` : `The target did not accept the test event: ${why}`);
    });
  const opener = (what: Open, label: string) => (
    <button type="button" class="small" aria-label={`${label} ${name}`} onClick={() => setOpen(what)}>
      {label}…
    </button>
  );
  return (
    <div class="webhook-actions bar close">
      <button
        type="button"
        class="small"
        aria-label={`${state === 'active' ? 'Pause' : 'Resume'} ${name}`}
        onClick={() => run(() => (state === 'active' ? pauseWebhook(id) : resumeWebhook(id)))}
      >
        {state === 'active' ? 'Pause' : 'Resume'}
      </button>
      <button type="button" class="small" aria-label={`Test ${name}`} onClick={test}>
        Test
      </button>
      {opener('deliveries', 'Deliveries')}
      {opener('replay', 'Replay')}
      {opener('rotate', 'Rotate')}
      {opener('delete', 'Delete')}
      <p class="small" role="status">
        {said}
      </p>
      {error !== undefined && open === undefined && <Failure error={error} />}
      {open === 'deliveries' && <Deliveries id={id} onClose={() => setOpen(undefined)} />}
      {open === 'replay' && (
        <Replay webhook={webhook} error={error} onReplay={(after) => run(() => replayWebhook(id, after))} onClose={() => setOpen(undefined)} />
      )}
      {open === 'rotate' && (
        <Ask
          title={`Rotate the secret of ${name}?`}
          yes="Rotate"
          error={error}
          onYes={() => run(() => rotateWebhook(id))}
          onClose={() => setOpen(undefined)}
        >
          Cairn makes a new secret. The earlier one also signs for 24 hours, so that you have time to change the receiver.
        </Ask>
      )}
      {open === 'delete' && (
        <Ask title={`Delete ${name}?`} yes="Delete" error={error} onYes={() => run(() => deleteWebhook(id))} onClose={() => setOpen(undefined)}>
          Cairn sends nothing to it any more. Its subscriptions are deleted, too.
        </Ask>
      )}
    </div>
  );
}

interface AskProps {
  readonly title: string;
  readonly yes: string;
  readonly error: unknown;
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly children: string;
}

function Ask({ title, yes, error, onYes, onClose, children }: AskProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {error !== undefined && <Failure error={error} />}
      <FormButtons label={yes} onCancel={onClose} onYes={onYes} danger />
    </Dialog>
  );
}

interface ReplayProps {
  readonly webhook: Webhook;
  readonly error: unknown;
  readonly onReplay: (after: number) => void;
  readonly onClose: () => void;
}

function Replay({ webhook: { seq }, error, onReplay, onClose }: ReplayProps) {
  const [after, setAfter] = useState(String(seq));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onReplay(Number(after));
  };
  return (
    <Dialog title="Send changes again" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <TextField
          id="webhook-after"
          label="After commit"
          type="number"
          min="0"
          required
          value={after}
          onType={setAfter}
          hint={<>The target has everything up to commit {seq}. Cairn sends everything after the commit that you name.</>}
        />
        {error !== undefined && <Failure error={error} />}
        <FormButtons label="Replay" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Deliveries({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, reload } = useLoad((signal) => readDeliveries(id, signal), [id]);
  return (
    <Dialog title="Latest deliveries" onClose={onClose}>
      <Loading data={data} label="Loading the deliveries" error={error} onRetry={reload} />
      {data?.length === 0 && <p class="muted">None yet.</p>}
      <ul class="webhook-deliveries stack close breaks">
        {data?.map((each) => (
          <li key={`${each.id}${each.at}`}>
            <Time ms={each.at} /> · commit {each.seq} · {each.ms} ms · {each.error ?? `accepted (${each.status})`}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
