import { expect } from 'chai';
import { api, encode, type Proposal } from '../support/client.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { version } from '../support/writes.ts';

const own = ownNames('bad');
const dataset = () => urns.dataset(own());
const INGEST = '/aspects?action=ingestProposal';
const BATCH = '/aspects?action=ingestProposalBatch';
const SERIES = '/aspects?action=getTimeseriesAspectValues';

/** What is wrong, the status, what the refusal names. */
type Row<Input> = [what: string, input: Input, status: number | number[], mention: string | RegExp];

describe('Bad bodies of every action (docs/semantics.md 1.1)', () => {
  const BODIES: Row<string>[] = [
    ['empty', '', 400, 'JSON'],
    ['no JSON', '{"proposal":', 400, 'JSON'],
    ['a bare word', 'proposal', 400, 'JSON'],
    ['single quotes', "{'proposal':{}}", 400, 'JSON'],
    ['null', 'null', 400, /object/],
    ['a list', '[]', 400, /object/],
    ['a text', '"proposal"', 400, /object/],
    ['a number', '7', 400, /object/],
    ['an empty object', '{}', 400, /required/],
    ['a parameter that there is not', '{"colour":"red"}', 400, '/colour'],
  ];
  for (const path of [INGEST, BATCH, SERIES]) {
    for (const [what, text, code, mention] of BODIES) {
      it(`${path.split('=')[1]}: ${what}`, async () => {
        expectRefusal(await api.send('POST', path, { text }), code, mention);
      });
    }
  }

  it('a body that is not UTF-8 is refused on every API, never stored as other text', async () => {
    const urn = dataset();
    const latin1 = (json: unknown) => ({ text: Buffer.from(JSON.stringify(json), 'latin1'), headers: { 'Content-Type': 'application/json' } });
    const value = description('caf\u00e9');
    expectRefusal(await api.send('POST', INGEST, latin1({ proposal: proposal(urn, 'datasetProperties', value) })), 400, 'UTF-8');
    const path = `/openapi/v3/entity/dataset/${encode(urn)}/datasetProperties`;
    const answer = await api.send('POST', path, latin1({ value }));
    expect([answer.status, answer.text.includes('UTF-8')]).to.deep.equal([400, true]);
    expect(await version(urn, 'datasetProperties', 0)).to.equal(undefined);
  });

  it('a body may begin with a byte order mark', async () => {
    const text = Buffer.from(`\ufeff${JSON.stringify({ proposal: proposal(dataset(), 'status', status(false)) })}`);
    expect((await api.send('POST', INGEST, { text })).status).to.equal(200);
  });

  it('a body that is too large is refused after it was sent, so that the client gets the reason', async () => {
    expectRefusal(await api.send('POST', INGEST, { text: `"${'x'.repeat(33 * 1024 * 1024)}"` }), 413, '33554432');
  });

  for (const resource of ['aspects']) {
    for (const query of ['', '?action=', '?action=nope', '?action=constructor', '?action=__proto__', '?action=INGESTPROPOSAL']) {
      it(`POST /${resource}${query} is refused, and the error lists the actions`, async () => {
        expectRefusal(await api.send('POST', `/${resource}${query}`, { json: {} }), [400, 404], 'ingestProposal');
      });
    }
  }
});

describe('Bad proposals (docs/semantics.md 1.1, 3.1)', () => {
  const good = () => proposal(dataset(), 'status', status(false));
  const without = (field: string): Proposal => Object.fromEntries(Object.entries(good()).filter(([name]) => name !== field));
  const withAspect = (aspect: unknown): Proposal => ({ ...good(), aspect });
  const json = (value: unknown, contentType: unknown = 'application/json') => ({ value, contentType });

  const PROPOSALS: Row<() => unknown>[] = [
    ['a text', () => 'x', 400, '/proposal'],
    ['a list', () => [], 400, '/proposal'],
    ['empty', () => ({}), 400, '/proposal/entityType'],
    ['without entityType', () => without('entityType'), 400, '/proposal/entityType'],
    ['entityType null', () => ({ ...good(), entityType: null }), 400, '/proposal/entityType'],
    ['entityType a number', () => ({ ...good(), entityType: 7 }), 400, '/proposal/entityType'],
    ['entityType empty', () => ({ ...good(), entityType: '' }), 400, '/proposal/entityType'],
    ['an unknown entityType', () => ({ ...good(), entityType: 'sofa' }), 422, 'Failed to find entity with name sofa'],
    ['entityType a name that JavaScript knows', () => ({ ...good(), entityType: '__proto__' }), 422, 'Failed to find entity with name __proto__'],
    ['entityUrn a number', () => ({ ...good(), entityUrn: 7 }), 400, '/proposal/entityUrn'],
    ['entityUrn an object', () => ({ ...good(), entityUrn: {} }), 400, '/proposal/entityUrn'],
    ['without entityUrn', () => without('entityUrn'), [400, 422], 'entityUrn'],
    ['without changeType', () => without('changeType'), 400, '/proposal/changeType'],
    ['an unknown changeType', () => ({ ...good(), changeType: 'MERGE' }), 400, '/proposal/changeType'],
    ['changeType in lower case', () => ({ ...good(), changeType: 'upsert' }), 400, '/proposal/changeType'],
    ['changeType a list', () => ({ ...good(), changeType: ['UPSERT'] }), 400, '/proposal/changeType'],
    ['without aspectName', () => without('aspectName'), 400, '/proposal/aspectName'],
    ['aspectName a number', () => ({ ...good(), aspectName: 7 }), 400, '/proposal/aspectName'],
    ['an unknown aspect', () => ({ ...good(), aspectName: 'nope' }), 422, 'Unknown aspect nope for entity dataset'],
    ['an aspect of another entity type', () => ({ ...good(), aspectName: 'chartInfo' }), 422, 'Unknown aspect chartInfo for entity dataset'],
    ['an aspect that JavaScript knows', () => ({ ...good(), aspectName: 'constructor' }), 422, 'Unknown aspect constructor'],
    ['DELETE of an unknown aspect', () => ({ ...good(), changeType: 'DELETE', aspectName: 'nope' }), 422, 'Unknown aspect nope'],
    ['without aspect', () => without('aspect'), 400, 'aspect'],
    ['aspect null', () => withAspect(null), 400, 'aspect'],
    ['aspect the value itself', () => withAspect({ removed: true }), 400, '/proposal/aspect'],
    ['aspect without value', () => withAspect({ contentType: 'application/json' }), 400, '/proposal/aspect/value'],
    ['aspect without contentType', () => withAspect({ value: '{}' }), 400, '/proposal/aspect/contentType'],
    ['aspect.value an object', () => withAspect(json({ removed: true })), 400, '/proposal/aspect/value'],
    ['aspect.value no JSON', () => withAspect(json('{removed:true}')), 400, 'aspect.value'],
    ['aspect.value empty', () => withAspect(json('')), 400, 'aspect.value'],
    ['aspect.value cut short', () => withAspect(json('{"removed":tr')), 400, 'aspect.value'],
    ['aspect.value null', () => withAspect(json('null')), [400, 422], /object/],
    ['aspect.value a list', () => withAspect(json('[]')), 422, /object/],
    ['aspect.value a text', () => withAspect(json('"removed"')), 422, /object/],
    ['an unknown contentType', () => withAspect(json('{}', 'text/xml')), 400, 'contentType'],
    ['contentType a number', () => withAspect(json('{}', 7)), 400, '/proposal/aspect/contentType'],
    ['headers a list', () => ({ ...good(), headers: ['If-None-Match'] }), 400, '/proposal/headers'],
    ['a header that is no text', () => ({ ...good(), headers: { 'If-Version-Match': 1 } }), 400, '/proposal/headers/If-Version-Match'],
    ['systemMetadata a number', () => ({ ...good(), systemMetadata: 7 }), 400, '/proposal/systemMetadata'],
    ['systemMetadata.runId a number', () => ({ ...good(), systemMetadata: { runId: 7 } }), 400, '/proposal/systemMetadata/runId'],
    [
      'systemMetadata.lastObserved a text',
      () => ({ ...good(), systemMetadata: { lastObserved: 'now' } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata.lastObserved with a fraction',
      () => ({ ...good(), systemMetadata: { lastObserved: 1.5 } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata.lastObserved beyond 2^53',
      () => ({ ...good(), systemMetadata: { lastObserved: 2 ** 53 } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata with a field that there is not',
      () => ({ ...good(), systemMetadata: { colour: 'red' } }),
      400,
      '/proposal/systemMetadata/colour',
    ],
    [
      'a property in systemMetadata that is no text',
      () => ({ ...good(), systemMetadata: { properties: { a: 1 } } }),
      400,
      '/proposal/systemMetadata/properties/a',
    ],
    ['entityKeyAspect that is no key', () => ({ ...without('entityUrn'), entityKeyAspect: json('{"colour":"red"}') }), [400, 422], 'entityKeyAspect'],
  ];
  for (const [what, input, code, mention] of PROPOSALS) {
    it(what, async () => {
      const sent = input();
      expectRefusal(await api.ingestProposal(sent), code, mention);
      const each = await api.ingestEach([sent]);
      expect(each.status, each.text).to.equal(200);
      expect(each.body.value.items[0]).to.include({ outcome: 'refused' });
      expectRefusal(await api.ingestProposalBatch([proposal(dataset(), 'status', status(true)), sent]), code, mention);
    });
  }

  it('async that is neither true nor false', async () => {
    for (const async of ['maybe', 1, {}, '']) expectRefusal(await api.send('POST', INGEST, { json: { proposal: good(), async } }), 400, '/async');
  });

  const LISTS: Row<unknown>[] = [
    ['proposals an object', { proposals: good() }, 400, '/proposals'],
    ['proposals empty', { proposals: [] }, 400, 'proposals'],
    ['an item null', { proposals: [null] }, 400, 'proposal'],
    ['an item a text', { proposals: ['x'] }, 400, 'proposal'],
    ['perItem a number', { proposals: [good()], perItem: 7 }, 400, '/perItem'],
  ];
  for (const [what, body, code, mention] of LISTS) {
    it(`batch: ${what}`, async () => {
      expectRefusal(await api.send('POST', BATCH, { json: body }), code, mention);
    });
  }
});
