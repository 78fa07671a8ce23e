import type { Values } from './values.ts';

/** A request of the proof, without the store that it is sent to. */
export interface Ask {
  /** The row of the API. */
  readonly row: string;
  readonly method: string;
  /** `@time:n@`, here and in the body, is the time after a part of the writes: that of the store that is asked. `@cursor@` is its last cursor. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Would it change what is hidden? That this is not allowed may say that the name is taken (SECURITY.md). */
  readonly changesHidden?: true;
  /** How to ask for the next page. */
  readonly next?: Ask;
}

/** What can be asked of an API. */
export interface Row {
  readonly row: string;
  /** The whole catalog is refused to who sees a part. What changes something is asked for with names of what is hidden only. */
  readonly about?: 'whole' | 'hidden';
  ask(values: Values): Ask;
  /** Parameters that nobody has said a value of. */
  readonly unknown?: (values: Values) => string[];
}
