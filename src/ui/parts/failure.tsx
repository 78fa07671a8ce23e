import { ApiError } from '../api/client.ts';
import { refusalInWords } from '../data/privileges.ts';
import { Button } from './button.tsx';
import { refusedFor, WhyNot } from './why-not.tsx';

interface FailureProps {
  readonly error: unknown;
  /** A sentence: what of the page is missing because of it. */
  readonly what?: string | undefined;
  readonly onRetry?: () => void;
}

const intoSight = (box: Element | null): void => box?.scrollIntoView({ block: 'nearest' });

/** Says what went wrong, in plain words; nothing if nothing did. */
export function Failure({ error, what, onRetry }: FailureProps) {
  if (error === undefined) return null;
  const api = error instanceof ApiError ? error : undefined;
  const refused = api && refusedFor(api);
  // A form that says what is missing. Of anything else the page did not know.
  const isOwnWords = error instanceof Error && !api && error.name === 'Error';
  const message = error instanceof Error ? error.message : String(error);
  return (
    // Another failure is another box, which comes into sight again.
    <div key={message} ref={intoSight} class="failure stack close" role="alert">
      {!isOwnWords && <strong>{headline(api?.status)}</strong>}
      <p>
        {what} {refusalInWords(message)}
      </p>
      {refused && <WhyNot refused={refused} />}
      {api && !refused && api.details.length > 0 && (
        <ul>
          {api.details.map(({ pointer, expected, got }) => (
            <li key={`${pointer}${expected}`}>
              {pointer && <code>{pointer}</code>} {expected && `expected ${expected}`} {got !== undefined && `, got ${JSON.stringify(got)}`}
            </li>
          ))}
        </ul>
      )}
      {onRetry && <Button label="Try again" onClick={onRetry} />}
    </div>
  );
}

function headline(status: number | undefined): string {
  if (status === 404) return 'Not found';
  if (status === 401 || status === 403) return 'Not allowed';
  if (status === 409 || status === 412) return 'Somebody else changed it first';
  if (status === 0 || status === 503) return 'The catalog does not answer';
  if (status === 429) return 'Too many requests';
  if (status !== undefined && status < 500) return 'The catalog did not accept this';
  return 'Something went wrong';
}
