/**
 * Answering and verifying forms over GraphQL (docs/semantics.md 15.7).
 */
import { expect } from 'chai';
import { type Data, graphql, refused } from '../support/graphql.ts';
import { description, ownership, ownNames, schemaMetadata, urns } from '../support/make.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('gqlforms');
const SUBMIT = 'mutation submitFormPrompt($urn: String!, $input: SubmitFormPromptInput!) { submitFormPrompt(urn: $urn, input: $input) }';
const VERIFY = 'mutation verifyForm($input: VerifyFormInput!) { verifyForm(input: $input) }';

describe('Forms in GraphQL', () => {
  const form = urns.of('form', own());
  const [tier, unit] = [urns.of('structuredProperty', own('tier')), urns.of('structuredProperty', own('unit'))];
  const table = urns.dataset(own());
  const answer = (promptId: string, structuredPropertyUrn: string, stringValue: string, fieldPath?: string) => ({
    promptId,
    formUrn: form,
    type: fieldPath === undefined ? 'STRUCTURED_PROPERTY' : 'FIELDS_STRUCTURED_PROPERTY',
    ...(fieldPath !== undefined && { fieldPath }),
    structuredPropertyParams: { structuredPropertyUrn, values: [{ stringValue }] },
  });
  const submit = async (input: object, urn = table): Promise<void> =>
    expect(await graphql(SUBMIT, { urn, input })).to.deep.equal({ submitFormPrompt: true }) && undefined;
  /** The ids of open and answered questions, by the list that the form is in. */
  const state = async () => {
    const { forms } = await values(table);
    const ids = (list: unknown) => ((list as { id: string }[] | undefined) ?? []).map(({ id }) => id);
    const shown = (list: unknown) =>
      (list as Data[]).map(({ incompletePrompts, completedPrompts }) => [ids(incompletePrompts), ids(completedPrompts)]);
    return { open: shown(forms?.incompleteForms), complete: shown(forms?.completedForms), verified: (forms?.verifications as Data[])?.length ?? 0 };
  };

  before(async () => {
    const entityTypes = ['dataset', 'schemaField'].map((type) => urns.of('entityType', `svc.${type}`));
    for (const of of [tier, unit]) {
      const definition = { qualifiedName: of.split(':').at(-1), valueType: urns.of('dataType', 'svc.string'), entityTypes };
      await write(of, 'propertyDefinition', definition);
    }
    const prompt = (id: string, type: string, urn: string, required: boolean) => ({
      id,
      title: id,
      type,
      structuredPropertyParams: { urn },
      required,
    });
    const prompts = [prompt('tier', 'STRUCTURED_PROPERTY', tier, true), prompt('unit', 'FIELDS_STRUCTURED_PROPERTY', unit, true)];
    await write(form, 'formInfo', { name: 'Quality', type: 'VERIFICATION', prompts });
    await write(table, 'schemaMetadata', schemaMetadata(['x', 'f(a, b)']));
    await graphql(`mutation { batchAssignForm(input: { formUrn: "${form}", entityUrns: ["${table}"] }) }`);
    expect(await state()).to.deep.equal({ open: [[['tier', 'unit'], []]], complete: [], verified: 0 });
  });

  it('an answer sets the property, and a question about columns is answered with the last column', async () => {
    await submit(answer('tier', tier, 'gold'));
    const stored = (await values(table)).structuredProperties?.properties as Data[];
    expect(stored.map(({ propertyUrn, values: list }) => [propertyUrn, list])).to.deep.equal([[tier, [{ string: 'gold' }]]]);
    await submit(answer('unit', unit, 'cm', 'x'));
    expect(await state()).to.deep.equal({ open: [[['unit'], ['tier']]], complete: [], verified: 0 });
    await refused(VERIFY, { input: { formUrn: form, entityUrn: table } }, 'BAD_REQUEST', 'unit are open');
    await submit(answer('unit', unit, 'm', 'f(a, b)'));
    expect(await state()).to.deep.equal({ open: [], complete: [[[], ['tier', 'unit']]], verified: 0 });
    const ofColumn = (await values(urns.column(table, 'f%28a%2C b%29'))).structuredProperties?.properties as Data[];
    expect(ofColumn[0].values).to.deep.equal([{ string: 'm' }]);
  });

  it('a complete form is verified, and a new answer asks for that again', async () => {
    expect(await graphql(VERIFY, { input: { formUrn: form, entityUrn: table } })).to.deep.equal({ verifyForm: true });
    const { dataset } = await graphql(
      `{ dataset(urn: "${table}") { forms { verifications { form { urn } lastModified { actor { urn } } } completedForms { completedPrompts { id lastModified { actor { urn } } } } } } }`,
    );
    expect(dataset.forms.verifications[0].form).to.deep.equal({ urn: form });
    expect(dataset.forms.completedForms[0].completedPrompts.map(({ id }: Data) => id)).to.deep.equal(['tier', 'unit']);
    expect((await state()).verified).to.equal(1);
    await submit(answer('tier', tier, 'tin'));
    expect(await state()).to.deep.equal({ open: [], complete: [[[], ['unit', 'tier']]], verified: 0 });
  });

  it('answers at the same time all count', async () => {
    const [other, ids] = [urns.of('form', own()), Array.from({ length: 8 }, (_, at) => `q${at}`)];
    const prompts = ids.map((id) => ({ id, title: id, type: 'STRUCTURED_PROPERTY', structuredPropertyParams: { urn: tier }, required: true }));
    await write(other, 'formInfo', { name: 'Many', prompts });
    const asked = urns.dataset(own());
    await write(asked, 'status', { removed: false });
    await graphql(`mutation { batchAssignForm(input: { formUrn: "${other}", entityUrns: ["${asked}"] }) }`);
    await Promise.all(ids.map((id) => submit({ ...answer(id, tier, id), formUrn: other }, asked)));
    const { forms } = await values(asked);
    expect(forms?.incompleteForms).to.deep.equal([]);
    const [complete]: Data[] = (forms?.completedForms as Data[]) ?? [];
    expect(complete.completedPrompts).to.have.length(8);
    await refused(VERIFY, { input: { formUrn: other, entityUrn: asked } }, 'BAD_REQUEST', 'VERIFICATION');
  });

  it('a question about what is no property is answered as soon as the entity has that', async () => {
    const [other, asked] = [urns.of('form', own()), urns.dataset(own())];
    const types = ['OWNERSHIP', 'DOCUMENTATION', 'TAGS'];
    await write(other, 'formInfo', { name: 'Basics', prompts: types.map((type) => ({ id: type, title: type, type, required: type !== 'TAGS' })) });
    await write(asked, 'datasetProperties', description('What it is'));
    await graphql(`mutation { batchAssignForm(input: { formUrn: "${other}", entityUrns: ["${asked}"] }) }`);
    const input = (type: string) => ({ promptId: type, formUrn: other, type });
    await refused(SUBMIT, { urn: asked, input: input('OWNERSHIP') }, 'BAD_REQUEST', 'has an answer to');
    await write(asked, 'ownership', ownership(urns.user(own())));
    for (const type of ['OWNERSHIP', 'DOCUMENTATION']) await submit(input(type), asked);
    const { forms } = await values(asked);
    expect([forms?.incompleteForms, (forms?.completedForms as Data[] | undefined)?.map(({ urn }) => urn)]).to.deep.equal([[], [other]]);
  });

  it('refuses what does not fit the question, and writes nothing then', async () => {
    const before = await values(table);
    const wrong = (input: object, type: string, mention: string, urn = table) => refused(SUBMIT, { urn, input }, type, mention);
    await wrong(answer('nope', tier, 'gold'), 'BAD_REQUEST', 'promptId');
    await wrong(answer('tier', tier, 'gold', 'x'), 'BAD_REQUEST', 'type');
    await wrong({ ...answer('unit', unit, 'cm', 'x'), fieldPath: null }, 'BAD_REQUEST', 'fieldPath');
    await wrong(answer('tier', unit, 'gold'), 'BAD_REQUEST', 'for which the question asks');
    await wrong({ ...answer('tier', tier, 'gold'), structuredPropertyParams: null }, 'BAD_REQUEST', 'structuredPropertyParams');
    await wrong({ ...answer('tier', tier, 'gold'), formUrn: urns.of('form', own()) }, 'NOT_FOUND', 'form');
    await wrong(answer('tier', tier, 'gold'), 'NOT_FOUND', 'does not exist', urns.dataset(own()));
    const unasked = urns.dataset(own());
    await write(unasked, 'status', { removed: false });
    await wrong(answer('tier', tier, 'gold'), 'BAD_REQUEST', 'is asked', unasked);
    expect((await values(unasked)).structuredProperties).to.equal(undefined);
    expect(await values(table)).to.deep.equal(before);
  });
});

describe('Forms as they are made in GraphQL', () => {
  const run = async (field: string, input: object, read = ''): Promise<Data> => {
    const type = `${field[0]?.toUpperCase()}${field.slice(1)}Input`;
    return (await graphql(`mutation ($input: ${type}!) { ${field}(input: $input) ${read} }`, { input }))[field];
  };
  const FORM = '{ urn info { name description type prompts { id title type required } actors { owners users { urn } } } }';
  const [property, user, other] = [urns.of('structuredProperty', own()), urns.user(own()), urns.user(own())];
  const prompt = (id: string, type = 'STRUCTURED_PROPERTY') => ({ id, title: id, type, structuredPropertyParams: { urn: property } });

  it('are made with questions, changed, and deleted', async () => {
    const form = await run(
      'createForm',
      { id: own(), name: 'First', prompts: [prompt('a'), prompt('b', 'FIELDS_STRUCTURED_PROPERTY')], actors: { users: [user] } },
      FORM,
    );
    const question = (id: string, type = 'STRUCTURED_PROPERTY') => ({ id, title: id, type, required: false });
    expect(form.info).to.deep.equal({
      ...{ name: 'First', description: null, type: 'COMPLETION' },
      prompts: [question('a'), question('b', 'FIELDS_STRUCTURED_PROPERTY')],
      actors: { owners: true, users: [{ urn: user }] },
    });
    const { urn } = form;
    const change = {
      urn,
      name: 'Second',
      type: 'VERIFICATION',
      promptsToAdd: [prompt('c')],
      promptsToRemove: ['a'],
      actors: { usersToAdd: [other], usersToRemove: [user] },
    };
    expect((await run('updateForm', change, FORM)).info).to.deep.equal({
      ...{ name: 'Second', description: null, type: 'VERIFICATION' },
      prompts: [question('b', 'FIELDS_STRUCTURED_PROPERTY'), question('c')],
      actors: { owners: true, users: [{ urn: other }] },
    });
    const without = { id: own(), name: 'x', prompts: [{ title: 'x', type: 'STRUCTURED_PROPERTY' }] };
    await refused('mutation ($input: CreateFormInput!) { createForm(input: $input) { urn } }', { input: without }, 'BAD_REQUEST', 'property');
    expect(await run('deleteForm', { urn })).to.equal(true);
    expect(await run('deleteForm', { urn })).to.equal(false);
  });

  it('are asked about entities and taken off again, each as often as it is said', async () => {
    const { urn } = await run('createForm', { name: 'F', prompts: [prompt('q')] }, '{ urn }');
    const entityUrns = [urns.dataset(own()), urns.dataset(own())];
    for (const each of entityUrns) await write(each, 'status', { removed: false });
    const lists = async (): Promise<unknown[]> => {
      const { forms } = await values(entityUrns[0] ?? '');
      return [forms?.incompleteForms, forms?.completedForms].map((list) => (list as Data[] | undefined)?.length ?? 0);
    };
    for (const _ of [1, 2]) expect(await run('batchAssignForm', { formUrn: urn, entityUrns })).to.equal(true);
    expect(await lists()).to.deep.equal([1, 0]);
    const gone = [urns.dataset(own()), urns.dataset(own())];
    const query = 'mutation ($input: BatchAssignFormInput!) { batchAssignForm(input: $input) }';
    const other = (await run('createForm', { name: 'G', prompts: [prompt('q')] }, '{ urn }')).urn;
    await refused(query, { input: { formUrn: other, entityUrns: [...entityUrns, ...gone] } }, 'NOT_FOUND', `${gone[0]}, ${gone[1]} do not exist`);
    expect(await lists()).to.deep.equal([1, 0]);
    for (const _ of [1, 2]) expect(await run('batchRemoveForm', { formUrn: urn, entityUrns })).to.equal(true);
    expect(await lists()).to.deep.equal([0, 0]);
  });
});
