/**
 * Long answers: their bytes, and how they are sent.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { digestOf, encoded, SHORT_ANSWER, sendInPieces } from '../../src/http/answer/encode.ts';
import type { Context } from '../../src/http/types.ts';

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url');

describe('A long answer', () => {
  it('is encoded like a short one, wherever it is cut', async () => {
    // One more letter before it moves each pair of halves to the other side of a cut.
    for (const parts of [
      ['é'.repeat(SHORT_ANSWER)],
      ['🚀'.repeat(SHORT_ANSWER)],
      ['a', `a${'🚀'.repeat(SHORT_ANSWER)}`, '', 'b'],
      ['short', ' one'],
    ]) {
      const bytes = await encoded(parts);
      expect(bytes.equals(Buffer.from(parts.join('')))).to.equal(true);
      expect(await digestOf(bytes)).to.equal(sha(bytes));
    }
  });

  // SECURITY.md L21
  it('lets others go on while it is encoded and hashed', async () => {
    let turns = 0;
    let over = false;
    const count = (): void => {
      turns++;
      if (!over) setImmediate(count);
    };
    count();
    await digestOf(await encoded(['é'.repeat(20_000_000)]));
    over = true;
    expect(turns).to.be.above(3);
  });

  it('is sent in pieces, with its length', async () => {
    const bytes = Buffer.alloc(3 * SHORT_ANSWER, 'x');
    const context = { body: bytes, type: 'application/json', length: 0 } as unknown as Context;
    await sendInPieces(context, async () => undefined);
    expect([context.type, context.length]).to.deep.equal(['application/json', bytes.length]);
    expect((await buffer(context.body as Readable)).equals(bytes)).to.equal(true);
  });
});
