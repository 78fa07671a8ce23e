/**
 * Why nobody comes in by an identity provider.
 */
import { isRecord } from '../../model/path.ts';

/** The page that signs in has a sentence for each. */
export type SignInFailure = 'provider-away' | 'provider-refused' | 'provider-wrong' | 'sign-in-lost' | 'no-name';

export class ProviderFailure extends Error {
  readonly failed: SignInFailure;

  constructor(failed: SignInFailure, cause: unknown) {
    super(reasonIn(cause), { cause });
    this.failed = failed;
  }
}

/** For the log: what was wrong, and beneath. */
export function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message : isRecord(cause) && typeof cause.error === 'string' ? cause.error : undefined;
  return inner === undefined || error.message.includes(inner) ? error.message : `${error.message} (${inner})`;
}
