/**
 * Whose name is taken, and by whom: the one place that knows all sources of users. A name is taken also for whoever writes it in another way that
 * looks alike: another case, a letter of two characters, something invisible.
 */
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { readUrns } from '../../graph/urns.ts';
import { systemActor, userUrn } from '../../model/named.ts';
import { lookOf, newcomerNameProblem } from '../../model/person-names.ts';
import type { Model } from '../../model/types.ts';
import { lastPart } from '../../model/urn.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { AccessReader } from './access.ts';
import { credentialsIn } from './credentials.ts';
import { jsonOf } from './json-of.ts';
import type { Operators } from './makers.ts';
import { MEMBERSHIPS } from './read-facts.ts';
import { SERVICE_PREFIX } from './token-info.ts';
import { USER_ASPECTS } from './user-of.ts';

/** What a name is taken by. The first ones are nobody's to take, whatever else is known of the name. */
const SOURCES = ['server', 'service accounts', 'tokens file', 'policies', 'password', 'provider', 'membership', 'catalog'] as const;
export type NameSource = (typeof SOURCES)[number];

export interface TakenName {
  /** URN of who has it, in that spelling. */
  readonly user: string;
  readonly by: NameSource;
}

export interface TakenNames {
  /** Who has this name, or one that looks like it; undefined for one that is free. */
  taken(user: string): Promise<TakenName | undefined>;
  /** Has an operator of the tokens file this name, or one that looks like it? */
  isOperator(user: string): boolean;
  /** URNs of the operators who also sign in, with a password or by a provider. */
  operatorsWhoSignIn(): Promise<string[]>;
}

export interface NamesParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly access: Pick<AccessReader, 'policies'>;
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
}

/** So the names begin by which servers write, also those of other products and namespaces, which histories name. */
const OF_SERVERS = '__';
const PAGE = 10_000;

export function takenNames({ model, graph, reader, access, operators }: NamesParts): TakenNames {
  const looks = (one: string, other: string): boolean => lookOf(lastPart(one)) === lookOf(lastPart(other));
  const operatorLike = (user: string): string | undefined =>
    operators
      ?.names()
      .map((name) => userUrn(model, name))
      .find((each) => looks(each, user));
  /** Users of the catalog whose names look so: no index knows them, and new users are rare. */
  const usersLike = async (user: string): Promise<string[]> => {
    const prefix = `${model.names.urnPrefix}corpuser:`;
    const below = `${prefix.slice(0, -1)};`;
    const look = lookOf(lastPart(user));
    const found: string[] = [];
    const slices = makeSlices();
    for (let from = prefix; ; ) {
      const urns = await readUrns(graph, { from, below }, 0, PAGE);
      for (const urn of urns) {
        await yieldIfDue(slices);
        if (lookOf(urn.slice(prefix.length)) === look) found.push(urn);
      }
      const last = urns.at(-1);
      if (last === undefined || urns.length < PAGE) return found;
      from = `${last}\u0000`;
    }
  };
  return {
    async taken(user) {
      const server = systemActor(model);
      if (looks(server, user) || lookOf(lastPart(user)).startsWith(OF_SERVERS)) return { user: server, by: 'server' };
      if (lookOf(lastPart(user)).startsWith(SERVICE_PREFIX)) return { user, by: 'service accounts' };
      const operator = operatorLike(user);
      if (operator !== undefined) return { user: operator, by: 'tokens file' };
      const named = (await access.policies()).all.flatMap(({ actors }) => [...actors.users]).find((each) => looks(each, user));
      if (named !== undefined) return { user: named, by: 'policies' };
      const alike = await usersLike(user);
      const rows = await reader(alike, [...USER_ASPECTS, ...MEMBERSHIPS]);
      const all = alike.flatMap((each) => {
        const by = sourceOf(rows.get(each));
        return by === undefined ? [] : [{ user: each, by }];
      });
      return all.sort((one, other) => SOURCES.indexOf(one.by) - SOURCES.indexOf(other.by))[0];
    },
    isOperator: (user) => operatorLike(user) !== undefined,
    async operatorsWhoSignIn() {
      const urns = [...new Set((operators?.names() ?? []).map((name) => userUrn(model, name)))];
      const rows = await reader(urns, USER_ASPECTS);
      return urns.filter((urn) => ['password', 'provider'].includes(sourceOf(rows.get(urn)) ?? ''));
    },
  };
}

/** Why nobody can come in as a new user of this name; undefined if somebody can. */
export function nameProblem(user: string): string | undefined {
  return newcomerNameProblem(lastPart(user));
}

/** By what a user of the catalog has the name. */
function sourceOf(row: EntityRow | undefined): NameSource | undefined {
  if (!row?.exists) return undefined;
  const { hashedPassword = '', passwordResetToken, identities = [] } = credentialsIn(row) ?? {};
  if (hashedPassword !== '' || passwordResetToken !== undefined) return 'password';
  if (identities.length > 0) return 'provider';
  const isMember = MEMBERSHIPS.some((aspect) => Object.values((jsonOf(row, aspect) ?? {}) as object).flat().length > 0);
  return isMember ? 'membership' : 'catalog';
}
