/**
 * Conditional headers of a write (semantics 4.4): read from the request, then held against what the commit finds.
 */
import { malformed, precondition, type Refusal } from '../errors.ts';
import type { AspectState, Conditions } from './proposal.ts';

const NONE: Conditions = { version: undefined, modifiedSince: undefined, unmodifiedSince: undefined, noneMatch: false };

/** @throws Refusal malformed, naming the header */
export function readConditions(headers: Readonly<Record<string, string>>): Conditions {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (named.size === 0) return NONE;
  const version = named.get('if-version-match');
  if (version !== undefined && !/^(-1|\d+)$/.test(version)) {
    throw malformed(`Header If-Version-Match: expected a version number or -1, got ${version}`, [
      { pointer: '/headers/If-Version-Match', expected: 'a version number or -1', got: version },
    ]);
  }
  return {
    version: version === undefined ? undefined : Number(version),
    modifiedSince: time(named, 'If-Modified-Since'),
    unmodifiedSince: time(named, 'If-Unmodified-Since'),
    noneMatch: named.get('if-none-match')?.trim() === '*',
  };
}

function time(named: ReadonlyMap<string, string>, header: string): number | undefined {
  const text = named.get(header.toLowerCase());
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw malformed(`Header ${header}: expected a time such as 2024-01-31T12:00:00Z, got ${text}`, [
      { pointer: `/headers/${header}`, expected: 'an ISO 8601 time', got: text },
    ]);
  return at;
}

/** The refusal of a write whose conditions do not hold; `undefined` when they do. */
export function brokenCondition(conditions: Conditions, urn: string, aspect: string, current: AspectState | undefined): Refusal | undefined {
  const actual = current?.seq ?? -1;
  if (conditions.version !== undefined && conditions.version !== actual) {
    return precondition(`Failed to validate ${aspect} of ${urn}: Expected version ${conditions.version}, actual version ${actual}`);
  }
  if (conditions.modifiedSince !== undefined && !(current && current.at > conditions.modifiedSince)) {
    return precondition(`Failed to validate ${aspect} of ${urn}: it was not modified since ${new Date(conditions.modifiedSince).toISOString()}`);
  }
  if (conditions.unmodifiedSince !== undefined && current && current.at > conditions.unmodifiedSince) {
    return precondition(
      `Failed to validate ${aspect} of ${urn}: it was modified at ${new Date(current.at).toISOString()}, after ${new Date(conditions.unmodifiedSince).toISOString()}`,
    );
  }
  return undefined;
}
