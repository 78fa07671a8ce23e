/**
 * Values of secrets (docs/semantics.md 15.7): encrypted with the operator's key before anything is written, so that the store, its backups, the
 * change stream and every read of the aspect have the cipher text only.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface Secrets {
  /** The text as it may be stored for this entity, and for no other one. */
  seal(urn: string, text: string): string;
  /** The text; undefined if it was sealed with another key, for another entity, or not at all. */
  open(urn: string, stored: string): string | undefined;
}

const CIPHER = 'aes-256-gcm';
const FORM = 'v1:';
const NONCE = 12;
const TAG = 16;

/** @param key 32 bytes */
export function makeSecrets(key: Buffer): Secrets {
  return {
    seal(urn, text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(urn));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return FORM + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(urn, stored) {
      const bytes = stored.startsWith(FORM) ? Buffer.from(stored.slice(FORM.length), 'base64') : undefined;
      if (!bytes || bytes.length < NONCE + TAG) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG }).setAAD(Buffer.from(urn));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
