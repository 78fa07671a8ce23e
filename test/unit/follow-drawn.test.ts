import { expect } from 'chai';
import type { RawProposal } from '../../src/catalog/write/proposal.ts';
import { badParameter } from '../../src/errors.ts';
import { followDrawn } from '../../src/http/graphql/operations/mutations/follow-drawn.ts';
import { urns } from '../support/make.ts';
import { aspectOf, model } from './support/model.ts';

const ANN = urns.user('ann');
const [ONE, TWO] = [urns.dataset('one'), urns.dataset('two')] as [string, string];
const write = async (): Promise<unknown> => ({ items: [] });

interface Draws {
  readonly actor?: string;
  /** How much the sender follows before. */
  readonly before?: number;
  readonly write?: () => Promise<unknown>;
}

/** The URNs of what is followed afterwards; nothing if no write is sent, or if it changes nothing. */
async function followed({ actor = ANN, before = 0, write: then = write }: Draws): Promise<string[] | undefined> {
  const sent: RawProposal[] = [];
  const catalog = {
    model,
    read: async () => [],
    write: ({ proposals }: { readonly proposals: readonly RawProposal[] }) => {
      sent.push(...proposals);
      return then();
    },
  };
  await followDrawn({ catalog, loaders: { exists: async () => true }, actor } as never, [ONE, TWO]);
  const follows = Array.from({ length: before }, (_, at) => ({ id: `${at}`, title: 'x', since: 0, entity: urns.dataset(`of${at}`) }));
  const made = sent[0]?.merge?.make({ json: { follows }, lastObserved: 0, observed: {} }, () => undefined);
  if (!made) return undefined;
  expect((made.json as { follows: object[] }).follows).to.have.lengthOf.at.most(1000);
  expect(aspectOf('corpUserFollowing').check(made.json)).to.deep.equal({ wrong: [], unknown: [] });
  return (made.json as { follows: { entity: string }[] }).follows.slice(before).map(({ entity }) => entity);
}

describe('Who draws an edge of lineage', () => {
  it('follows what holds it, as far as the model lets somebody follow', async () => {
    expect(await followed({})).to.deep.equal([ONE, TWO]);
    expect(await followed({ before: 998 })).to.deep.equal([ONE, TWO]);
    expect(await followed({ before: 999 })).to.deep.equal([ONE]);
    expect(await followed({ before: 1000 })).to.equal(undefined);
  });

  it('follows nothing as a service account', async () => {
    expect(await followed({ actor: urns.user('service_etl') })).to.equal(undefined);
  });

  it('has drawn it, whatever refuses to follow; a defect is told', async () => {
    const refusing = async (): Promise<never> => {
      throw badParameter('/x', 'something');
    };
    expect(await followed({ write: refusing })).to.deep.equal([ONE, TWO]);
    const failing = followed({ write: () => Promise.reject(new TypeError('a defect')) });
    expect(await failing.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });
});
