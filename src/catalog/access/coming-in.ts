/**
 * How people and programs come in, and what they may make of it: the calls that know whose name is taken, and what has ended with what made it.
 */
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import type { WriteObserver } from '../write/observer.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import type { AccessReader } from './access.ts';
import { endedMaker, type Makers, type Operators } from './makers.ts';
import { takenNames } from './names.ts';
import { type ProgramGrants, programGrants } from './program-grants.ts';
import { makeSignIns, type SignInParts, type SignIns } from './sign-ins.ts';
import { type AccessCalls, accessCalls, type TokenParts } from './tokens.ts';
import { type Decided, makersOf } from './user-of.ts';

type Write = (request: WriteRequest) => Promise<WriteResult>;

interface ComingParts extends Pick<TokenParts, 'requests'>, Pick<SignInParts, 'members'> {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly people: AccessReader;
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
  /** Writes what policies let this user write. */
  judgedBy(by: Decided, write: Write, noted?: WriteObserver['allowed']): Write;
}

export interface Coming {
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
  access(write: Write, decided?: Decided, observer?: Pick<WriteObserver, 'credential' | 'allowed'>): AccessCalls;
  signIns(write: Write): SignIns;
  programs(write: Write): ProgramGrants;
}

export function comingIn({ model, graph, reader, people, operators, requests, members, judgedBy }: ComingParts): Coming {
  const names = takenNames({ model, graph, reader, access: people, operators });
  const ended: Coming['ended'] = (makers) => endedMaker(makersOf({ model, reader, operators }), makers);
  const known = { model, reader, access: people, names, ended };
  return {
    ended,
    access: (write, decided, { credential, allowed } = {}) =>
      accessCalls({ ...known, write, judged: decided ? judgedBy(decided, write, allowed) : write, requests }, decided, credential, allowed),
    signIns: (write) => makeSignIns({ ...known, graph, write, members }),
    programs: (write) => programGrants({ model, reader, write }),
  };
}
