/**
 * Policies in words, as the pages show them.
 */
import { expect } from 'chai';
import { endOf } from '../../src/ui/data/days.ts';
import { inputOf, NEW_POLICY, type PolicyForm, policyOf, sentenceOf } from '../../src/ui/data/policy.ts';

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
