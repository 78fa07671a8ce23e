import { expect } from 'chai';
import type { RefusedThing } from '../../../src/catalog/maintenance/refusals.ts';
import type { RawProposal } from '../../../src/catalog/write/proposal.ts';
import { type SentItem, writeItems } from '../../../src/catalog/write/write-items.ts';
import { badParameter, notForAnybody, Refusal, resultInMotion } from '../../../src/errors.ts';
import { valueOf } from '../../../src/model/json.ts';

const good: RawProposal = { entityUrn: 'good', aspectName: 'status', changeType: 'UPSERT', value: valueOf({}) };
const bad: RawProposal = { ...good, entityUrn: 'bad', systemMetadata: { runId: 'r' } };
const unread: SentItem = { refusal: badParameter('/x', 'something'), urn: 'unread', run: 'r' };
const wrong = badParameter('/value', 'a text');

/** Writes with a core that refuses `bad` with this refusal. */
async function written(items: readonly SentItem[], how: { asynchronous: boolean; each?: boolean }, refusal: Refusal = wrong) {
  const kept: RefusedThing[] = [];
  const core = {
    write: async ({ proposals, together }: { readonly proposals: readonly RawProposal[]; readonly together: unknown }) => {
      if (together === true && proposals.includes(bad)) throw refusal;
      return { items: proposals.map((each) => (each === bad ? { refusal } : { written: [] })), unknownFields: [] };
    },
    refusals: { keep: async (things: readonly RefusedThing[]) => void kept.push(...things) },
  };
  const result = await writeItems(core, { items, actor: 'ann', ...how }).catch((error: unknown) => error);
  return { result, kept: kept.map(({ urn }) => urn), runs: kept.map(({ run }) => run) };
}

describe('The items of a request', () => {
  it('are refused together, and nothing is kept, unless the request is asynchronous', async () => {
    for (const items of [
      [good, bad],
      [good, unread],
    ]) {
      const { result, kept } = await written(items, { asynchronous: false });
      expect(result).to.be.instanceOf(Refusal);
      expect(kept).to.deep.equal([]);
    }
  });

  it('count for a condition of the request, also those that cannot be read: it is for one alone', async () => {
    const sent: unknown[] = [];
    const write = async (request: { readonly proposals: readonly RawProposal[]; readonly sent?: number }) => {
      sent.push([request.proposals.length, request.sent]);
      return { items: [{ written: [] }], unknownFields: [] };
    };
    for (const items of [[good], [good, unread]])
      await writeItems({ write, refusals: { keep: async () => undefined } }, { items, actor: 'ann', asynchronous: true });
    expect(sent).to.deep.equal([
      [1, 1],
      [1, 2],
    ]);
  });

  it('are not kept where nothing is valid, as far as their sender may not write them', async () => {
    const forbidden = notForAnybody('ann', 'write this', 'it is not theirs');
    const both = { asynchronous: true, each: true };
    expect(await written([bad, bad], both, forbidden)).to.deep.include({ kept: [] });
    expect((await written([bad, bad], both, forbidden)).result).to.deep.include({ runs: [] });
    expect((await written([bad], { asynchronous: true }, forbidden)).result).to.equal(forbidden);
    expect(await written([bad, unread], both, forbidden)).to.deep.include({ kept: ['unread'] });
    expect(await written([bad, good], both, forbidden)).to.deep.include({ kept: ['bad'] });
  });

  it('name at most ten runs: what names others is kept under none', async () => {
    const ofRun = (run: string): SentItem => ({ refusal: badParameter('/x', 'something'), run });
    const sent = Array.from({ length: 12 }, (_, at) => ofRun(`r${at}`));
    const { result, runs } = await written([...sent, ofRun('r3')], { asynchronous: true, each: true });
    const ten = Array.from({ length: 10 }, (_, at) => `r${at}`);
    expect(runs).to.deep.equal([...ten, undefined, undefined, 'r3']);
    expect(result).to.deep.include({ moreRuns: true, runs: [...ten, 'no-run-id-provided'] });
    expect((await written(sent.slice(0, 10), { asynchronous: true, each: true })).result).not.to.have.property('moreRuns');
  });

  it('that are valid are written if it is; the others are kept, each with its place', async () => {
    const { result, kept } = await written([unread, good, bad], { asynchronous: true });
    expect(result).to.deep.include({ items: [{ refusal: unread.refusal }, { written: [] }, { refusal: wrong }], runs: ['r'] });
    expect(kept).to.deep.equal(['unread', 'bad']);
  });

  it('are kept also where all are refused; then the request is refused, unless its answer says what became of each', async () => {
    const whole = await written([unread, bad], { asynchronous: true });
    expect(whole.result).to.be.instanceOf(Refusal);
    const each = await written([unread, bad], { asynchronous: true, each: true });
    expect(each.result).to.have.property('refused').with.length(2);
    for (const { kept } of [whole, each]) expect(kept).to.deep.equal(['unread', 'bad']);
  });

  it('are sent again by the client, and not kept, if all are hindered for a while', async () => {
    const { result, kept } = await written([good, bad], { asynchronous: true }, resultInMotion());
    expect(result).to.have.property('retryAfter');
    expect(kept).to.deep.equal([]);
  });

  it('may be none', async () => {
    expect((await written([], { asynchronous: true })).result).to.deep.include({ items: [], refused: [] });
  });
});
