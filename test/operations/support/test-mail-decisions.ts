/** Mails about suggestions and requests for access (docs/semantics.md 22.7): to who can decide, and to who waits for it. */
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import type { Mail, MailServer } from '../../support/mail-server.ts';
import { proposal, urns } from '../../support/make.ts';
import { OPERATOR, type WithTokens } from './with-tokens.ts';

const WAIT_MS = 90_000;
const [owner, author, admin, other] = ['owner', 'author', 'admin', 'other'].map((name) => urns.user(name)) as [string, string, string, string];
const TABLE = urns.dataset('mail.decided');
const SUGGEST = 'mutation ($input: SuggestChangeInput!) { made: suggestChange(input: $input) { urn } }';
const SETTLE = 'mutation ($input: DecideSuggestionInput!) { made: decideSuggestion(input: $input) { urn } }';
const ASK = 'mutation ($input: AskForAccessInput!) { made: askForAccess(input: $input) { urn } }';
const DECIDE = 'mutation ($input: DecideAccessRequestInput!) { made: decideAccessRequest(input: $input) { urn } }';
const TOKEN = 'mutation ($input: CreateAccessTokenInput!) { made: createAccessToken(input: $input) { accessToken } }';

/** @param mails the server that gets what the catalog sends */
export function testMailDecisions({ one, restart }: WithTokens, mails: () => MailServer): void {
  describe('Mails about what waits for a decision', () => {
    const tokens = new Map<string, string>();
    const addressOf = (user: string): string => `${user.split(':').at(-1)}@example.com`;
    const mailsTo = (user: string): Mail[] => mails().received.filter(({ to }) => to.includes(addressOf(user)));
    const post = async (token: string, where: string, json: unknown): Promise<unknown> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await fetch(one().url + where, { method: 'POST', headers, body: JSON.stringify(json) });
      expect(answer.status).to.equal(200);
      return answer.json();
    };
    const write = (urn: string, aspect: string, value: unknown): Promise<unknown> =>
      post(OPERATOR, '/aspects?action=ingestProposal', { proposal: proposal(urn, aspect, value) });
    const made = async (by: string, query: string, input: object): Promise<{ urn: string; accessToken: string }> => {
      const answer = (await post(tokens.get(by) ?? OPERATOR, '/api/graphql', { query, variables: { input } })) as {
        data: { made: { urn: string; accessToken: string } };
        errors?: unknown;
      };
      expect(answer.errors, JSON.stringify(answer.errors)).to.equal(undefined);
      return answer.data.made;
    };
    /** The mail with this in its text, when it has come. */
    const mail = (user: string, text: string): Promise<Mail> =>
      eventually(async () => {
        const found = mailsTo(user).find((each) => each.text.includes(text));
        expect(
          found,
          mailsTo(user)
            .map((each) => each.text)
            .join('\n'),
        ).to.not.equal(undefined);
        return found as Mail;
      }, WAIT_MS);

    before(async () => {
      for (const user of [owner, author, admin, other]) {
        await write(user, 'corpUserInfo', { active: true, displayName: `The ${user.split(':').at(-1)}`, email: addressOf(user) });
        await write(user, 'corpUserFollowing', { mail: 'each', follows: [] });
        tokens.set(user, (await made('', TOKEN, { type: 'PERSONAL', actorUrn: user, duration: 'ONE_HOUR', name: 'x' })).accessToken);
      }
      await write(admin, 'roleMembership', { roles: [urns.of('dataHubRole', 'Admin')] });
      await write(owner, 'roleMembership', { roles: [urns.of('dataHubRole', 'Editor')] });
      await write(TABLE, 'datasetProperties', { name: 'Orders' });
      await write(TABLE, 'ownership', { owners: [{ owner, type: 'DATAOWNER' }] });
    });
    it('tell an owner of a suggestion, and its author what became of it, once each', async () => {
      const input = { urn: TABLE, changes: { description: { set: 'New' } }, reason: 'It was empty' };
      const { urn } = await made(author, SUGGEST, input);
      const first = await mail(owner, 'suggests to change the description: It was empty');
      expect(first.head.get('subject')).to.equal('Orders: suggests to change the description: It was empty');
      expect(first.text)
        .to.include('The author')
        .and.include(`https://catalog.example.com/entity/${encodeURIComponent(TABLE)}`);
      await made(owner, SETTLE, { urn, accept: false, note: 'It is gone soon' });
      const second = await mail(author, 'has declined what you suggest about the description: It is gone soon');
      expect(second.text).to.include('The owner');
      // Whoever neither owns it nor suggests it hears nothing, and nobody twice.
      await made(author, SUGGEST, { urn: TABLE, changes: { owners: { add: [{ owner: other }] } } });
      await mail(owner, 'suggests to change the owners');
      expect([mailsTo(owner).length, mailsTo(author).length, mailsTo(other).length]).to.deep.equal([2, 1, 0]);
    });

    it('tell who manages policies of a request for access, and who asks of the decision', async () => {
      const { urn } = await made(other, ASK, { privilege: 'EDIT_ENTITY_DOCS', resource: TABLE, reason: 'the audit' });
      await mail(admin, 'asks for the privilege to edit entity docs: the audit');
      await made(admin, DECIDE, { urn, grant: true });
      await mail(other, 'has granted the privilege to edit entity docs');
      expect(mailsTo(owner)).to.have.length(2);
    });

    it('are sent once, also after a restart [long]', async () => {
      const [reason, note] = ['Before the restart', 'After it'];
      const { urn } = await made(author, SUGGEST, { urn: TABLE, changes: { description: { set: 'Newer' } }, reason });
      await mail(owner, reason);
      await restart();
      await made(owner, SETTLE, { urn, accept: false, note });
      await mail(author, note);
      // A later mail comes after all that could have been sent twice.
      await write(urns.tag('later'), 'tagProperties', { name: 'Later' });
      await made(author, SUGGEST, { urn: TABLE, changes: { tags: { add: [urns.tag('later')] } }, reason: 'Later' });
      await mail(owner, 'Later');
      expect(
        [mailsTo(owner), mailsTo(author)].map((mails) => mails.filter(({ text }) => text.includes(reason) || text.includes(note)).length),
      ).to.deep.equal([1, 1]);
    });
  });
}
