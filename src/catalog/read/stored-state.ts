/**
 * Stored aspects as readers use them. Most of them are sent as they are, so a value is parsed only when somebody needs a part of it.
 */
import type { StoredAspect } from '../../graph/changes.ts';
import type { Value } from '../../model/json.ts';
import type { AspectState, SystemMetadata } from '../state.ts';

/** The latest version of an aspect that was read to be shown. */
export function storedState(stored: StoredAspect): AspectState {
  return new StoredState(stored);
}

// Classes, because an answer of a thousand entities has ten thousand of these: a closure for each field would cost more than the fields.

class StoredState implements AspectState {
  readonly seq: number;
  readonly value: Value;
  readonly at: number;
  readonly by: string;
  readonly firstAt: number;
  readonly firstBy: string;
  readonly metaText: string;
  #meta: SystemMetadata | undefined;

  constructor({ seq, value, at, by, firstAt, firstBy, meta }: StoredAspect) {
    this.seq = seq;
    this.value = new StoredValue(value);
    this.at = at;
    this.by = by;
    this.firstAt = firstAt;
    this.firstBy = firstBy;
    this.metaText = meta;
  }

  get meta(): SystemMetadata {
    this.#meta ??= JSON.parse(this.metaText) as SystemMetadata;
    return this.#meta;
  }
}

class StoredValue implements Value {
  readonly text: string;
  #json: unknown;

  constructor(text: string) {
    this.text = text;
  }

  get json(): unknown {
    this.#json ??= JSON.parse(this.text);
    return this.#json;
  }
}
