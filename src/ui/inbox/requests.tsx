/**
 * Requests for access in the inbox: what others ask for, and what became of the own ones.
 */
import { useState } from 'preact/hooks';
import { type AccessRequest, type AccessRequests, decideRequest } from '../api/requests.ts';
import { privilegeWords } from '../data/privileges.ts';
import { Button } from '../parts/button.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Part } from '../parts/part.tsx';
import { Select } from '../parts/select.tsx';
import { Time } from '../parts/time.tsx';

const DAYS = [1, 7, 30, 90, 365];

interface RequestsProps {
  readonly requests: AccessRequests;
  readonly act: (work: Promise<void>) => Promise<void>;
  readonly onChanged: () => void;
}

export function Requests({ requests: { mine, toDecide }, act, onChanged }: RequestsProps) {
  const decide = (urn: string, days: number | undefined) => act(decideRequest(urn, days)).then(onChanged);
  return (
    <>
      {toDecide.length > 0 && (
        <Part title="Requests for access" count={toDecide.length}>
          <ul class="rows-plain frame" aria-label="Requests for access">
            {toDecide.map((request) => (
              <Decide key={request.urn} request={request} decide={decide} />
            ))}
          </ul>
        </Part>
      )}
      {mine.length > 0 && (
        <Part title="What you have asked for" count={mine.length}>
          <ul class="rows-plain frame" aria-label="What you have asked for">
            {mine.map((request) => (
              <li key={request.urn} class="bar spread">
                <div class="grow breaks">
                  <Wish request={request} />
                  <p class="muted small">
                    {request.state === 'OPEN' && 'Not decided yet'}
                    {request.state === 'GRANTED' && 'Granted'}
                    {request.state === 'DECLINED' && 'Declined'}
                    {request.note && `: ${request.note}`}, until <Time ms={request.expiresAt} />
                  </p>
                </div>
                {request.state === 'OPEN' && <Button label="Withdraw" class="plain small" onClick={() => decide(request.urn, undefined)} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Wish({ request: { privilege, resource, reason } }: { readonly request: AccessRequest }) {
  return (
    <>
      <p>
        To {privilegeWords(privilege)}
        {resource !== null && (
          <>
            {' '}
            on <EntityLink urn={resource} />
          </>
        )}
      </p>
      {reason !== null && <p class="medium">{reason}</p>}
    </>
  );
}

interface DecideProps {
  readonly request: AccessRequest;
  readonly decide: (urn: string, days: number | undefined) => void;
}

function Decide({ request, decide }: DecideProps) {
  const [days, setDays] = useState(30);
  return (
    <li class="bar spread">
      <div class="grow breaks">
        <p class="strong">
          <EntityLink urn={request.user} /> asks for access
        </p>
        <Wish request={request} />
      </div>
      <div class="line">
        <Select
          label="For how long"
          value={String(days)}
          options={DAYS.map((each) => [String(each), each === 1 ? 'a day' : `${each} days`] as const)}
          onChoose={(chosen) => setDays(Number(chosen))}
        />
        <Button label="Grant" class="small primary" onClick={() => decide(request.urn, days)} />
        <Button label="Decline" class="small" onClick={() => decide(request.urn, undefined)} />
      </div>
    </li>
  );
}
