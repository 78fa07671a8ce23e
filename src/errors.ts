/**
 * Every refusal that Cairn can answer with, and what it is called on each face.
 * A refusal is made where the rule stands; only `http/errors.ts` turns it into a body.
 */

/** One refused value: where it stands, what was expected there, what came. */
export interface Detail {
  pointer: string;
  expected: string;
  got?: unknown;
}

/** Characters of a message at most, and of one text in it or beside it: people read them, and an answer is no echo of its request. */
const MOST_MESSAGE = 4_000;
const MOST_TEXT = 200;
/** Parts of a value that is shown back, its own included. */
const MOST_PARTS = 50;

/** A text as it is shown back: long ones lose their middle, and say how long they were. */
export function excerpt(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}… (${text.length} characters) …${text.slice(-half)}`;
}

/** A refused value as it is shown back: long texts cut, and no list or object that is too large to be read. */
export function shown(value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  if (typeof value !== 'object' || value === null) return value;
  if (partsOf(value, MOST_PARTS) > MOST_PARTS) return Array.isArray(value) ? `a list of ${value.length}` : 'an object';
  if (Array.isArray(value)) return value.map(shown);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [excerpt(key), shown(inner)]));
}

/** How many values there are in a value; beyond `most` nothing is counted. */
function partsOf(value: unknown, most: number): number {
  let parts = 1;
  if (typeof value === 'object' && value !== null) {
    for (const name in value) {
      parts += partsOf((value as Record<string, unknown>)[name], most - parts);
      if (parts > most) break;
    }
  }
  return parts;
}

function readableDetail({ pointer, expected, ...rest }: Detail): Detail {
  const cut = { pointer: excerpt(pointer), expected: excerpt(expected, MOST_MESSAGE) };
  return 'got' in rest ? { ...cut, got: shown(rest.got) } : cut;
}

/** A message in which what was sent is repeated no longer than it can be read. */
function readableMessage(message: string, details: readonly Detail[]): string {
  let text = message;
  for (const { got } of details) {
    if (typeof got === 'string' && got.length > MOST_TEXT) text = text.replaceAll(got, () => excerpt(got));
  }
  return excerpt(text, MOST_MESSAGE);
}

interface Row {
  /** Status on the OpenAPI, GraphQL and system faces. */
  readonly status: number;
  /** Status on the legacy (RPC) face, where it differs (docs/semantics.md 1.1). */
  readonly rpcStatus?: number;
  /** The `error` text of the OpenAPI body, where the message alone is not it (docs/semantics.md 1.2). */
  readonly title?: string;
}

/** A row an error, a column a face. */
const TABLE = {
  malformed: { status: 400 },
  notJson: { status: 400, title: 'Invalid JSON format' },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  notFound: { status: 404 },
  methodNotAllowed: { status: 405 },
  lengthMismatch: { status: 412 },
  precondition: { status: 412, rpcStatus: 422, title: 'Precondition Error' },
  tooLarge: { status: 413 },
  unsupportedMediaType: { status: 415 },
  misdirected: { status: 421 },
  invalid: { status: 400, rpcStatus: 422, title: 'Validation Error' },
  unknownName: { status: 400, rpcStatus: 422 },
  tooManyRequests: { status: 429 },
  internal: { status: 500 },
  notImplemented: { status: 501 },
  unavailable: { status: 503 },
} as const satisfies Record<string, Row>;

export type Code = keyof typeof TABLE;

/** A request that Cairn will not carry out, in words for the person who sent it. */
export class Refusal extends Error {
  readonly code: Code;
  readonly details: readonly Detail[];
  /** Seconds after which the same request may succeed (`Retry-After`). */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, options: { details?: readonly Detail[]; retryAfter?: number; cause?: unknown } = {}) {
    const details = options.details ?? [];
    super(readableMessage(message, details), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = details.slice(0, MOST_PARTS).map(readableDetail);
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return TABLE[this.code].status;
  }

  get rpcStatus(): number {
    const row: Row = TABLE[this.code];
    return row.rpcStatus ?? row.status;
  }

  get title(): string | undefined {
    const row: Row = TABLE[this.code];
    return row.title;
  }
}

/** 400: the request cannot be read as what it should be. */
export function malformed(message: string, details: readonly Detail[] = []): Refusal {
  return new Refusal('malformed', message, { details });
}

/** 422 (RPC) or 400 (OpenAPI): a schema or a rule says no. */
export function invalid(message: string, details: readonly Detail[] = []): Refusal {
  return new Refusal('invalid', message, { details });
}

/** A name that the model does not have: entity type, aspect, record. */
export function unknownName(message: string, details: readonly Detail[] = []): Refusal {
  return new Refusal('unknownName', message, { details });
}

export function notFound(message: string): Refusal {
  return new Refusal('notFound', message);
}

/** A conditional header does not hold: 422 (RPC) or 412 (OpenAPI), docs/semantics.md 4.4. */
export function precondition(message: string): Refusal {
  return new Refusal('precondition', message);
}

/** 413: more than Cairn takes in one request. */
export function tooLarge(message: string, details: readonly Detail[] = []): Refusal {
  return new Refusal('tooLarge', message, { details });
}

/** An engine is away. `retryAfter` in seconds. */
export function unavailable(message: string, cause?: unknown, retryAfter = 2): Refusal {
  return new Refusal('unavailable', message, { retryAfter, cause });
}

/**
 * A mistake that stops the start, told in one sentence that says what to do. `main.ts` prints it and exits with 1.
 */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartError';
  }
}
