/**
 * `/hooks`: lists webhooks, creates them, and shows what becomes of their deliveries.
 */
import { useState } from 'preact/hooks';
import { listWebhooks, type Webhook } from '../api/webhooks.ts';
import { plural } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Secret } from '../parts/secret.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { Actions } from './actions.tsx';
import { NewWebhook } from './new-webhook.tsx';

const TONES = { active: 'good', paused: 'plain', suspended: 'bad' } as const;
const WORDS = { active: 'Active', paused: 'Paused', suspended: 'Set aside' } as const;

export function WebhooksPage() {
  useTitle('Webhooks');
  const { data, error, reload } = useLoad((signal) => listWebhooks(signal), []);
  const mayChange = useMay('manageSystemOperations');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const shown = (made: string | undefined): void => {
    setMaking(false);
    setSecret(made);
    reload();
  };
  return (
    <div class="page stack far">
      <PageHead title="Webhooks" about="Addresses to which Cairn sends the changes of the catalog, in order and signed." handbook="docs/webhooks">
        {mayChange && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            New webhook
          </button>
        )}
      </PageHead>
      <Loading data={data} label="Loading the webhooks" error={error} onRetry={reload} />
      {data && data.length > 0 && <WebhookTable webhooks={data} mayChange={mayChange} onChanged={shown} />}
      {data?.length === 0 && (
        <Empty title="There are no webhooks yet">
          <p>Create one to let another program know what changes here.</p>
        </Empty>
      )}
      {making && (
        <Dialog title="New webhook" onClose={() => setMaking(false)}>
          <NewWebhook onMade={shown} onCancel={() => setMaking(false)} />
        </Dialog>
      )}
      {secret !== undefined && (
        <Secret title="The secret of the webhook" secret={secret} onClose={() => setSecret(undefined)}>
          Cairn signs its requests with this secret. Copy it to the receiver now: Cairn never shows it again.
        </Secret>
      )}
    </div>
  );
}

interface TableProps {
  readonly webhooks: readonly Webhook[];
  readonly mayChange: boolean;
  /** Gets the secret, if there is a new one. */
  readonly onChanged: (secret: string | undefined) => void;
}

function WebhookTable({ webhooks, mayChange, onChanged }: TableProps) {
  return (
    <Table label="Webhooks" titles={['Target', 'Sends', 'State', 'Last delivery', mayChange && 'Actions']}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td>
            <strong>{webhook.name || webhook.id}</strong>
            <div class="muted small">{webhook.url}</div>
          </td>
          <td>{sent(webhook)}</td>
          <td>
            <Badge tone={TONES[webhook.state]}>{WORDS[webhook.state]}</Badge>
            <div class="muted small">{webhook.reason ?? (webhook.behind > 0 ? `${plural(webhook.behind, 'commit')} behind` : '')}</div>
          </td>
          <td>
            <LastDelivery webhook={webhook} />
          </td>
          {mayChange && (
            <td>
              <Actions webhook={webhook} onChanged={onChanged} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function sent({ sends, filter }: Webhook): string {
  const parts = Object.values(filter).flat();
  const what = sends === 'subscriptions' ? 'Subscriptions' : 'Changes';
  return parts.length === 0 ? what : `${what}: ${parts.slice(0, 5).join(', ')}${parts.length > 5 ? ', …' : ''}`;
}

function LastDelivery({ webhook: { lastDelivery, failures } }: { readonly webhook: Webhook }) {
  if (!lastDelivery) return <span class="muted">None yet</span>;
  const { at, error, status } = lastDelivery;
  return (
    <>
      <Time ms={at} />
      <div class="muted small">{error === undefined ? `Accepted (${status})` : `Failed ${plural(failures, 'time')}: ${error}`}</div>
    </>
  );
}
