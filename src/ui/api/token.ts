/**
 * The token of a catalog that asks for one: kept for this tab only, and asked for when the server refuses.
 */
const KEY = 'cairn.token';
const listeners = new Set<() => void>();

export function token(): string | undefined {
  return sessionStorage.getItem(KEY) ?? undefined;
}

export function setToken(text: string): void {
  sessionStorage.setItem(KEY, text);
}

/** Tells the page that a token is needed. */
export function askForToken(): void {
  for (const listener of listeners) listener();
}

/** @returns what ends it */
export function onTokenNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
