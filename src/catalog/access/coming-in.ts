/**
 * How people and programs come in, and what they may make of it: the calls that know whose name is taken, and what has ended with what made it.
 */
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { Model } from '../../model/types.ts';
import type { WithSender, Writers } from '../sender.ts';
import type { AccessReader } from './access.ts';
import { type AccessCalls, type AccessCallsParts, accessCalls } from './access-calls.ts';
import { endedMaker, type Makers, type Operators } from './makers.ts';
import { takenNames } from './names.ts';
import { type ProgramGrants, programGrants } from './program-grants.ts';
import { makeSignIns, type SignInParts, type SignIns } from './sign-ins.ts';
import { makersOf } from './user-of.ts';

interface ComingParts extends Pick<AccessCallsParts, 'requests'>, Pick<SignInParts, 'members'> {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly people: AccessReader;
  /** Undefined without a tokens file. */
  readonly operators: Operators | undefined;
  readonly writers: Writers;
}

export interface Coming {
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
  readonly access: WithSender<AccessCalls>;
  readonly signIns: WithSender<SignIns>;
  readonly programs: WithSender<ProgramGrants>;
}

export function comingIn({ model, graph, reader, people, operators, requests, members, writers }: ComingParts): Coming {
  const names = takenNames({ model, graph, reader, access: people, operators });
  const ended: Coming['ended'] = (makers) => endedMaker(makersOf({ model, reader, operators }), makers);
  const known = { model, reader, access: people, names, ended };
  const { written } = writers;
  return {
    ended,
    access: accessCalls({ ...known, writers, requests }),
    signIns: makeSignIns({ ...known, graph, written, members }),
    programs: programGrants({ model, reader, written }),
  };
}
