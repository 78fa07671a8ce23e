/** Mails about what people follow (docs/semantics.md 22.7), at a real SMTP server. */
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { type Mail, type MailServer, startMailServer } from '../support/mail-server.ts';
import { description, ownNames, proposal, tags, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const own = ownNames('mail');
const WAIT_MS = 60_000;
const PUBLIC = 'https://catalog.example.com';
const LINK = /^<https:\/\/catalog\.example\.com(\/unsubscribe\?person=[^&]+&signature=[\w-]{43})>$/;

describe('Mails about what people follow (docs/semantics.md 22.7)', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  let server: MailServer;
  let settings: Record<string, string>;
  const client = makeClient(() => cairn.url, SVC);
  const [jane, joe, nina] = ['jane', 'joe', 'nina'].map((name) => urns.user(own(name))) as [string, string, string];
  const [table, domain, listed] = [urns.dataset(own()), urns.of('domain', own()), urns.dataset(own())];
  const word = own('listed').replaceAll('_', '');
  const addressOf = (user: string): string => `${user.split(':').at(-1)}@example.com`;

  const write = async (urn: string, aspect: string, value: object): Promise<void> => {
    const answer = await client.ingestProposal(proposal(urn, aspect, value));
    expect(answer.status, answer.text).to.equal(200);
  };
  const follow = (user: string, mail: string, follows: object[]): Promise<void> =>
    write(user, 'corpUserFollowing', { mail, follows: follows.map((each, at) => ({ id: String(at), title: 'x', since: Date.now(), ...each })) });
  const mailsTo = (user: string): Mail[] => server.received.filter(({ to }) => to.includes(addressOf(user)));
  const gets = (user: string, count: number): Promise<unknown> => eventually(async () => expect(mailsTo(user)).to.have.length(count), WAIT_MS);
  const health = async () => (await client.send<{ mail?: { waiting: number; failing: number } }>('GET', '/health/detailed')).body.mail;

  before(async () => {
    server = await startMailServer();
    settings = { ...(await emptyEngines()), SMTP_URL: server.url, MAIL_FROM: 'Cairn <cairn@example.com>', PUBLIC_URL: PUBLIC };
    cairn = await startCairn(settings);
    for (const user of [jane, joe, nina])
      await write(user, 'corpUserInfo', { active: true, displayName: user.split('_').at(-1), email: addressOf(user) });
    await write(table, 'datasetProperties', { ...description('x'), name: 'Orders' });
    await write(domain, 'domainProperties', { name: 'Sales' });
  });
  after(async () => {
    await endAll();
    server?.close();
  });

  it('come as it happens, in sentences, with links by the public address and a way out, and only to who wants them', async () => {
    await follow(jane, 'each', [{ entity: table }]);
    await follow(joe, 'never', [{ entity: table }]);
    const tag = urns.tag(own());
    await write(tag, 'tagProperties', { name: 'PII' });
    await write(table, 'globalTags', tags(tag));
    await gets(jane, 1);
    const [mail] = mailsTo(jane);
    expect(mail?.head.get('subject')).to.equal('Orders: added the tag PII');
    expect(mail?.head.get('from')).to.equal('Cairn <cairn@example.com>');
    expect(mail?.head.get('list-unsubscribe')).to.match(LINK);
    expect(mail?.head.get('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
    expect(mail?.text)
      .to.include('added the tag PII')
      .and.include(`${PUBLIC}/entity/${encodeURIComponent(table)}`)
      .and.include(`${PUBLIC}/inbox`);
    expect(mailsTo(joe)).to.deep.equal([]);
  });

  it('end with one click in the mail program, which need not sign in, and with no link of another', async () => {
    const nobody = urns.user(own('one'));
    await write(nobody, 'corpUserInfo', { active: true, displayName: 'One', email: addressOf(nobody) });
    await follow(nobody, 'each', [{ entity: table }]);
    await write(table, 'datasetProperties', { ...description('for one'), name: 'Orders' });
    await gets(nobody, 1);
    const link = LINK.exec(mailsTo(nobody)[0]?.head.get('list-unsubscribe') ?? '')?.[1] ?? '';
    const post = (path: string) =>
      fetch(cairn.url + path, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const wish = async () =>
      (await client.send<{ value: { mail: string } }>('GET', `/openapi/v3/entity/corpuser/${nobody}/corpuserfollowing`)).body.value.mail;
    for (const wrong of [link.replace(encodeURIComponent(nobody), encodeURIComponent(jane)), link.slice(0, -1), '/unsubscribe'])
      expect((await post(wrong)).status).to.equal(403);
    // Programs that look at links stop nothing.
    const looked = await fetch(cairn.url + link, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).to.deep.equal([302, link.replace('/unsubscribe', '/mails')]);
    expect(await wish()).to.equal('each');
    expect((await post(link)).status).to.equal(200);
    expect(await wish()).to.equal('never');
  });

  it('tell of what a domain and a search contain', async () => {
    await follow(jane, 'each', [{ entity: domain }, { page: `/search?query=${word}&type=DATASET` }]);
    await write(listed, 'datasetProperties', { ...description('x'), name: word });
    await gets(jane, 2);
    await follow(jane, 'each', [{ entity: domain }]);
    // What is measured is no news.
    await write(domain, 'coverage', { timestampMillis: Date.now(), assets: 1 });
    await write(listed, 'domains', { domains: [domain] });
    await gets(jane, 3);
    expect(mailsTo(jane).at(-1)?.head.get('subject')).to.equal(`${word}: added the domain Sales`);
  });

  /** @param meanwhile what happens while one waits */
  const triedAgain = async (meanwhile?: () => Promise<void>): Promise<void> => {
    const [before, had] = [server.refused(), mailsTo(jane).length];
    server.refuse(3);
    await follow(jane, 'each', [{ entity: table }]);
    await write(table, 'datasetProperties', { ...description('another'), name: 'Orders' });
    await eventually(async () => expect(await health()).to.deep.include({ waiting: 1, failing: 1 }), WAIT_MS);
    expect((await client.send('GET', '/metrics')).text).to.match(/^cairn_mail_failing 1$/m);
    await meanwhile?.();
    await gets(jane, had + 1);
    expect(server.refused() - before).to.equal(3);
    await eventually(async () => expect(await health()).to.deep.include({ waiting: 0, failing: 0 }), WAIT_MS);
    // A later mail comes after all that could have been sent twice.
    await write(table, 'datasetProperties', { ...description('a third'), name: 'Orders' });
    await gets(jane, had + 2);
    expect(new Set(server.received.map(({ head }) => head.get('message-id'))).size).to.equal(server.received.length);
  };

  it('are tried again while the server refuses, which health and metrics say, and are sent once', () => triedAgain());

  it('are sent once, also after a restart [long]', () =>
    triedAgain(async () => {
      await cairn.stop();
      cairn = await startCairn(settings);
    }));

  it('wait for a day if somebody wants one a day, and go when the wish changes', async () => {
    await follow(nina, 'daily', [{ entity: table }]);
    const sent = mailsTo(jane).length;
    for (const text of ['one', 'two']) await write(table, 'datasetProperties', { ...description(text), name: 'Orders' });
    await eventually(async () => expect(mailsTo(jane).length).to.be.above(sent), WAIT_MS);
    await eventually(async () => expect((await health())?.waiting).to.equal(1), WAIT_MS);
    expect(mailsTo(nina)).to.deep.equal([]);
    await follow(nina, 'each', [{ entity: table }]);
    await gets(nina, 1);
    expect(mailsTo(nina)[0]?.head.get('subject')).to.equal('2 changes in what you follow');
  });

  // SECURITY.md S26
  it('end with their reader: what waits for who is suspended is dropped', async () => {
    await write(nina, 'corpUserStatus', { status: 'SUSPENDED', lastModified: { time: 1, actor: jane } });
    const sent = [mailsTo(jane).length, mailsTo(nina).length];
    await write(table, 'datasetProperties', { ...description('for jane alone'), name: 'Orders' });
    await gets(jane, (sent[0] ?? 0) + 1);
    await eventually(async () => expect((await health())?.waiting).to.equal(0), WAIT_MS);
    await write(nina, 'corpUserStatus', { status: 'ACTIVE', lastModified: { time: 1, actor: jane } });
    await write(table, 'datasetProperties', { ...description('for both'), name: 'Orders' });
    await gets(nina, (sent[1] ?? 0) + 1);
    expect(mailsTo(nina).at(-1)?.head.get('subject')).to.match(/^Orders: changed/);
  });
});
