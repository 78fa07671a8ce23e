/**
 * Rules of the core at every mutation that they are about, as the server lists them: a new mutation is asked, or fails the test until it is named here with a
 * reason. The other APIs write aspects, on which the rules stand (test/behaviour/hierarchies, column-names, hard-deletion).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { everyMutation, hasSlot, type Mutation, send } from '../support/doors/mutations.ts';
import type { GraphAnswer } from '../support/graphql.ts';
import { description, ownership, ownNames, proposal, schemaMetadata, stamp, tags, urns } from '../support/make.ts';
import { edges, values, write } from '../support/writes.ts';

const own = ownNames('mutations');
const COLUMN = /^(subResource|fieldPath|column)$/;
const reasonsOf = ({ errors = [] }: GraphAnswer): string[] => errors.map(({ extensions }) => extensions.reason);

describe('Every mutation that the server lists', () => {
  let all: Mutation[];
  before(async () => {
    all = await everyMutation();
  });

  /** Those of a kind, without those that are named with a reason. */
  const ofKind = (is: (mutation: Mutation) => boolean, others: Readonly<Record<string, string>>): Mutation[] => {
    const found = all.filter(is);
    const names = found.map(({ name }) => name);
    expect(
      Object.keys(others).filter((name) => !names.includes(name)),
      'reasons for what is not there',
    ).to.deep.equal([]);
    return found.filter(({ name }) => others[name] === undefined);
  };

  /** By the field with the parent: the type, and the aspect that makes one, with a parent or without. */
  const PARENTS: Readonly<Record<string, readonly [type: string, aspect: string, value: Record<string, unknown>]>> = {
    parentDomain: ['domain', 'domainProperties', { name: 'D' }],
    parentNode: ['glossaryNode', 'glossaryNodeInfo', { name: 'N', definition: '' }],
    parentDocument: [
      'document',
      'documentInfo',
      { title: 'T', status: { state: 'PUBLISHED' }, contents: { text: '' }, created: stamp(), lastModified: stamp() },
    ],
    parentUrn: ['dataset', 'datasetProperties', description('T')],
  };
  const NEW = 'it makes what is new, and nothing is below that';

  it('that moves something refuses to put it into itself, or into what is below it', async () => {
    const isMove = (each: Mutation): boolean => hasSlot(each, /^parent/);
    const moves = ofKind(isMove, { createDocument: NEW, createDomain: NEW, createGlossaryTerm: NEW, createGlossaryNode: NEW });
    expect(moves).to.have.length.above(3);
    for (const move of moves) {
      const field = move.slots.find(({ name }) => /^parent/.test(name))?.name ?? '';
      const [type, aspect, value] = PARENTS[field] ?? [];
      expect(type, `${move.name}: nobody has said what ${field} holds`).to.be.a('string');
      const [top, below] = [1, 2].map(() => (type === 'dataset' ? urns.dataset(own()) : urns.of(String(type), own()))) as [string, string];
      for (const urn of [top, below]) await write(urn, String(aspect), value);
      const put = (urn: string, parent: string) => send(move, /^parent/, { urn, resourceUrn: urn, [field]: parent });
      expect(reasonsOf(await put(top, top)), `${move.name} into itself`).to.deep.equal(['below-itself']);
      expect(reasonsOf(await put(below, top)), move.name).to.deep.equal([]);
      expect(reasonsOf(await put(top, below)), `${move.name} in a circle`).to.deep.equal(['below-itself']);
    }
  });

  it('that takes a column refuses one that the schema lacks, and changes nothing', async () => {
    const [tag, term, attribute, domain] = [urns.tag(own()), urns.term(own()), urns.of('businessAttribute', own()), urns.of('domain', own())];
    const [table, application] = [urns.dataset(own()), urns.of('application', own())];
    await write(table, 'schemaMetadata', schemaMetadata(['address.zip', 'id']));
    await write(tag, 'tagProperties', { name: 'T' });
    await write(term, 'glossaryTermInfo', { name: 'T', definition: '', termSource: 'INTERNAL' });
    await write(domain, 'domainProperties', { name: 'D' });
    await write(urns.user('eva'), 'corpUserInfo', { active: true });
    await write(application, 'applicationProperties', { name: 'A' });
    await write(attribute, 'businessAttributeInfo', { fieldPath: 'b', name: 'b', created: stamp(), lastModified: stamp() });
    const before = await values(table);
    const takers = ofKind((each) => hasSlot(each, COLUMN), {
      createPost: 'a post is shown beside a column, whatever it is called',
      upsertCustomAssertion: 'an assertion says of itself which columns it looks at',
      updateDataset: 'it writes a whole aspect, in which columns of an older schema may stand',
      updateDatasets: 'it writes whole aspects, in which columns of an older schema may stand',
      suggestChange: 'it needs a change beside the column (test/behaviour/column-names.test.ts)',
      submitFormPrompt: 'it needs a form that asks (test/behaviour/column-names.test.ts)',
    });
    expect(takers).to.have.length.above(15);
    const others: string[] = [];
    for (const taker of takers) {
      const answer = await send(taker, COLUMN, {
        ...{
          resourceUrn: table,
          urn: table,
          subResourceType: 'DATASET_FIELD',
          subResource: 'adress.zipp',
          column: 'adress.zipp',
          fieldPath: 'adress.zipp',
        },
        ...{ tagUrn: tag, tagUrns: tag, termUrn: term, termUrns: term, domainUrn: domain, businessAttributeUrn: attribute },
        ...{ applicationUrn: application, applicationUrns: application },
        ...{ ownerUrn: urns.user('eva'), ownerUrns: urns.user('eva'), description: 'Text', deprecated: true, set: 'Text' },
      });
      if (reasonsOf(answer).join() !== 'no-such-column') others.push(`${taker.name}: ${JSON.stringify(answer)}`);
    }
    expect(others, others.join('\n')).to.deep.equal([]);
    expect(await values(table)).to.deep.equal(before);
  });

  const TERMS = (urn: string) => ({ terms: [{ urn }], auditStamp: stamp() });
  /** By the end of the name: the type, what makes one exist, and how a table names it. */
  const NAMED: Readonly<Record<string, readonly [type: string, aspect: string, value: unknown, naming: string, named: (urn: string) => unknown]>> = {
    Tag: ['tag', 'tagProperties', { name: 'T' }, 'globalTags', (urn) => tags(urn)],
    Domain: ['domain', 'domainProperties', { name: 'D' }, 'domains', (urn) => ({ domains: [urn] })],
    GlossaryEntity: ['glossaryTerm', 'glossaryTermInfo', { definition: '', termSource: 'INTERNAL' }, 'glossaryTerms', TERMS],
    User: ['corpuser', 'corpUserInfo', { active: true }, 'ownership', (urn) => ownership(urn)],
    Group: ['corpGroup', 'corpGroupInfo', { admins: [], members: [], groups: [] }, 'ownership', (urn) => ownership(urn)],
    OwnershipType: [
      ...(['ownershipType', 'ownershipTypeInfo', { name: 'O', created: stamp(), lastModified: stamp() }, 'ownership'] as const),
      (urn) => ({ owners: [{ owner: urns.user('eva'), type: 'CUSTOM', typeUrn: urn }], lastModified: stamp() }),
    ],
    Application: ['application', 'applicationProperties', { name: 'A' }, 'applications', (urn) => ({ applications: [urn] })],
    Form: [
      ...(['form', 'formInfo', { name: 'F', type: 'COMPLETION', prompts: [] }, 'forms'] as const),
      (urn) => ({ incompleteForms: [{ urn, incompletePrompts: [], completedPrompts: [] }], completedForms: [], verifications: [] }),
    ],
  };
  const ALONE = 'no aspect of an asset names one';
  const OWN_VALUES = 'its values go by a purge (test/behaviour/property-rules.test.ts)';

  it('that deletes something takes its name off what carried it', async () => {
    const isDeletion = ({ name, slots }: Mutation): boolean =>
      /^(delete|remove|hardDelete)[A-Z]/.test(name) && slots.filter(({ needed }) => needed).every((slot) => slot.name === 'urn');
    const deletions = ofKind(isDeletion, {
      ...Object.fromEntries(
        [
          'Policy',
          'ServiceAccount',
          'View',
          'Post',
          'Query',
          'Test',
          'Assertion',
          'IngestionSource',
          'Connection',
          'Secret',
          'PageTemplate',
          'PageModule',
        ]
          .map((each) => `delete${each}`)
          .map((name) => [name, ALONE]),
      ),
      deleteDataProduct: 'it names its assets, which do not name it',
      deleteERModelRelationship: 'it names its tables, which do not name it',
      deleteDocument: ALONE,
      deleteBusinessAttribute: 'columns name it (test/behaviour/hard-deletion.test.ts)',
      deleteStructuredProperty: OWN_VALUES,
    });
    expect(deletions).to.have.length.above(6);
    for (const deletion of deletions) {
      const [type, aspect, value, naming, named] = NAMED[deletion.name.replace(/^(delete|remove)/, '')] ?? [];
      expect(type, `${deletion.name}: nobody has said what it deletes`).to.be.a('string');
      const [urn, asset] = [urns.of(String(type), own()), urns.dataset(own())];
      await write(urn, String(aspect), value);
      const answer = await api.ingestProposal(proposal(asset, String(naming), named?.(urn)));
      expect(answer.status, answer.text).to.equal(200);
      expect(reasonsOf(await send(deletion, /^urn$/, { urn })), deletion.name).to.deep.equal([]);
      expect(JSON.stringify(await values(asset)), deletion.name).not.to.include(urn);
      expect(await edges(urn, 'INCOMING'), deletion.name).to.deep.equal([]);
    }
  });
});
