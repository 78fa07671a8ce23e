/**
 * Reads the URN and other parts of a path. Routers split the path after decoding `%2F`, so the raw path is used.
 */
import { badEncoding } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import type { Context } from '../types.ts';

/**
 * The URN in a path, as text.
 *
 * @throws Refusal malformed if the path is not percent-encoded correctly
 */
export function urnInPath(context: Context, model: Model, pattern: RegExp): string {
  return urnText(model, pattern.exec(context.path)?.[1] ?? '');
}

/**
 * The text of a URN that came percent-encoded as a whole, or as it is (docs/semantics.md 2.2). One that is sent as it is may hold `%28`,
 * `%29` and `%2C` of its own, which keep a name from being parted: they stay, unless it is no URN then. Where decoding spoils it, it was not
 * encoded.
 *
 * @throws Refusal malformed when it is not percent-encoded correctly
 */
export function urnText(model: Model, raw: string): string {
  const decoded = decodePart(raw, 'urn');
  const asSent = raw.startsWith('urn:') ? [decodePart(raw.replaceAll(/%(?=2[89c])/gi, '%25'), 'urn')] : [];
  return [...asSent, decoded, raw].find((form) => !isProblem(parseUrn(model, form))) ?? decoded;
}

/**
 * The last part of a path, decoded.
 *
 * @throws Refusal malformed if it is not percent-encoded correctly
 */
export function lastPart({ path }: Pick<Context, 'path'>): string {
  return decodePart(path.replace(/\/$/, '').split('/').at(-1) ?? '');
}

/**
 * Decodes a part of a path.
 *
 * @throws Refusal malformed if it is not percent-encoded correctly
 */
export function decodePart(raw: string, name = 'path'): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw badEncoding(name, raw);
  }
}
