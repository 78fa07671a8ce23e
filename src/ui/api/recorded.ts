/**
 * The requests of the page that is shown: what a reader sees can be asked for again, outside the pages. Tokens are never recorded.
 */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** More are of no use in a list. */
const MOST = 40;

let requests: readonly RecordedRequest[] = [];

/** Adds a request; one that was sent before moves to the end. */
export function recordRequest(request: RecordedRequest): void {
  const same = keyOf(request);
  requests = [...requests.filter((each) => keyOf(each) !== same), request].slice(-MOST);
}

/** Begins anew, for another page. */
export function forgetRequests(): void {
  requests = [];
}

/** In the order in which they were sent. */
export function recorded(): readonly RecordedRequest[] {
  return requests;
}

function keyOf({ method, address, body }: RecordedRequest): string {
  return `${method} ${address} ${body === undefined ? '' : JSON.stringify(body)}`;
}
