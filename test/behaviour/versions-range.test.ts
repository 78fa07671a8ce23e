/**
 * Ranges of versions and differences between two (docs/semantics.md 6.4).
 */
import { expect } from 'chai';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { askAspects } from '../support/lineage.ts';
import { ownership, ownNames, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { erase, write } from '../support/writes.ts';

const own = ownNames('versions_range');
const RECORD = 'com.svc.common.Ownership';

interface Difference {
  version: number;
  against: number;
  patch: Operation[];
}

describe('Range of versioned aspects (docs/semantics.md 6.4)', () => {
  const urn = urns.dataset(own());
  const values = [1, 2, 3, 4].map((number) => ownership(...Array.from({ length: number }, (_, index) => urns.user(`u${number}_${index}`))));
  before(async () => {
    for (const value of values) await write(urn, 'ownership', value);
  });

  it('returns the latest version first: version 0, then the highest number downwards', async () => {
    const { status, body, text } = await askAspects(urn, { aspect: 'ownership', start: 0, count: 10 });
    expect(status, text).to.equal(200);
    expect([body.start, body.count, body.total]).to.deep.equal([0, 4, 4]);
    expect(body.values.map(({ version }) => version)).to.deep.equal([0, 3, 2, 1]);
    expect(body.values.map(({ systemMetadata }) => systemMetadata.version)).to.deep.equal(['4', '3', '2', '1']);
    for (const [index, each] of body.values.entries()) {
      expect((each.aspect[RECORD] as { owners: unknown }).owners).to.deep.equal(values[3 - index]?.owners);
      expect(each.created.time).to.be.a('number');
      expect(each.created.actor).to.match(/^urn:svc:corpuser:/);
    }
  });

  it('agrees with reading each version by its number', async () => {
    const { body } = await askAspects(urn, { aspect: 'ownership', count: 10 });
    for (const { version, aspect } of body.values) {
      const one = await askAspects<{ aspect: unknown }>(urn, { aspect: 'ownership', version });
      expect(one.body.aspect).to.deep.equal(aspect);
    }
  });

  it('has pages; a page past the end is empty and has the total', async () => {
    const page = (await askAspects(urn, { aspect: 'ownership', start: 1, count: 2 })).body;
    expect([page.start, page.count, page.total]).to.deep.equal([1, 2, 4]);
    expect(page.values.map(({ version }) => version)).to.deep.equal([3, 2]);
    const past = (await askAspects(urn, { aspect: 'ownership', start: 4, count: 2 })).body;
    expect([past.start, past.count, past.total, past.values.length]).to.deep.equal([4, 0, 4, 0]);
  });

  it('a write that changes nothing makes no version', async () => {
    await write(urn, 'ownership', values[3]);
    expect((await askAspects(urn, { aspect: 'ownership', count: 1 })).body.total).to.equal(4);
  });

  it('the difference of two versions is a JSON Patch that turns one into the other, in both directions', async () => {
    for (const [version, against] of [
      [1, 0],
      [0, 1],
      [3, 2],
      [2, 2],
    ] as const) {
      const { status, body, text } = await askAspects<Difference>(urn, { aspect: 'ownership', version, against });
      expect(status, text).to.equal(200);
      expect([body.version, body.against]).to.deep.equal([version, against]);
      const [from, to] = await Promise.all(
        [version, against].map(
          async (each) => (await askAspects<{ aspect: Record<string, object> }>(urn, { aspect: 'ownership', version: each })).body.aspect[RECORD],
        ),
      );
      expect(jsonPatch.applyPatch(structuredClone(from), body.patch).newDocument).to.deep.equal(to);
      if (version === against) expect(body.patch).to.deep.equal([]);
    }
  });

  it('after a deletion there is no range, and the next write starts at 1', async () => {
    const gone = urns.dataset(own());
    await write(gone, 'ownership', values[0]);
    await write(gone, 'ownership', values[1]);
    await erase(gone, 'ownership');
    expectRefusal(await askAspects(gone, { aspect: 'ownership', count: 5 }), 404, 'ownership');
    await write(gone, 'ownership', values[2]);
    const { body } = await askAspects(gone, { aspect: 'ownership', count: 5 });
    expect(body.values.map(({ version, systemMetadata }) => [version, systemMetadata.version])).to.deep.equal([[0, '1']]);
  });

  it('refuses an invalid parameter, aspect, entity or URN', async () => {
    for (const count of ['-1', 'x', '1.5', '1001']) expectRefusal(await askAspects(urn, { aspect: 'ownership', count }), 400, 'count');
    expectRefusal(await askAspects(urn, { aspect: 'ownership', start: -1 }), 400, 'start');
    expectRefusal(await askAspects(urn, { start: 0 }), 400, 'aspect');
    expectRefusal(await askAspects(urn, { aspect: 'ownership', start: 0, version: 1 }), 400, 'version');
    expectRefusal(await askAspects(urn, { aspect: 'nonsense', start: 0 }), 404, 'nonsense');
    expectRefusal(await askAspects(urn, { aspect: 'datasetProfile', start: 0 }), 404, 'timeseries');
    expectRefusal(await askAspects(urn, { aspect: 'globalTags', start: 0 }), 404, 'globalTags');
    expectRefusal(await askAspects(urns.dataset(own()), { aspect: 'ownership', start: 0 }), 404, 'ownership');
    expectRefusal(await askAspects('urn:svc:nonsense:x', { aspect: 'ownership', start: 0 }), 400, 'nonsense');
  });

  it('a difference with a missing version is 404', async () => {
    for (const query of [
      { version: 1, against: 4 },
      { version: 9, against: 0 },
      { version: -1, against: 0 },
    ])
      expectRefusal(await askAspects(urn, { aspect: 'ownership', ...query }), 404, 'version');
    expectRefusal(await askAspects(urn, { aspect: 'ownership', version: 1, against: 'x' }), 400, 'against');
  });
});
