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

interface Row {
  /** Status on the OpenAPI, GraphQL and system faces. */
  readonly status: number;
  /** Status on the legacy (RPC) face, where it differs (semantics 1.1). */
  readonly rpcStatus?: number;
  /** The `error` text of the OpenAPI body, where the message alone is not it (semantics 1.2). */
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
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.details = options.details ?? [];
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

/** A conditional header does not hold: 422 (RPC) or 412 (OpenAPI), semantics 4.4. */
export function precondition(message: string): Refusal {
  return new Refusal('precondition', message);
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
