/** What is answered to a reader whose rights change while an answer is under way: only what the newest rights show. */
import { expect } from 'chai';
import { afterwards } from '../../../src/catalog/access/afterwards.ts';
import type { View } from '../../../src/catalog/access/views.ts';
import type { Catalog } from '../../../src/catalog/calls.ts';
import type { LogPlace } from '../../../src/graph/commit-log.ts';
import { noteRead } from '../../../src/graph/read.ts';
import { model } from '../support/model.ts';

const place = (seq: number): LogPlace => ({ name: 'log', epoch: 'e', seq });
const viewNamed = (name: string): View & { readonly name: string } => ({ name, sight: undefined, closed: undefined, columns: undefined });

/** A core in which each call answers with the rights that it was made by, and which notes what was looked at. @param rights those of each look */
function coreOf(...rights: readonly View[]) {
  const looks: (number | undefined)[] = [];
  const made: string[] = [];
  const open = (view: View): Catalog => {
    const by = (view as ReturnType<typeof viewNamed>).name;
    const call = async (): Promise<unknown> => {
      made.push(by);
      if (by === 'refused') throw new Error(by);
      return { by };
    };
    const read = async (): Promise<unknown> => {
      const found = [by];
      noteRead(found, place(7));
      return found;
    };
    return { model, search: call, related: call, read, exists: async () => [by !== 'first'] } as unknown as Catalog;
  };
  const core = afterwards(
    {
      open,
      decided: { user: 'urn:svc:corpuser:ann' },
      facts: {
        look: async (at) => {
          looks.push(at?.seq);
          return { head: at ?? place(0), rows: async () => new Map(), hierarchy: async () => [] };
        },
      },
      people: { view: async () => rights[Math.min(looks.length, rights.length) - 1] ?? viewNamed('none') },
    },
    rights[0] ?? viewNamed('none'),
  );
  const ask = (name: 'search' | 'related' | 'read' | 'exists'): Promise<unknown> => (core[name] as () => Promise<unknown>)();
  return { ask, looks, made };
}

describe('An answer under way', () => {
  const [first, second] = [viewNamed('first'), viewNamed('second')];

  it('counts if the rights are those by which it was made', async () => {
    const { ask, looks, made } = coreOf(first);
    expect(await ask('search')).to.deep.equal({ by: 'first' });
    expect([looks, made]).to.deep.equal([[undefined], ['first']]);
    expect(await ask('read')).to.deep.equal(['first']);
    expect(looks, 'of when the entities had been read').to.deep.equal([undefined, 7]);
  });

  for (const name of ['search', 'related'] as const)
    it(`is made again for who has lost or got a right: ${name}`, async () => {
      const { ask, made } = coreOf(first, second, second);
      // The first look is that of another call.
      await ask('exists');
      expect(await ask(name)).to.deep.equal({ by: 'second' });
      expect(made).to.deep.equal(['first', 'second']);
      expect(await ask('exists')).to.deep.equal([true]);
    });

  it('is refused by the newest rights only', async () => {
    const { ask } = coreOf(viewNamed('refused'), second, second);
    expect(await ask('exists')).to.deep.equal([true]);
    expect(await ask('search')).to.deep.equal({ by: 'second' });
    const lost = coreOf(first, viewNamed('refused'));
    await lost.ask('exists');
    const error = await lost.ask('search').catch((reason: Error) => reason.message);
    expect(error).to.equal('refused');
  });

  it('is given up while rights keep changing', async () => {
    const { ask, made } = coreOf(...Array.from({ length: 9 }, (_, at) => viewNamed(String(at))));
    await ask('exists');
    const code = await ask('search').catch((reason: { code?: string }) => reason.code);
    expect([code, made.length]).to.deep.equal(['result-in-motion', 5]);
  });
});
