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
import { Ask } from '../parts/ask.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { TextField } from '../parts/field.tsx';
import { Loading } from '../parts/loading.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';

interface WebhookActionsProps {
  readonly webhook: Webhook;
  /** Gets the secret, if there is a new one. */
  readonly onChanged: (secret: string | undefined) => void;
}

type Open = 'rotate' | 'replay' | 'delete' | 'deliveries';

export function Actions({ webhook, onChanged }: WebhookActionsProps) {
  const { id, state } = webhook;
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const { error, run } = useWork();
  const [said, say] = useState('');
  const name = webhook.name || id;
  const close = (): void => setOpen(undefined);
  const done = (secret?: string): void => {
    close();
    onChanged(secret);
  };
  const turn = (): Promise<void> =>
    run(async () => {
      await (state === 'active' ? pauseWebhook(id) : resumeWebhook(id));
      done();
    });
  const test = (): Promise<void> =>
    run(async () => {
      const { accepted, status, error: why } = await pingWebhook(id);
      say(accepted ? `The target accepted the test event (${status})` : `The target did not accept the test event: ${why}`);
      done();
    });
  const opener = (what: Open, label: string) => (
    <button type="button" class="small" aria-label={`${label} ${name}`} onClick={() => setOpen(what)}>
      {label}…
    </button>
  );
  return (
    <div class="webhook-actions bar close">
      <Button
        label={state === 'active' ? 'Pause' : 'Resume'}
        class="small"
        aria-label={`${state === 'active' ? 'Pause' : 'Resume'} ${name}`}
        onClick={turn}
      />
      <Button label="Test" class="small" aria-label={`Test ${name}`} onClick={test} />
      {opener('deliveries', 'Deliveries')}
      {opener('replay', 'Replay')}
      {opener('rotate', 'Rotate')}
      {opener('delete', 'Delete')}
      <p class="small" role="status">
        {said}
      </p>
      <Failure error={error} />
      {open === 'deliveries' && <Deliveries id={id} onClose={close} />}
      {open === 'replay' && <Replay webhook={webhook} onDone={done} onClose={close} />}
      {open === 'rotate' && (
        <Ask title={`Rotate the secret of ${name}?`} yes="Rotate" danger onYes={async () => done(await rotateWebhook(id))} onClose={close}>
          <p>Cairn makes a new secret. The earlier one also signs for 24 hours, so that you have time to change the receiver.</p>
        </Ask>
      )}
      {open === 'delete' && (
        <Ask title={`Delete ${name}?`} yes="Delete" danger onYes={() => deleteWebhook(id).then(() => done())} onClose={close}>
          <p>Cairn sends nothing to it any more. Its subscriptions are deleted, too.</p>
        </Ask>
      )}
    </div>
  );
}

interface ReplayProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Replay({ webhook: { id, seq }, onDone, onClose }: ReplayProps) {
  const [after, setAfter] = useState(String(seq));
  const replay = async (): Promise<void> => {
    await replayWebhook(id, Number(after));
    onDone();
  };
  return (
    <Ask title="Send changes again" yes="Replay" onYes={replay} onClose={onClose}>
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
    </Ask>
  );
}

function Deliveries({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, reload } = useLoad((signal) => readDeliveries(id, signal), [id]);
  return (
    <Dialog title="Latest deliveries" onClose={onClose}>
      <Loading data={data} label="Loading the deliveries" error={error} onRetry={reload} />
      {data?.length === 0 && <p class="muted">None yet.</p>}
      <ul class="stack close breaks">
        {data?.map((each) => (
          <li key={`${each.id}${each.at}`}>
            <Time ms={each.at} /> · commit {each.seq} · {each.ms} ms · {each.error ?? `accepted (${each.status})`}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
