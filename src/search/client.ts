/**
 * The connection to Typesense.
 */
export interface SearchAddress {
  readonly url: string;
  readonly apiKey: string;
}

const PROBE_TIMEOUT_MS = 2_000;

/** Does Typesense answer, and say that it has caught up? */
export async function searchAnswers({ url }: SearchAddress): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return response.ok && ((await response.json()) as { ok?: unknown }).ok === true;
  } catch {
    return false;
  }
}
