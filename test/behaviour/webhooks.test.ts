/** What `/webhooks` refuses (docs/semantics.md 22). Deliveries: test/operations/webhooks.test.ts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const own = ownNames('webhook');
const URL_OUTSIDE = 'https://hooks.example/path?key=secret';
/** Every refusal names the field. */
function expectRefusal({ status, body, text }: Answer, expected: number, pointer: string): void {
  expect(status, text).to.equal(expected);
  expect((body as { details: { pointer: string }[] }).details.map((each) => each.pointer)).to.deep.equal([pointer]);
}
const create = (json: object) => api.send<{ id: string; url: string; secret: string }>('POST', '/webhooks', { json });

describe('POST /webhooks (docs/semantics.md 22)', () => {
  // SECURITY.md W1
  it('refuses targets with private addresses, as they are written and as they resolve', async () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '0x7f.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '[::1]',
      '[::]',
      '[fd00::1]',
      '[fe80::1]',
      '[ff02::1]',
      '[::ffff:10.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::a00:1]',
      '[2002:a00:1::]',
    ]) {
      const answer = await create({ url: `http://${host}:8080/hook` });
      expectRefusal(answer, 400, '/url');
      expect((answer.body as unknown as { code: string }).code, host).to.equal('private-target');
    }
  });

  it('refuses other schemes, passwords, and settings that it does not know, and names the field', async () => {
    for (const url of [
      'ftp://hooks.example/',
      'hooks.example',
      'file:///etc/passwd',
      'https://hooks.example/#part',
      `https://hooks.example/${'a'.repeat(2_000)}`,
    ]) {
      expectRefusal(await create({ url }), 400, '/url');
    }
    const password = await create({ url: 'https://user:hunter2@hooks.example/' });
    expectRefusal(password, 400, '/url');
    expect(password.text).to.not.include('hunter2');
    const wrong: [object, string][] = [
      [{ filter: { types: ['no-such-type'] } }, '/filter/types'],
      [{ filter: { aspects: ['noSuchAspect'] } }, '/filter/aspects'],
      [{ filter: { aspects: [] } }, '/filter/aspects'],
      [{ filter: { changes: ['index'] } }, '/filter/changes/0'],
      [{ batch: 0 }, '/batch'],
      [{ batch: 101 }, '/batch'],
      [{ batch: 2, format: 'entity-change-event' }, '/batch'],
      [{ secret: 'whsec_short' }, '/secret'],
      [{ secret: 'hunter2' }, '/secret'],
      [{ name: 'n'.repeat(201) }, '/name'],
      [{ format: 'xml' }, '/format'],
      [{ after: -1 }, '/after'],
    ];
    for (const [json, pointer] of wrong) {
      const answer = await create({ url: URL_OUTSIDE, ...json });
      expectRefusal(answer, 400, pointer);
      expect(answer.text).to.not.include('hunter2');
    }
    const unknown = await create({ url: URL_OUTSIDE, colour: 'red' });
    expectRefusal(unknown, 400, '/colour');
    expect((await create({ url: URL_OUTSIDE, after: 10 ** 12 })).status).to.equal(410);
  });

  // SECURITY.md W2
  it('returns the secret once, and never the query of the URL; each change is a line of the audit', async () => {
    const name = own();
    const made = await create({ url: URL_OUTSIDE, name });
    const { id, secret, url } = made.body;
    expect([made.status, url]).to.deep.equal([201, 'https://hooks.example/path?…']);
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [list, one] = [await api.send('GET', '/webhooks'), await api.send('GET', `/webhooks/${id}`)];
    for (const { text } of [list, one]) expect(text).to.include(id).and.not.include(secret).and.not.include('key=secret');
    expectRefusal(await api.send('PATCH', `/webhooks/${id}`, { json: { url: 'http://127.0.0.1/' } }), 400, '/url');
    expect((await api.send('DELETE', `/webhooks/${id}`)).status).to.equal(200);
    await eventually(async () => {
      const lines = readFileSync(path.join(sharedCairn().dataDir, 'audit', 'audit.jsonl'), 'utf8').split('\n');
      expect(lines.some((line) => line.includes('POST /webhooks') && line.includes(id))).to.equal(true);
      expect(lines.some((line) => line.includes(`DELETE /webhooks/${id}`))).to.equal(true);
      expect(lines.join('\n')).to.not.include(secret);
    });
  });

  it('answers 404 for a webhook that does not exist', async () => {
    for (const [method, rest, json] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/rotate', {}],
      ['POST', '/replay', { after: 0 }],
      ['POST', '/resume', undefined],
      ['POST', '/ping', undefined],
      ['GET', '/deliveries', undefined],
    ] as const) {
      const answer = await api.send<{ code: string }>(method, `/webhooks/wh_none${rest}`, json === undefined ? {} : { json });
      expect([answer.status, answer.body.code], `${method} ${rest}`).to.deep.equal([404, 'no-such-webhook']);
    }
  });
});

describe('POST /subscriptions (docs/semantics.md 22.6)', () => {
  it('refuses what is no person, no subject, or no webhook that sends subscriptions, and names the field', async () => {
    const [plain, sends] = [await create({ url: URL_OUTSIDE }), await create({ url: URL_OUTSIDE, sends: 'subscriptions' })];
    const person = urns.user(own());
    const subscribe = (json: object): Promise<Answer> => api.send('POST', '/subscriptions', { json: { webhook: sends.body.id, person, ...json } });
    const entity = urns.dataset(own());
    for (const [json, pointer] of [
      [{ entity, person: entity }, '/person'],
      [{ entity, person: 'ana' }, '/person'],
      [{ entity: 'no urn' }, '/entity'],
      [{ domain: entity }, '/domain'],
      [{}, '/'],
      [{ entity, query: 'x' }, '/'],
      [{ query: '"open' }, '/query'],
      [{ entity, webhook: plain.body.id }, '/webhook'],
    ] as const) {
      expectRefusal(await subscribe(json), 400, pointer);
    }
    expect((await subscribe({ entity, webhook: 'wh_none' })).status).to.equal(404);
    expectRefusal(await create({ url: URL_OUTSIDE, sends: 'subscriptions', format: 'entity-change-event' }), 400, '/format');
    expect((await api.send('DELETE', '/subscriptions/sub_none')).status).to.equal(404);
    for (const { body } of [plain, sends]) await api.send('DELETE', `/webhooks/${body.id}`);
  });
});
