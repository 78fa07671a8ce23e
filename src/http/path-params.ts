/**
 * The URN in a path, and other parts of it. Routers split on `%2F` once it is decoded, so it is taken from the path as it came.
 */
import { malformed } from '../errors.ts';
import type { Context } from './context.ts';

/** @throws Refusal malformed when the path is not percent-encoded correctly */
export function decodePath(context: Context, pattern: RegExp): string {
  return decodePart(pattern.exec(context.path)?.[1] ?? '', 'urn');
}

/** @throws Refusal malformed for a part of a path that is not percent-encoded correctly */
export function decodePart(raw: string, name = 'path'): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw malformed(`The path is not percent-encoded correctly: ${raw}`, [{ pointer: `/${name}`, expected: 'percent-encoded text', got: raw }]);
  }
}
