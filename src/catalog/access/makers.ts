/**
 * What is made with a token ends with the token: other tokens, invitations, reset links, bulk changes, webhooks. Each of these keeps by what it was
 * made: `token:<id>`, or `operator:<name>` for a token of the tokens file. A session is a person, who may make what lasts; only work that goes on at
 * once ends with it. Invitations and reset links, which let somebody in, end with the person: `person:<URN>`.
 */
import { endedWithMaker, Refusal, tooManyMakers } from '../../errors.ts';

/** Everything by which something was made, the first one first: it ends with each of them. */
export type Makers = readonly string[];

/** By what a sender has come in, as far as it limits what the sender makes. */
export interface Credential {
  /** `operator`: a token of the file, or an open server. `person`: a session that no token has made. */
  readonly kind: 'person' | 'token' | 'operator';
  /** Of what lasts. */
  readonly makers: Makers;
  /** Of work that goes on after the request. */
  readonly work: Makers;
  /** When it ends, epoch ms. Absent: never, or with what lasts after a session. */
  readonly until?: number | undefined;
  /** For how long it was made, ms. */
  readonly lifeMs?: number | undefined;
}

/** Who sends without a token, where that is enough for everything. */
export const ANYBODY: Credential = { kind: 'operator', makers: [], work: [] };

/** The users of the tokens file. */
export interface Operators {
  /** Has the user a token that counts now? */
  has(name: string): boolean;
  /** All of them, those with an expired token too. */
  names(): readonly string[];
}

const PERSON = 'person:';

/** Longer chains of tokens that make tokens are a mistake, or an attack. */
const MOST = 10;

export function tokenMaker(id: string): string {
  return `token:${id}`;
}

export function isTokenMaker(maker: string): boolean {
  return maker.startsWith('token:');
}

/** By what something is made that lets somebody in. @param by URN of who makes it */
export function makersOfEntrance({ kind, makers }: Pick<Credential, 'kind' | 'makers'>, by: string): Makers {
  return allMakers(makers, kind === 'person' ? [`${PERSON}${by}`] : []);
}

/** @param until when the token ends, epoch ms */
export function operatorCredential(name: string, until: number | undefined): Credential {
  const makers = [`operator:${name}`];
  return { kind: 'operator', makers, work: makers, until };
}

/** @throws Refusal invalid for a chain that is too long */
export function allMakers(...lists: readonly (Makers | undefined)[]): Makers {
  const all = [...new Set(lists.flatMap((each) => each ?? []))];
  if (all.length > MOST) throw tooManyMakers(MOST);
  return all;
}

/** When something ends that would last until `at`, epoch ms. */
export function untilOf({ until = Number.POSITIVE_INFINITY }: Pick<Credential, 'until'>, at: number): number {
  return Math.min(until, at);
}

export interface MakersParts {
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
  /** @throws Refusal unauthorized for a token that does not count */
  requireToken(id: string): Promise<void>;
  /** May this user come in? */
  isActive(urn: string): Promise<boolean>;
}

/** Why something has ended with what made it; undefined while it counts. */
export async function endedMaker({ operators, requireToken, isActive }: MakersParts, makers: Makers = []): Promise<string | undefined> {
  for (const maker of makers) {
    const name = maker.slice(maker.indexOf(':') + 1);
    if (maker.startsWith(PERSON)) {
      if (!(await isActive(name))) return `${name}, who has made it, may not come in any more`;
      continue;
    }
    if (!isTokenMaker(maker)) {
      if (operators?.has(name) === false) return `${name}, whose token has made it, has no token in the tokens file any more`;
      continue;
    }
    try {
      await requireToken(name);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 401) throw error;
      return 'the token or session by which it was made has ended';
    }
  }
  return undefined;
}

/** @throws Refusal unauthorized for what has ended with its maker */
export async function requireMakers(parts: MakersParts, makers: Makers | undefined): Promise<void> {
  const ended = await endedMaker(parts, makers);
  if (ended !== undefined) throw endedWithMaker(ended);
}
