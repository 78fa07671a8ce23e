/** Policies as files (docs/access.md 3): how a server differs from them. `npm run access` itself: test/behaviour/policy-files.test.ts. */
import { expect } from 'chai';
import { failedExpectations, planOf, readPolicyFiles } from '../../../src/access/policy-files.ts';

const info = { displayName: 'x', type: 'METADATA', state: 'ACTIVE', privileges: ['EDIT_ENTITY'], actors: { users: ['urn:svc:corpuser:ann'] } };
const filesOf = (content: object) => readPolicyFiles([['one.yaml', content]]);

describe('Policies as files', () => {
  it('plan what differs, and leave alone what they did not make', () => {
    const files = filesOf({ policies: { same: info, changed: info, drifted: info, added: info } });
    const other = { ...info, privileges: ['DELETE_ENTITY'] };
    const server = new Map([
      // What a server adds means nothing else.
      [
        'same',
        {
          info: { ...info, description: '', editable: true, lastUpdatedTimestamp: 1, actors: { ...info.actors, groups: [], allUsers: false } },
          applied: true,
        },
      ],
      ['changed', { info: other, applied: true }],
      ['drifted', { info: other, applied: false }],
      ['gone', { info, applied: true }],
      ['by-hand', { info, applied: false }],
      ['fixed', { info: { ...info, editable: false }, applied: false }],
    ]);
    expect(planOf(files, server).map(({ kind, id, fields }) => [kind, id, ...fields])).to.deep.equal([
      ['change', 'changed', 'privileges'],
      ['drift', 'drifted', 'privileges'],
      ['add', 'added'],
      ['remove', 'gone'],
      ['foreign', 'by-hand'],
    ]);
  });

  it('say what is wrong with them and with each expectation', () => {
    const people = { 'urn:svc:corpuser:ann': {} };
    const expectations = [
      { who: 'urn:svc:corpuser:ann', may: 'EDIT_ENTITY' },
      { who: 'urn:svc:corpuser:ann', mayNot: 'EDIT_ENTITY' },
      { who: 'urn:svc:corpuser:bob', may: 'EDIT_ENTITY' },
      { who: 'urn:svc:corpuser:ann', may: 'FLY' },
      { who: 'urn:svc:corpuser:ann' },
    ];
    const files = filesOf({ policies: { one: info, odd: { ...info, until: 1 } }, people, expect: expectations, other: 1 });
    expect(files.mistakes).to.have.length(2);
    expect(failedExpectations(files, Date.now()).map((text) => text.replace(/^[^:]*:svc:[^:]*:[^:]*: /, ''))).to.deep.equal([
      'x (one) grants it',
      'urn:svc:corpuser:bob is not among people',
      'FLY is no privilege',
      'give either may or mayNot',
    ]);
    const ended = filesOf({ policies: { one: { ...info, expiresAt: 5 } }, people, expect: expectations.slice(0, 1) });
    expect(failedExpectations(ended, 10)[0]).to.contain('it ended on 1970');
    expect(failedExpectations(ended, 4)).to.deep.equal([]);
  });
});
