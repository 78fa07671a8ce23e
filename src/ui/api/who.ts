/**
 * Who the reader is to the server, and signing in and out.
 */
import { whoQuery } from '../../generated/queries.ts';
import { settings } from '../settings.ts';
import { graphql, requestText } from './client.ts';
import { byName, NAMING_ASPECTS, nameOf } from './names.ts';
import { forgetToken, giveToken, hasSession, keepNameOfToken, nameOfToken, noteSession, token } from './token.ts';

export interface Who {
  readonly urn: string;
  readonly name: string;
  readonly mayWrite: boolean;
}

const listeners = new Set<() => void>();

/**
 * @param trying a token instead of the one that is kept; empty: none. Without it, a refusal leads to the page that signs in
 * @throws ApiError 401 if the server does not accept it
 */
export async function whoIs(trying: string | undefined): Promise<Who> {
  const { me } = await graphql(whoQuery, { card: NAMING_ASPECTS }, undefined, trying);
  const { urn } = me.corpUser;
  return { urn, name: nameOf(urn, byName(me.corpUser)), mayWrite: me.platformPrivileges?.write === true };
}

/**
 * Signs in with a token, after the server has accepted it.
 *
 * @param stays keeps it in this browser when the tab is closed
 * @throws ApiError 401 if the server does not accept it
 */
export async function signIn(text: string, stays: boolean): Promise<void> {
  const { name } = await whoIs(text);
  giveToken(text, stays);
  keepNameOfToken(name);
  notify();
}

/**
 * Begins a session, which all tabs of this browser share.
 *
 * @throws ApiError 401 for a wrong password, 429 after too many
 */
export async function logIn(username: string, password: string): Promise<void> {
  await requestText('logIn', { method: 'POST', body: { username, password }, trying: '', secret: true });
  noteSession();
  notify();
}

/**
 * Forgets the token, in all tabs of this browser if it was kept for them.
 *
 * @returns where to go now: the address that ends a session, if there is one
 */
export function signOut(): string {
  const session = hasSession();
  forgetToken();
  notify();
  return `${settings.base}${session ? 'logOut' : 'signin'}`;
}

/** The name of the reader who has signed in. Read once, kept in this tab. */
export async function readName(): Promise<void> {
  const kept = token();
  if ((kept === undefined && !hasSession()) || nameOfToken() !== undefined) return;
  keepNameOfToken((await whoIs(kept ?? '')).name);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls the listener when the reader signs in or out.
 *
 * @returns a function that removes the listener
 */
export function onWho(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
