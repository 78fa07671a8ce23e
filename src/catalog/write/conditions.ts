/**
 * Conditions of a write (docs/semantics.md 4.4; RFC 9110, 13.1): read from headers, of an item or of the whole request, then compared with
 * what the commit finds. An aspect's tag begins with its version; an entity's tells all of its aspects.
 */
import { createHash } from 'node:crypto';
import { badHeader, conditionFailed, conditionOfOneAspect, type Refusal, unknownCondition } from '../../errors.ts';
import type { AspectState } from '../state.ts';
import type { Conditions } from './proposal.ts';

/** The headers that make a write conditional. */
export const CONDITIONAL_HEADERS = [
  'If-Version-Match',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Entity-Match',
] as const;

const NONE: Conditions = {
  version: undefined,
  match: undefined,
  noMatch: undefined,
  modifiedSince: undefined,
  unmodifiedSince: undefined,
  noneMatch: false,
};

/** The tag of a version: its number and its time, because numbers begin again after a deletion. */
export function aspectTag({ seq, at }: AspectState): string {
  return `"${seq}-${at.toString(36)}"`;
}

/** The tag of an entity. It changes whenever one of its aspects changes. */
export function entityTag(aspects: Iterable<readonly [name: string, state: AspectState]>): string {
  const lines = [...aspects].filter(([, { seq }]) => seq > 0).map(([name, state]) => `${name} ${aspectTag(state)}`);
  return `"e-${createHash('sha256').update(lines.sort().join('\n')).digest('base64url').slice(0, 16)}"`;
}

/**
 * @param headers of one item, or of the whole request
 * @throws Refusal malformed, naming the header; also for an unknown header, because nobody would obey it
 */
export function readConditions(headers: Readonly<Record<string, string>>): Conditions {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (named.size === 0) return NONE;
  const known = new Set<string>(CONDITIONAL_HEADERS.map((name) => name.toLowerCase()));
  for (const name of Object.keys(headers)) {
    // Headers of a product's own begin with x-: how long to wait for search, names of clients.
    if (!known.has(name.toLowerCase()) && !/^x-/i.test(name)) throw unknownCondition(name, CONDITIONAL_HEADERS);
  }
  const version = named.get('if-version-match');
  // Clients send numbers below -1 to be refused in any case.
  if (version !== undefined && !/^-?\d+$/.test(version)) {
    throw badHeader('If-Version-Match', 'a version number, or -1 for none', version);
  }
  const noneMatch = named.get('if-none-match')?.trim();
  const entity = named.get('if-entity-match')?.trim();
  if (entity !== undefined && entity !== '*') throw badHeader('If-Entity-Match', '*: the entity exists', entity);
  return {
    version: version === undefined ? undefined : Number(version),
    match: tags(named.get('if-match'), 'If-Match'),
    noMatch: noneMatch === '*' ? undefined : tags(noneMatch, 'If-None-Match'),
    modifiedSince: time(named, 'If-Modified-Since'),
    unmodifiedSince: time(named, 'If-Unmodified-Since'),
    noneMatch: noneMatch === '*',
    ...(entity !== undefined && { entity: true }),
  };
}

/**
 * Combines the conditions of an item with those of its request. The item's own conditions come first.
 *
 * @param alone is it the only item?
 * @throws Refusal malformed if the request gives a version or a tag that can fit only one of several aspects
 */
export function withRequest(item: Conditions, request: Readonly<Record<string, string>>, alone: boolean): Conditions {
  if (Object.keys(request).length === 0) return item;
  const { version, match, noMatch, modifiedSince, unmodifiedSince, noneMatch, entity } = readConditions(request);
  if (!alone) {
    const header = version !== undefined ? 'If-Version-Match' : match && !match.includes('*') ? 'If-Match' : noMatch ? 'If-None-Match' : undefined;
    if (header !== undefined) throw conditionOfOneAspect(header, request[header]);
  }
  return {
    version: item.version ?? version,
    match: item.match ?? match,
    noMatch: item.noMatch ?? noMatch,
    modifiedSince: item.modifiedSince ?? modifiedSince,
    unmodifiedSince: item.unmodifiedSince ?? unmodifiedSince,
    noneMatch: item.noneMatch || noneMatch,
    ...(noneMatch ? { absent: true } : {}),
    ...((item.entity ?? entity) && { entity: true }),
  };
}

/** `"a", "b"` or `*`; a bare number is a version. @throws Refusal malformed */
export function tags(text: string | undefined, header: string): string[] | undefined {
  if (text === undefined) return undefined;
  const list = text.split(',').map((each) => each.trim());
  if (!list.every((each) => /^(\*|\d+|(W\/)?"[^"]*")$/.test(each))) throw badHeader(header, '* or tags in quotes, as ETag gives them', text);
  return list.map((each) => (/^\d+$/.test(each) ? `"${each}"` : each));
}

function time(named: ReadonlyMap<string, string>, header: string): number | undefined {
  const text = named.get(header.toLowerCase());
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw badHeader(header, 'a time such as 2024-01-31T12:00:00Z', text);
  return at;
}

/**
 * Is `tag` in the list? Something that an API adds behind the tag, to distinguish forms of an answer, does not count. The version alone
 * also matches the tag of an aspect. Weak tags never match.
 */
export function meets(list: readonly string[], tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const begin = tag.slice(0, -1);
  return list.some((each) => each === '*' || each === tag || each.startsWith(`${begin}-`) || each === `${begin.split('-')[0]}"`);
}

/**
 * The refusal if a condition does not hold; `undefined` if all hold.
 *
 * @param tag of the present aspect or entity
 */
export function brokenCondition(
  conditions: Conditions,
  urn: string,
  aspect: string,
  current: AspectState | undefined,
  tag = current && aspectTag(current),
): Refusal | undefined {
  const what = `Failed to validate ${aspect} of ${urn}`;
  const actual = current?.seq ?? -1;
  const present = `actual version ${actual}${tag === undefined ? '' : `, tag ${tag}`}`;
  if (conditions.version !== undefined && conditions.version !== actual)
    return conditionFailed(what, `Expected version ${conditions.version}`, present);
  if (conditions.match && !meets(conditions.match, tag)) return conditionFailed(what, `Expected ${conditions.match.join(', ')}`, present);
  if (conditions.noMatch && meets(conditions.noMatch, tag))
    return conditionFailed(what, `Expected none of ${conditions.noMatch.join(', ')}`, present);
  if (conditions.absent && current) return conditionFailed(what, 'Expected that it does not exist (If-None-Match: *)', present);
  if (conditions.modifiedSince !== undefined && !(current && current.at > conditions.modifiedSince))
    return conditionFailed(what, `it was not modified since ${new Date(conditions.modifiedSince).toISOString()}`, present);
  if (conditions.unmodifiedSince !== undefined && current && current.at > conditions.unmodifiedSince) {
    const [at, until] = [current.at, conditions.unmodifiedSince].map((each) => new Date(each).toISOString());
    return conditionFailed(what, `it was modified at ${at}, after ${until}`, present);
  }
  return undefined;
}
