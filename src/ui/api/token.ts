/**
 * The token for a catalog that requires one. It is kept for this tab, or for this browser if the reader wants so. If the server refuses a
 * request, the page asks for a token and goes on with what was refused.
 */
const KEY = 'cairn.token';
/** The name of the one whose token it is, so that the head of each page can say it without a request. */
const NAME = 'cairn.token.name';

/** Where the reader is asked: on the page to sign in, or in a dialog over what may have been typed. */
type AskingPlace = 'page' | 'dialog';

const listeners = new Set<(where: AskingPlace) => void>();
let waiting: { readonly answer: Promise<boolean>; readonly settle: (given: boolean) => void } | undefined;
let answered = false;

export function token(): string | undefined {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined;
}

/** Notes that the server has answered: from now on the page shows something, and something may have been typed into it. */
export function noteAnswer(): void {
  answered = true;
}

/**
 * Asks for a token, once for all requests that wait for it.
 *
 * @param refused the token that the server did not accept
 * @returns whether there is another one now
 */
export function anotherToken(refused: string | undefined): Promise<boolean> {
  const now = token();
  if (now !== undefined && now !== refused) return Promise.resolve(true);
  if (!waiting) {
    let settle: (given: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { answer, settle };
  }
  for (const listener of listeners) listener(place());
  return waiting.answer;
}

function place(): AskingPlace {
  return answered || document.querySelector('dialog[open]') ? 'dialog' : 'page';
}

/**
 * Takes the token that the page was asked for. Without one, the requests that wait for it fail.
 *
 * @param stays keeps it when the tab is closed; undefined: as the one before
 */
export function giveToken(text: string | undefined, stays = localStorage.getItem(KEY) !== null): void {
  if (text !== undefined) {
    forgetToken();
    (stays ? localStorage : sessionStorage).setItem(KEY, text);
  }
  waiting?.settle(text !== undefined);
  waiting = undefined;
}

/** Goes on with what was refused, now that the browser has a session. */
export function noteSession(): void {
  forgetToken();
  waiting?.settle(true);
  waiting = undefined;
}

/** Is there a session, in a cookie that only the server reads? Its second cookie says so. */
export function hasSession(): boolean {
  return /(^|;\s*)actor=[^;]/.test(document.cookie);
}

export function forgetToken(): void {
  for (const storage of [sessionStorage, localStorage]) for (const key of [KEY, NAME]) storage.removeItem(key);
}

/** The name of the one whose token is kept, as far as this tab knows it. */
export function nameOfToken(): string | undefined {
  return token() === undefined && !hasSession() ? undefined : (sessionStorage.getItem(NAME) ?? undefined);
}

export function keepNameOfToken(name: string): void {
  sessionStorage.setItem(NAME, name);
}

/**
 * Calls the listener each time a token is needed.
 *
 * @returns a function that removes the listener
 */
export function onTokenNeeded(listener: (where: AskingPlace) => void): () => void {
  listeners.add(listener);
  if (waiting) listener(place());
  return () => {
    listeners.delete(listener);
  };
}
