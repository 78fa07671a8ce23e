/**
 * Policies in words, as the pages show them.
 */
import { expect } from 'chai';
import { ENTITY_PRIVILEGES, PLATFORM_PRIVILEGES } from '../../src/access/privileges.ts';
import { refusalWords } from '../../src/ui/bulk/words.ts';
import { endOf } from '../../src/ui/data/days.ts';
import { inputOf, NEW_POLICY, type PolicyForm, policyOf, sentenceOf } from '../../src/ui/data/policy.ts';
import { privilegeWords, refusalInWords } from '../../src/ui/data/privileges.ts';

const words = (form: Partial<PolicyForm>): string =>
  sentenceOf({ ...NEW_POLICY, ...form }, (type) => `${type}s`)
    .map((part) => (typeof part === 'string' ? part : `[${part.urn}]`))
    .join('');

const CASES: readonly (readonly [string, Partial<PolicyForm>])[] = [
  ['Nobody: nothing yet.', {}],
  [
    'Members of [finance] may edit tags and glossary terms of datasets in the domain [sales].',
    {
      groups: ['finance'],
      privileges: ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_GLOSSARY_TERMS'],
      criteria: [
        { field: 'TYPE', condition: 'EQUALS', values: ['dataset'] },
        { field: 'DOMAIN', condition: 'EQUALS', values: ['sales'] },
      ],
    },
  ],
  ['All users may see everything.', { allUsers: true, privileges: ['VIEW_ENTITY_PAGE', 'EXISTS_ENTITY', 'GET_ENTITY_PRIVILEGE'] }],
  [
    'The role [Editor], [ann] and owners may edit and delete what is without the tag [pii] or [secret].',
    {
      roles: ['Editor'],
      users: ['ann'],
      owners: true,
      privileges: ['EDIT_ENTITY', 'EDIT_ENTITY_TAGS', 'DELETE_ENTITY'],
      criteria: [{ field: 'TAG', condition: 'NOT_EQUALS', values: ['pii', 'secret'] }],
    },
  ],
  [
    '[ann] may see and edit column tags, column description and owners of [one] or [two].',
    {
      users: ['ann'],
      privileges: ['VIEW_ENTITY_PAGE', 'EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY_OWNERS'],
      criteria: [{ field: 'URN', condition: 'EQUALS', values: ['one', 'two'] }],
    },
  ],
  [
    'Members of [privacy] may edit column tags of datasets, only on columns with the tag [pii], only in globalTags, until 2027-06-30.',
    {
      groups: ['privacy'],
      privileges: ['EDIT_DATASET_COL_TAGS'],
      criteria: [{ field: 'TYPE', condition: 'EQUALS', values: ['dataset'] }],
      columnTags: ['pii'],
      aspects: ['globalTags'],
      until: endOf('2027-06-30'),
    },
  ],
  [
    '[ann] may see … in the domain ….',
    {
      users: ['ann'],
      privileges: ['VIEW_ENTITY_PAGE'],
      criteria: ['TYPE', 'DOMAIN'].map((field) => ({ field, condition: 'EQUALS', values: [] })),
    },
  ],
  [
    'Members of any group may manage tags, domains, glossaries and 2 more.',
    {
      type: 'PLATFORM',
      allGroups: true,
      privileges: ['MANAGE_TAGS', 'MANAGE_DOMAINS', 'MANAGE_GLOSSARIES', 'MANAGE_SECRETS', 'MANAGE_TESTS'],
    },
  ],
];

describe('A policy in words', () => {
  for (const [sentence, form] of CASES) it(sentence, () => expect(words(form)).to.equal(sentence));

  it('is read from what is stored, also in the form of old clients, and written back', () => {
    const stored = policyOf('p', {
      displayName: 'Old',
      type: 'METADATA',
      state: 'ACTIVE',
      privileges: ['EDIT_ENTITY'],
      actors: { users: ['ann'], allUsers: false, resourceOwners: true },
      resources: { type: 'dataset', resources: ['one'], columnsTagged: ['pii'] },
      expiresAt: 1_000,
    });
    expect(stored.criteria.map(({ field, values }) => [field, values])).to.deep.equal([
      ['TYPE', ['dataset']],
      ['URN', ['one']],
    ]);
    expect(policyOf('p', { ...inputOf(stored), displayName: 'Old' })).to.deep.equal(stored);
  });
});

describe('Privileges', () => {
  it('are read as words, also where a refusal of the server names them', () => {
    const [rest, all] = [', which no policy grants here. Ask an operator', 'ann may not read it: this needs VIEW_ENTITY_PAGE on everything'];
    const refused = `ann may not edit tags of urn:x: this needs EDIT_ENTITY_TAGS or EDIT_ENTITY${rest}`;
    expect(refusalInWords(refused)).to.equal(`ann may not edit tags of urn:x: this needs the privilege to edit tags, or to edit${rest}`);
    expect(refusalWords(refused)).to.equal('No policy lets you change this here: it needs the privilege to edit tags, or to edit.');
    expect(refusalInWords(all)).to.equal('ann may not read it: this needs the privilege to see everything');
    expect(refusalInWords('There is no EDIT_ENTITY here')).to.equal('There is no EDIT_ENTITY here');
  });

  it('have no name of the system among their words', () => {
    for (const name of [...PLATFORM_PRIVILEGES, ...ENTITY_PRIVILEGES])
      expect(privilegeWords(name))
        .to.match(/^[a-z][a-z ]+$/)
        .and.not.match(/ privilege$| col /);
  });
});
