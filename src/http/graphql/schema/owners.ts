/**
 * Which entity a part of an aspect belongs to. Some fields of parts are about it (`associatedUrn`).
 */
import { isRecord } from '../../../model/path.ts';
import type { EntityRef } from '../operation.ts';

interface Owner {
  readonly entity: EntityRef;
  /** Version of the aspect that was asked for; 0 is the latest. */
  readonly version: number;
  /** It stays the owner wherever the part is shown. */
  readonly fixed?: true;
}

const owners = new WeakMap<object, Owner>();

export function ownerOf(part: unknown): Owner | undefined {
  return isRecord(part) ? owners.get(part) : undefined;
}

/** Notes whose the parts are, and gives them back. */
export function owned<Part>(part: Part, owner: Owner): Part {
  if (Array.isArray(part)) for (const each of part) owned(each, owner);
  else if (isRecord(part) && !owners.get(part)?.fixed) owners.set(part, owner);
  return part;
}
