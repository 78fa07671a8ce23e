/** What decisions ask for again and again is kept until the log says that it has changed. */
import { expect } from 'chai';
import { makeFacts } from '../../../src/catalog/read/kept-facts.ts';
import type { LoggedCommit } from '../../../src/graph/commit-log.ts';
import type { EntityReader, EntityRow } from '../../../src/graph/read.ts';
import { model } from '../support/model.ts';

/** A store of one number for each entity, and its log. */
function makeStore() {
  const values = new Map<string, number>();
  const log: LoggedCommit[] = [];
  const state = { life: 'one', kept: true, reads: 0, wait: Promise.resolve(), ended: 0 };
  const rowOf = (urn: string): EntityRow => ({ exists: true, removed: false, latest: [{ name: 'a', value: String(values.get(urn)) }] as never });
  const reader: EntityReader = async (urns) => {
    state.reads++;
    const rows = new Map(urns.filter((urn) => values.has(urn)).map((urn) => [urn, rowOf(urn)]));
    await state.wait;
    return rows;
  };
  const tail = { after: async (seq: number) => (state.kept ? log.slice(seq) : []), hasEnded: ({ seq }: { seq: number }) => seq <= state.ended };
  const facts = makeFacts({ model, graph: {} as never, reader, tail });
  const look = () => facts.look({ name: 'log', epoch: state.life, seq: log.length });
  return {
    state,
    look,
    write(...urns: string[]): void {
      for (const urn of urns) values.set(urn, (values.get(urn) ?? 0) + 1);
      const entries = urns.map((urn) => ({ urn, aspect: 'a', type: 'update' as const, actor: 'x' }));
      log.push({ seq: log.length + 1, at: 0, changed: 0, server: 'x', entries });
    },
    /** The value of an entity, and how often the store was read for it. */
    async read(urn: string, by = look()): Promise<readonly [value: string | undefined, reads: number]> {
      const before = state.reads;
      const row = (await (await by).rows([urn], ['a'])).get(urn);
      return [row?.latest[0]?.value, state.reads - before];
    },
  };
}

describe('Facts that are kept', () => {
  it('are read once, and again after a commit that names their entity', async () => {
    const { write, read } = makeStore();
    write('urn:one');
    write('urn:other');
    expect(await read('urn:one')).to.deep.equal(['1', 1]);
    write('urn:third');
    expect(await read('urn:one')).to.deep.equal(['1', 0]);
    write('urn:other', 'urn:one');
    expect(await read('urn:one')).to.deep.equal(['2', 1]);
    expect(await read('urn:new')).to.deep.equal([undefined, 1]);
    expect(await read('urn:new')).to.deep.equal([undefined, 0]);
    write('urn:new');
    expect(await read('urn:new')).to.deep.equal(['1', 1]);
  });

  it('are not kept while their commit is the newest: it may not be visible as a whole', async () => {
    const { state, write, read } = makeStore();
    write('urn:one');
    expect(await read('urn:one')).to.deep.equal(['1', 1]);
    expect(await read('urn:one')).to.deep.equal(['1', 1]);
    write('urn:other');
    expect(await read('urn:one')).to.deep.equal(['1', 1]);
    expect(await read('urn:one')).to.deep.equal(['1', 0]);
    // This server has made it, and knows that it has ended.
    write('urn:one');
    state.ended = 3;
    expect(await read('urn:one')).to.deep.equal(['2', 1]);
    expect(await read('urn:one')).to.deep.equal(['2', 0]);
  });

  it('are not kept if they change while they are read', async () => {
    const { state, look, write, read } = makeStore();
    write('urn:one');
    write('urn:other');
    let go = (): void => undefined;
    state.wait = new Promise((resolve) => {
      go = resolve;
    });
    const first = read('urn:one');
    while (state.reads === 0) await Promise.resolve();
    write('urn:one');
    await look();
    write('urn:other');
    await look();
    go();
    expect(await first).to.deep.equal(['1', 1]);
    expect(await read('urn:one')).to.deep.equal(['2', 1]);
  });

  it('are all read again in another life of the store, and where the log has a gap', async () => {
    const { state, write, read } = makeStore();
    write('urn:one');
    write('urn:other');
    await read('urn:one');
    expect(await read('urn:one')).to.deep.equal(['1', 0]);
    state.life = 'two';
    expect(await read('urn:one')).to.deep.equal(['1', 1]);
    write('urn:one');
    state.kept = false;
    expect(await read('urn:one')).to.deep.equal(['2', 1]);
    expect(await read('urn:one')).to.deep.equal(['2', 0]);
  });
});
