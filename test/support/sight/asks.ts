/** A request of the proof, without the store that it is sent to. */
export interface Ask {
  /** The row of the API. */
  readonly row: string;
  readonly method: string;
  /** `@time:n@`, here and in the body, is the time after a part of the writes: that of the store that is asked. `@cursor@` is its last cursor. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** How to ask for the next page. */
  readonly next?: Ask;
}
