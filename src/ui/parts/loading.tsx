import { Failure } from './failure.tsx';
import { Spinner } from './spinner.tsx';

interface LoadingProps {
  /** What is read; undefined until it is there. */
  readonly data?: unknown;
  readonly error: unknown;
  /** What happens until then: "Loading the members". */
  readonly label?: string;
  /** A sentence for a failure: what of the page is missing because of it. */
  readonly what?: string;
  readonly onRetry: () => void;
}

/** Says that something is being read, then why that failed. Once it is there, says nothing. */
export function Loading({ data, error, label, what, onRetry }: LoadingProps) {
  if (error !== undefined) return <Failure error={error} what={what} onRetry={onRetry} />;
  return data === undefined ? <Spinner label={label} /> : null;
}
