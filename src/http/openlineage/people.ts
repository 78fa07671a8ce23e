/**
 * Owners and tags. Those of an event replace those of earlier events; what people and other tools have added stays.
 */
import { isRecord } from '../../model/path.ts';
import type { Urn } from '../../model/urn.ts';
import type { RunFacet } from './kept.ts';
import type { KeyedItem } from './parts.ts';
import { type EventScope, ownerUrn, tagUrn } from './refs.ts';

/** Ways of owning that the model has, and what producers call them otherwise. */
const OWNING: ReadonlyMap<string, string> = new Map([
  ...['TECHNICAL_OWNER', 'BUSINESS_OWNER', 'DATA_STEWARD', 'DEVELOPER', 'DATAOWNER', 'DELEGATE', 'PRODUCER', 'CONSUMER', 'STAKEHOLDER', 'NONE'].map(
    (each): [string, string] => [each, each],
  ),
  ['MAINTAINER', 'TECHNICAL_OWNER'],
  ['OWNER', 'DATAOWNER'],
  ['DATA_OWNER', 'DATAOWNER'],
  ['STEWARD', 'DATA_STEWARD'],
]);

interface Tag {
  readonly key: string;
  readonly value?: string | number | boolean;
  readonly field?: string;
}

/** @param pointer of the facet, below the event */
export function sayOwners(scope: EventScope, urn: Urn, facet: RunFacet | undefined, pointer: string): void {
  const { owners = [] } = (facet ?? {}) as { owners?: { name: string; type?: string }[] };
  const items = owners.flatMap(({ name, type = '' }, index): KeyedItem[] => {
    const owner = ownerUrn(scope, `${pointer}/owners/${index}/name`, name);
    if (!owner) return [];
    const item = {
      owner: owner.text,
      type:
        OWNING.get(
          type
            .trim()
            .toUpperCase()
            .replaceAll(/[\s-]+/g, '_'),
        ) ?? 'DEVELOPER',
      source: { type: 'SERVICE' },
    };
    return [[ownerKey(item), item]];
  });
  scope.facts.say(urn, 'ownership', scope.event.at, { owners: { kind: 'items', items, keyOf: ownerKey } }, { owners: [] });
}

function ownerKey(item: unknown): string {
  const { owner, type, typeUrn } = isRecord(item) ? item : {};
  return [owner, type, typeUrn].join(' ');
}

/** Tags of an entity. @param pointer of the facet, below the event */
export function sayTags(scope: EventScope, urn: Urn, tags: readonly TagAt[], pointer: string): void {
  const items = tagItems(scope, tags, pointer);
  scope.facts.say(urn, 'globalTags', scope.event.at, { tags: { kind: 'items', items, keyOf: tagKey } }, { tags: [] });
}

/** A tag of a facet, and its number there. */
export type TagAt = Tag & { readonly index: number };

export function tagsIn(facet: RunFacet | undefined): TagAt[] {
  return ((facet?.tags ?? []) as Tag[]).map((tag, index) => ({ ...tag, index }));
}

export function tagItems(scope: EventScope, tags: readonly TagAt[], pointer: string): KeyedItem[] {
  return tags.flatMap((tag): KeyedItem[] => {
    const name = nameOf(tag);
    const urn = tagUrn(scope, `${pointer}/tags/${tag.index}/key`, name);
    if (!urn) return [];
    scope.facts.say(urn, 'tagProperties', scope.event.at, { name: { kind: 'fill', value: name } }, { name });
    return [[urn.text, { tag: urn.text }]];
  });
}

/** `pii` for a tag that is only there or true, otherwise `key:value`. */
function nameOf({ key, value = '' }: Tag): string {
  const text = String(value).trim();
  return text === '' || text.toLowerCase() === 'true' ? key : `${key}:${text}`;
}

function tagKey(item: unknown): string {
  return isRecord(item) ? String(item.tag) : '';
}
