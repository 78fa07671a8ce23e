/**
 * How good the data of an asset is: incidents, checks with their results, the contract.
 */
import { useContext, useState } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { type Check, type Quality, readQuality } from '../../api/results.ts';
import { words } from '../../data/numbers.ts';
import { plural } from '../../data/words.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Part } from '../../parts/part.tsx';
import { Records } from '../../parts/records.tsx';
import { ResultBadge } from '../../parts/result-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link } from '../../route.ts';
import { OfPage } from '../page-context.ts';
import { IncidentCard } from './incident-card.tsx';
import { NewIncidentDialog } from './new-incident.tsx';
import { Strip } from './strip.tsx';

interface QualityTabProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

export function QualityTab({ entity: { urn }, onSaved }: QualityTabProps) {
  const { data, error, reload } = useLoad((signal) => readQuality(urn, signal), [urn]);
  const [asking, ask] = useState(false);
  const { rights } = useContext(OfPage);
  if (!data) return <Loading label="Loading checks and incidents" error={error} onRetry={reload} />;
  // The head of the page counts open incidents, too.
  const saved = (what: string): void => {
    reload();
    onSaved(what);
  };
  const open = data.incidents.filter((incident) => incident.open);
  const closed = data.incidents.filter((incident) => !incident.open);
  return (
    <div class="parts stack">
      <div class="tab-tools bar far">
        <Verdict quality={data} />
        <span class="tab-tools-end line end">{rights?.mayReport && <Button label="Report an incident…" onClick={() => ask(true)} />}</span>
      </div>
      <Failure error={error} onRetry={reload} />
      {open.map((incident) => (
        <IncidentCard key={incident.urn} incident={incident} mayAct={rights?.mayReport === true} onSaved={() => saved('Incident saved')} />
      ))}
      {data.checks.length > 0 && <Checks checks={data.checks} contract={data.contract?.assertions ?? []} />}
      {data.contract && (
        <p class="muted">
          <Link href={entityUrl(data.contract.urn)}>The contract</Link> {data.contract.active ? 'promises' : 'will promise'}{' '}
          {plural(data.contract.assertions.length, 'of these checks', 'of these checks')}; they are marked.
        </p>
      )}
      {closed.length > 0 && (
        <Part title="Resolved incidents" count={closed.length}>
          {closed.map((incident) => (
            <IncidentCard key={incident.urn} incident={incident} mayAct={rights?.mayReport === true} onSaved={() => saved('Incident saved')} />
          ))}
        </Part>
      )}
      {data.checks.length + data.incidents.length === 0 && (
        <Empty title="Nothing checks this yet">
          <p>Tools that test data send their checks as assertions, and the results as assertion run events.</p>
        </Empty>
      )}
      {asking && (
        <NewIncidentDialog
          urn={urn}
          onClose={() => ask(false)}
          onSaved={() => {
            ask(false);
            saved('Incident reported');
          }}
        />
      )}
    </div>
  );
}

function Verdict({ quality: { checks, incidents } }: { readonly quality: Quality }) {
  const failed = checks.filter(({ results }) => ['FAILURE', 'ERROR'].includes(results[0]?.result ?? '')).length;
  const open = incidents.filter((incident) => incident.open).length;
  if (checks.length === 0) return <span class="muted">{open === 0 ? '' : plural(open, 'open incident')}</span>;
  return (
    <p class="verdict">
      <strong>
        {checks.length - failed} of {checks.length} {checks.length === 1 ? 'check' : 'checks'} passed
      </strong>
      {open > 0 && <span class="muted">, {plural(open, 'open incident')}</span>}
    </p>
  );
}

function Checks({ checks, contract }: { readonly checks: readonly Check[]; readonly contract: readonly string[] }) {
  return (
    <Records
      label="Checks, table"
      titles={['Check', 'Last result', 'Results so far', 'Checked']}
      records={checks.map(({ urn, type, about, results }) => ({
        key: urn,
        cells: [
          <>
            <Link href={entityUrl(urn)}>{about}</Link>
            <div class="muted small">
              {words(type)} {contract.includes(urn) && <Badge>Contract</Badge>}
            </div>
          </>,
          <ResultBadge key="result" result={results[0]?.result} />,
          <Strip key="results" results={results} />,
          <span key="at" class="nowrap">
            {results[0] && <Time ms={results[0].at} />}
          </span>,
        ],
      }))}
    />
  );
}
