/**
 * The URN in a path. Routers split on `%2F` once it is decoded, so it is taken from the path as it came.
 */
import { malformed } from '../errors.ts';
import type { Context } from './context.ts';

/** @throws Refusal malformed when the path is not percent-encoded correctly */
export function decodePath(context: Context, pattern: RegExp): string {
  const raw = pattern.exec(context.path)?.[1] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    throw malformed(`The path is not percent-encoded correctly: ${raw}`, [{ pointer: '/urn', expected: 'a percent-encoded URN', got: raw }]);
  }
}
