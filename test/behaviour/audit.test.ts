/** The audit (SECURITY.md): a line for each request that writes or is not let in, on every API; never a value. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const own = ownNames('audit');
const VALUE = 'a-value-that-stays-here';

interface Line {
  readonly actor: string;
  readonly claimed: boolean;
  readonly address: string;
  readonly operation: string;
  readonly about?: string;
  readonly outcome: string;
  readonly status: number;
  readonly entities: number;
  readonly urns: readonly string[];
  readonly aspects: Readonly<Record<string, number>>;
}

function text(): string {
  return readFileSync(path.join(sharedCairn().dataDir, 'audit', 'audit.jsonl'), 'utf8');
}

/** The lines that name an entity, as soon as there are so many. */
async function linesOf(urn: string, count: number): Promise<Line[]> {
  return eventually(async () => {
    const lines = text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
      .filter(({ urns: named, about, operation }) => named.includes(urn) || about?.includes(urn) || operation.includes(urn));
    expect(lines).to.have.length(count);
    return lines;
  });
}

const tag = (urn: string) => proposal(urn, 'tagProperties', { name: VALUE });

describe('The audit', () => {
  // SECURITY.md U2
  it('records who, from where, what, which entity and the outcome; not the value', async () => {
    const urn = urns.tag(own());
    const headers = { [api.names.actorHeader]: 'urn:svc:corpuser:auditor', 'X-Forwarded-For': '192.0.2.7' };
    expect((await api.ingestProposal(tag(urn), headers)).status).to.equal(200);
    expect((await api.ingestProposal(tag(urn))).status).to.equal(200);
    expect((await api.aspect(urn, 'tagProperties')).status).to.equal(200);
    const [first, second] = await linesOf(urn, 2);
    expect(first).to.deep.include({ actor: 'urn:svc:corpuser:auditor', claimed: true, forwardedFor: '192.0.2.7', outcome: 'done', status: 200 });
    expect(first).to.deep.include({ operation: 'POST /aspects?action=ingestProposal', urns: [urn], entities: 1 });
    expect(first?.address).to.match(/127\.0\.0\.1|::1/);
    expect(first?.aspects.changed).to.be.above(0);
    expect(second?.aspects).to.deep.equal({ unchanged: 1 });
    expect(text()).not.to.contain(VALUE);
  });

  it('has one line for a batch, with the first entities and their number', async () => {
    const names = Array.from({ length: 30 }, () => urns.tag(own()));
    const refused = proposal(urns.tag(own()), 'tagProperties', { name: 1 });
    expect((await api.ingestEach([...names.map(tag), refused])).status).to.equal(200);
    const [line] = await linesOf(names[0] ?? '', 1);
    expect(line).to.deep.include({ outcome: 'part', entities: 31, urns: names.slice(0, 20) });
    expect(line?.aspects.refused).to.equal(1);
  });

  // SECURITY.md U1
  it('covers every API: OpenAPI, GraphQL, snapshots, deletes', async () => {
    const id = own();
    const urn = urns.tag(id);
    const at = `/openapi/v3/entity/tag/${encodeURIComponent(urn)}`;
    expect((await api.send('POST', `${at}/tagProperties`, { json: { value: { name: VALUE } } })).status).to.be.oneOf([200, 201, 202]);
    const query = `mutation { createTag(input: {id: "${own()}", name: "${VALUE}"}) }`;
    const created = await api.send<{ data: { createTag: string } }>('POST', '/api/graphql', { json: { query } });
    const snapshot = { value: { 'com.svc.metadata.snapshot.TagSnapshot': { urn, aspects: [{ 'com.svc.tag.TagProperties': { name: 'other' } }] } } };
    expect((await api.send('POST', '/entities?action=ingest', { json: { entity: snapshot } })).status).to.equal(200);
    expect((await api.send('DELETE', at)).status).to.equal(200);
    const lines = await linesOf(urn, 3);
    expect(lines.map(({ operation, outcome }) => `${operation.replace(encodeURIComponent(urn), '…')} ${outcome}`)).to.deep.equal([
      'POST /openapi/v3/entity/tag/…/tagProperties done',
      'POST /entities?action=ingest done',
      'DELETE /openapi/v3/entity/tag/… done',
    ]);
    expect(lines[2]?.aspects.deleted).to.be.above(0);
    const [mutation] = await linesOf(created.body.data.createTag, 1);
    expect(mutation).to.deep.include({ operation: 'POST /api/graphql', about: 'mutation createTag', outcome: 'done' });
    expect(text()).not.to.contain(VALUE);
  });

  it('names the run of a rollback, and what it removed', async () => {
    const urn = urns.tag(own());
    const run = own();
    const ingested = await api.ingestProposal({ ...tag(urn), systemMetadata: { runId: run, lastObserved: 1 } });
    expect(ingested.status, ingested.text).to.equal(200);
    expect((await api.send('POST', '/runs?action=rollback', { json: { runId: run } })).status).to.equal(200);
    const [, line] = await linesOf(urn, 2);
    expect(line).to.deep.include({ operation: 'POST /runs?action=rollback', about: `run ${run}`, outcome: 'done', urns: [urn] });
  });

  // SECURITY.md U1
  it('has a line for each refused write, and for each refused client', async () => {
    const urn = urns.tag(own());
    expect((await api.ingestProposal(proposal(urn, 'tagProperties', { name: 1 }))).status).to.equal(422);
    const at = `/openapi/v3/entity/tag/${encodeURIComponent(urn)}`;
    expect((await api.send('DELETE', at, { headers: { Origin: 'http://evil.example' } })).status).to.equal(403);
    const lines = await eventually(async () => {
      const found = text()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
        .filter(({ urns: named, operation }) => named.includes(urn) || operation.includes(encodeURIComponent(urn)));
      expect(found).to.have.length(2);
      return found;
    });
    expect(lines[0]).to.deep.include({ outcome: 'refused', status: 422, aspects: { refused: 1 } });
    expect(lines[1]).to.deep.include({ outcome: 'denied', status: 403, entities: 0 });
  });
});
