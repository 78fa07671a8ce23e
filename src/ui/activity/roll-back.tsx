import { type Rollback, rollBack } from '../api/past.ts';
import { plural } from '../data/words.ts';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useWork } from '../parts/use-work.ts';

const SHOWN = 10;

interface RollBackProps {
  readonly runId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RollBackDialog({ runId, onClose, onDone }: RollBackProps) {
  const { data, error, reload } = useLoad((signal) => rollBack(runId, true, signal), [runId]);
  const { busy, error: failed, run } = useWork();
  const begin = (): Promise<void> =>
    run(async () => {
      await rollBack(runId, false);
      onDone();
    });
  return (
    <Dialog title="Roll back this run?" onClose={onClose}>
      <p>
        Everything that the run <code>{runId}</code> wrote, and that nobody has written since, goes back to what it was before.
      </p>
      <Loading data={data} label="Looking what would change" error={error} onRetry={reload} />
      {data && <WhatChanges rollback={data} />}
      <Failure error={failed} />
      <FormButtons label={busy ? 'Rolling back…' : 'Roll back'} onCancel={onClose} onYes={begin} danger disabled={busy || !data} />
    </Dialog>
  );
}

function WhatChanges({ rollback }: { readonly rollback: Rollback }) {
  const { aspectsReverted, entitiesDeleted, timeseriesRowsDeleted = 0, unsafeEntitiesCount, aspectRowSummaries } = rollback;
  const urns = [...new Set(aspectRowSummaries.map(({ urn }) => urn))];
  return (
    <>
      <ul class="bullets stack close" aria-label="What will change">
        <li>{plural(aspectsReverted, 'aspect')} will go back</li>
        {entitiesDeleted > 0 && <li>{plural(entitiesDeleted, 'entity', 'entities')} that the run made will be deleted</li>}
        {timeseriesRowsDeleted > 0 && <li>{plural(timeseriesRowsDeleted, 'point')} of timeseries will be deleted</li>}
        {unsafeEntitiesCount > 0 && <li>{plural(unsafeEntitiesCount, 'entity', 'entities')} will stay, because others have written to them</li>}
      </ul>
      <ul class="bulk-differences" aria-label="Assets that will change">
        {urns.slice(0, SHOWN).map((urn) => (
          <li key={urn}>
            <EntityLink urn={urn} />
          </li>
        ))}
        {urns.length > SHOWN && <li class="muted small">and {(urns.length - SHOWN).toLocaleString('en')} more</li>}
      </ul>
    </>
  );
}
