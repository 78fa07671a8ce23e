/**
 * Who hears about changes of an entity, and a button to subscribe somebody.
 */
import { useState } from 'preact/hooks';
import { listSubscriptions, listWebhooks, subscribe, unsubscribe } from '../api/webhooks.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { useMay } from '../parts/use-rights.ts';
import { useWork } from '../parts/use-work.ts';
import { Link } from '../route.ts';

export function TellMe({ urn }: { readonly urn: string }) {
  const { data, error, reload } = useLoad((signal) => listSubscriptions(urn, signal), [urn]);
  const webhooks = useLoad((signal) => listWebhooks(signal), []);
  const mayChange = useMay('manageSystemOperations');
  const delivers = mayChange && webhooks.data?.some(({ sends }) => sends === 'subscriptions') === true;
  const [asking, ask] = useState(false);
  const { error: failed, run } = useWork();
  const end = (id: string): Promise<void> =>
    run(async () => {
      await unsubscribe(id);
      reload();
    });
  // Who wants to hear about it without a webhook follows it.
  if (!data?.length && !delivers && error === undefined) return null;
  return (
    <section class={data?.length ? 'side-section stack close breaks' : 'side-section stack close breaks is-empty'}>
      <div class="side-head line spread flush">
        <h2>Subscribers</h2>
        {delivers && <Button label="+ Tell me" class="plain small" onClick={() => ask(true)} />}
      </div>
      <Failure error={error} onRetry={reload} />
      <Failure error={failed} />
      {data && data.length > 0 && (
        <ul class="link-list">
          {data.map(({ id, person }) => (
            <Subscriber key={id} person={person} onRemove={mayChange ? () => end(id) : undefined} />
          ))}
        </ul>
      )}
      {asking && (
        <Dialog title="Tell me about changes" onClose={() => ask(false)}>
          <Subscribe
            urn={urn}
            onDone={() => {
              ask(false);
              reload();
            }}
          />
        </Dialog>
      )}
    </section>
  );
}

function Subscriber({ person, onRemove }: { readonly person: string; readonly onRemove: (() => void) | undefined }) {
  const name = useName(person);
  return (
    <li>
      <EntityLink urn={person} name={name} />
      {onRemove && <Button label="×" class="plain" aria-label={`Unsubscribe ${name}`} onClick={onRemove} />}
    </li>
  );
}

function Subscribe({ urn, onDone }: { readonly urn: string; readonly onDone: () => void }) {
  const { data, error, reload } = useLoad((signal) => listWebhooks(signal), []);
  const usable = (data ?? []).filter(({ sends }) => sends === 'subscriptions');
  const [webhook, choose] = useState<string | undefined>(undefined);
  const { error: failed, run } = useWork();
  const through = webhook ?? usable[0]?.id;
  const add = (person: string): Promise<void> =>
    run(async () => {
      if (through === undefined) return;
      await subscribe(through, person, urn);
      onDone();
    });
  if (!data) return <Loading label="Looking for webhooks" error={error} onRetry={reload} />;
  if (usable.length === 0) {
    return (
      <p>
        No webhook delivers subscriptions yet. <Link href="/hooks">Create one</Link> that sends what people have subscribed to.
      </p>
    );
  }
  return (
    <div class="form">
      <SelectField id="through" label="Through" value={through} options={usable.map(({ id, name }) => [id, name || id] as const)} onChoose={choose} />
      <EntityPicker label="Who wants to hear about it" types={['CORP_USER']} onPick={add} hint="A user: a name, or a URN" />
      <Failure error={failed} />
    </div>
  );
}
