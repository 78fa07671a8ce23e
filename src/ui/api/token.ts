/**
 * The token for a catalog that requires one. The page asks for it when the server refuses a request, and keeps it for this tab only.
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

/** @returns a function that removes the listener */
export function onTokenNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
