/**
 * Who holds what must be unique or is compared: search names and the badge of structured properties, places in version sets.
 */
import { PROPERTY_DEFINITION, PROPERTY_SETTINGS, PROPERTY_TYPE, VERSION_PROPERTIES } from '../../model/known-names.ts';
import { textIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { isBadge, queryName } from '../properties/properties.ts';
import type { EntityDraft } from './draft.ts';

export const BADGE = 'badge';

export function nameKey(name: string): string {
  return `name ${name}`;
}

export function versionKey(set: string): string {
  return `version of ${set}`;
}

/** What others look for: of a property its search name, if it is defined, and the badge; of a version its set. */
function keysOf(model: Model, { urn, aspects }: EntityDraft): string[] {
  const defined = urn.type.name === PROPERTY_TYPE && aspects.get(PROPERTY_DEFINITION)?.current !== undefined;
  const set = textIn(aspects.get(VERSION_PROPERTIES)?.current?.value.json, 'versionSet');
  return [
    ...(defined ? [nameKey(queryName(urn.parts[0] ?? ''))] : []),
    ...(isBadge(aspects.get(PROPERTY_SETTINGS)?.current) ? [BADGE] : []),
    ...(set === undefined ? [] : [versionKey(canonicalUrn(model, set))]),
  ];
}

interface Holders {
  /** Updates the index with the present state of a draft. */
  note(draft: EntityDraft): void;
  of(key: string, counts?: (urn: string) => boolean): string | undefined;
  all(key: string): Iterable<string>;
}

export function makeHolders(model: Model): Holders {
  const keys = new Map<string, readonly string[]>();
  const holders = new Map<string, Set<string>>();
  return {
    note(draft) {
      const urn = draft.urn.text;
      const before = keys.get(urn) ?? [];
      const now = keysOf(model, draft);
      if (before.length + now.length === 0) return;
      for (const key of before) holders.get(key)?.delete(urn);
      for (const key of now) {
        const all = holders.get(key);
        if (all) all.add(urn);
        else holders.set(key, new Set([urn]));
      }
      keys.set(urn, now);
    },
    of(key, counts = () => true) {
      for (const urn of holders.get(key) ?? []) if (counts(urn)) return urn;
      return undefined;
    },
    all: (key) => holders.get(key) ?? [],
  };
}
