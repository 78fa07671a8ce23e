/**
 * A signal that ends a request which takes too long. `AbortSignal.any` with `AbortSignal.timeout` does not do: if garbage is collected while the
 * request waits, Node 20 forgets the time limit, and the request waits for ever.
 */

/**
 * @param ms after this time the signal aborts, with a `TimeoutError`
 * @param over aborts it earlier, with its own reason
 */
export function timeLimit(ms: number, over?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError')), ms).unref();
  const end = (): void => {
    clearTimeout(timer);
    limit.abort(over?.reason);
  };
  if (over?.aborted) end();
  else over?.addEventListener('abort', end, { once: true, signal: limit.signal });
  return limit.signal;
}
