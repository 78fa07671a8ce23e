/** An id for a new entity. `crypto.randomUUID` exists only on pages from https or from this machine. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
