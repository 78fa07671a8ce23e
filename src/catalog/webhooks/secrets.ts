/**
 * Secrets of webhooks, and the signatures that they make (docs/semantics.md 22.3). Format and headers are those of Standard Webhooks.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookSecret } from '../../graph/webhooks.ts';

const PREFIX = 'whsec_';
const BYTES = { made: 32, least: 24, most: 64 };
/** How long an earlier secret also signs, ms. */
const ROTATION_MS = 24 * 3_600_000;
/** The most secrets that sign at once. */
const MOST = 3;

export const SECRET_FORM = `${PREFIX} and ${BYTES.least} to ${BYTES.most} bytes in base64`;

export function newSecret(): string {
  return PREFIX + randomBytes(BYTES.made).toString('base64');
}

export function isSecret(text: string): boolean {
  const coded = text.slice(PREFIX.length);
  const { length } = Buffer.from(coded, 'base64');
  return text.startsWith(PREFIX) && /^[A-Za-z0-9+/]+={0,2}$/.test(coded) && length >= BYTES.least && length <= BYTES.most;
}

/** The secrets after a rotation at `now`, epoch ms: those before also sign until their time ends. */
export function rotated(secrets: readonly WebhookSecret[], secret: string, now: number): WebhookSecret[] {
  const earlier = valid(secrets, now).map((each) => ({ ...each, until: each.until ?? now + ROTATION_MS }));
  return [{ secret }, ...earlier].slice(0, MOST);
}

function valid(secrets: readonly WebhookSecret[], now: number): WebhookSecret[] {
  return secrets.filter(({ until }) => until === undefined || until > now);
}

/** The headers of a request at `now`, epoch ms. A receiver accepts it if one of the signatures is right. */
export function signedHeaders(secrets: readonly WebhookSecret[], id: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = valid(secrets, now).map(({ secret }) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
