/**
 * What a test of the connection finds.
 */
import type { ConnectionTest } from '../data/run-report.ts';
import { isAtWork, stateOf } from '../data/run-report.ts';
import { Loading } from '../parts/loading.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Log } from './log.tsx';
import { useExecution } from './use-execution.ts';

export function TestResult({ urn }: { readonly urn: string }) {
  const { data, error, reload } = useExecution(urn);
  if (!data) return <Loading error={error} label="Testing the connection" onRetry={reload} />;
  const { status, report } = data;
  if (isAtWork(status)) return <Spinner label={status === undefined ? 'Waiting for the executor' : 'Testing the connection'} />;
  return (
    <div class="stack close" role="status">
      {report.test ? (
        <Found test={report.test} />
      ) : (
        <p class={status === 'SUCCESS' ? 'strong' : 'failure'}>The test: {stateOf(status).words.toLowerCase()}.</p>
      )}
      {!report.test?.connected && <Log text={report.log} />}
    </div>
  );
}

function Found({ test: { connected, reason, abilities } }: { readonly test: ConnectionTest }) {
  const lacking = abilities.filter(({ capable }) => !capable);
  return (
    <>
      <p class={connected ? 'strong' : 'failure breaks'}>
        {connected ? 'Connected.' : 'Not connected.'} {!connected && reason}
      </p>
      {lacking.length > 0 && (
        <ul class="stack close small" aria-label="What the user may not do">
          {lacking.map(({ name, reason: why }) => (
            <li key={name} class="breaks">
              {name}: {why ?? 'not possible'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
