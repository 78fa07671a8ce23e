import { createRequire } from 'node:module';
import { expect } from 'chai';
import { widenChunks } from '../../src/graph/chunks.ts';

interface Chunker {
  putInt8(position: number, value: number): void;
  messageBoundary(): void;
  flush(): void;
}

describe('Chunks that the driver sends to Neo4j', () => {
  const require = createRequire(createRequire(import.meta.url).resolve('neo4j-driver'));
  const sent: number[] = [];
  const turns: string[] = [];
  const socket = { cork: () => turns.push('held'), uncork: () => turns.push('sent') };
  let chunker: Chunker;
  const message = (bytes: number): void => {
    for (let at = 0; at < bytes; at++) chunker.putInt8(0, 1);
    chunker.messageBoundary();
    chunker.flush();
  };

  before(() => {
    expect(widenChunks(), 'this version of the driver can be changed').to.equal(true);
    const channel = { _conn: socket, _pending: null, write: ({ length }: { length: number }) => sent.push(length) };
    const made = require('neo4j-driver-bolt-connection/lib/channel/chunking.js') as { Chunker: new (channel: object) => Chunker };
    chunker = new made.Chunker(channel);
  });

  it('are of 64 KiB for long messages, after the first one', () => {
    message(200_000);
    expect(sent).to.have.length(5);
    expect(sent.slice(1, 4)).to.deep.equal([65_535, 65_535, 65_535]);
  });

  it('are small for short messages', () => {
    sent.length = 0;
    for (let at = 0; at < 3; at++) message(10);
    expect(sent).to.deep.equal([14, 14, 14]);
  });

  it('join what is sent in one turn of the event loop', async () => {
    await new Promise((resolve) => setImmediate(resolve));
    turns.length = 0;
    for (let at = 0; at < 3; at++) message(10);
    expect(turns).to.deep.equal(['held']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns).to.deep.equal(['held', 'sent']);
  });
});
