/**
 * Bodies of requests become text, whatever the pieces are in which they come.
 */
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Refusal, tooMuchAtOnce } from '../../src/errors.ts';
import { readText } from '../../src/http/request/body.ts';
import type { Share } from '../../src/http/shares.ts';
import type { Context } from '../../src/http/types.ts';

/** A request whose body comes in pieces of so many bytes. */
function sent(body: Buffer, piece: number, encoding = '', share: Partial<Share> = {}): Context {
  async function* pieces() {
    for (let at = 0; at < body.length; at += piece) yield body.subarray(at, at + piece);
  }
  const get = (name: string): string => (name === 'content-encoding' ? encoding : '');
  const whole = { receive: async () => undefined, begin: async () => undefined, ...share };
  return { get, req: { httpVersion: '1.0', iterator: pieces }, state: { share: whole } } as unknown as Context;
}

describe('The body of a request', () => {
  const text = 'aé日🚀'.repeat(60_000);

  it('is text, wherever it is cut', async () => {
    for (const piece of [1_001, 65_536, 10_000_000]) expect((await readText(sent(Buffer.from(text), piece))) === text, String(piece)).to.equal(true);
    expect(await readText(sent(Buffer.from('\uFEFF{}'), 1))).to.equal('{}');
    expect(await readText(sent(Buffer.alloc(0), 1))).to.equal('');
  });

  it('is refused if it is no UTF-8, also at its end', async () => {
    for (const wrong of [Buffer.from(text).subarray(0, -1), Buffer.concat([Buffer.from(text), Buffer.from([0xff]), Buffer.from(text)])]) {
      const refusal = await readText(sent(wrong, 65_536)).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(Refusal).and.include({ status: 400 });
    }
  });

  // SECURITY.md L16
  it('weighs what it unpacks to, and is unpacked only as far as its caller may hold', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    const weights: (number | undefined)[] = [];
    let held = 0;
    const receive = async (bytes: number): Promise<void> => {
      held += bytes;
      if (held > 25_000_000) throw tooMuchAtOnce('bytes');
    };
    const begin = async (more?: number): Promise<void> => void weights.push(more);
    await readText(sent(bomb, 1_000, 'gzip', { receive, begin }));
    expect(weights).to.deep.equal([0, 200]);
    expect(held).to.equal(20_000_000 + bomb.length);
    const refusal = await readText(sent(bomb, 1_000, 'gzip', { receive, begin })).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refusal).and.include({ code: 'too-much-at-once' });
    expect(held).to.be.below(26_000_000);
    const cut = await readText(sent(bomb.subarray(0, -9), 1_000, 'gzip')).catch((error: unknown) => error);
    expect(cut).to.be.instanceOf(Refusal).and.include({ status: 400 });
  });
});
