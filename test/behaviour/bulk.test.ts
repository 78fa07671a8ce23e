/** `/bulk`: one change of many entities (docs/semantics.md 23). A server that is killed in between: test/long/bulk-killed.test.ts. */
import { expect } from 'chai';
import type { ChangesPage } from '../support/changes.ts';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { SYNC } from '../support/find.ts';
import { description, ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';
import { readEntity, values, version, write } from '../support/writes.ts';

const own = ownNames('bulk');
/** A batch is 200 entities. */
const MORE_THAN_A_BATCH = 205;

interface Bulk {
  id: string;
  runId: string;
  state: string;
  total: number;
  done: number;
  changed: number;
  unchanged: number;
  refused: number;
  createdBy: string;
  undone?: {
    aspects: number;
    total: number;
    kept: number;
    why?: Record<string, number>;
    examples?: { urn: string; aspect: string; why: string; message: string }[];
  };
}
interface Preview {
  total: number;
  tried: number;
  changed: number;
  unchanged: number;
  refused: number;
  aspects: Record<string, { changed: number; unchanged: number; refused: number }>;
  sample: { urn: string; aspects: string[] }[];
  refusals: { urn: string; aspect?: string; code: string }[];
  differences: { part: string; column?: string; property?: string; before: object[]; after: object[]; count: number; urns: string[] }[];
  moreDifferences: number;
}

const send = <Body>(json: object): Promise<Answer<Body>> => api.send<Body>('POST', '/bulk', { json });
const act = (id: string, action: string): Promise<Answer<Bulk>> => api.send<Bulk>('POST', `/bulk/${id}/${action}`, {});

async function order(json: object): Promise<Bulk> {
  const answer = await send<Bulk>(json);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

async function preview(json: object): Promise<Preview> {
  const answer = await send<Preview>({ ...json, dryRun: true });
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

const stateOf = async (id: string): Promise<string> => (await api.send<Bulk>('GET', `/bulk/${id}`, {})).body.state;

/** The commit that deleted an entity for good. */
async function deletedBy(urn: string): Promise<number | undefined> {
  const { body } = await api.send<ChangesPage>('GET', `/changes?after=0&urns=${encodeURIComponent(urn)}`);
  return body.changes.find(({ wholeEntity }) => wholeEntity)?.seq;
}

async function reaches(id: string, state: string): Promise<Bulk> {
  return eventually(async () => {
    const { body } = await api.send<Bulk>('GET', `/bulk/${id}`, {});
    expect(body.state).to.equal(state);
    return body;
  });
}

async function ordered(json: object): Promise<Bulk> {
  return reaches((await order(json)).id, 'done');
}

/** Datasets with a description that search shows. */
async function datasets(count: number, word = own()): Promise<string[]> {
  const made = Array.from({ length: count }, (_, at) => urns.dataset(`${word}.t${at}`));
  const proposals = made.map((urn) => proposal(urn, 'datasetProperties', { name: word, description: word }));
  const answer = await api.send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals }, headers: SYNC });
  expect(answer.status, answer.text).to.equal(200);
  return made;
}

async function tag(): Promise<string> {
  const urn = urns.tag(own());
  await write(urn, 'tagProperties', { name: urn });
  return urn;
}

const recordsIn = (value: Record<string, unknown> | undefined, field: string): Record<string, unknown>[] =>
  (value?.[field] ?? []) as Record<string, unknown>[];

const tagsOf = async (urn: string): Promise<string[]> => (((await values(urn)).globalTags?.tags ?? []) as { tag: string }[]).map((each) => each.tag);

describe('A bulk change', () => {
  // SECURITY.md A11
  it('stops with the account of who ordered it, and says so', async () => {
    const [leaver, urn] = [urns.user(own()), urns.dataset(own())];
    await write(urn, 'datasetProperties', description('x'));
    await write(leaver, 'corpUserInfo', { active: false });
    const json = { urns: [urn], changes: { deprecation: { set: {} } } };
    const { body } = await api.send<Bulk>('POST', '/bulk', { json, headers: { 'X-Svc-Actor': leaver } });
    await eventually(async () => {
      const found = (await api.send<Bulk & { reason: string }>('GET', `/bulk/${body.id}`, {})).body;
      expect([found.state, found.changed]).to.deep.equal(['stopped', 0]);
      expect(found.reason).to.contain(`${leaver}, who ordered it, is not an active user any more`);
    });
  });

  it('says first how many entities it is about and what would change, and writes nothing', async () => {
    const [mine = '', other = '', gone] = [...(await datasets(2)), urns.dataset(own())];
    const [first, user] = [await tag(), urns.user(own())];
    await write(user, 'corpUserInfo', { active: true });
    await write(other, 'globalTags', { tags: [{ tag: first }] });
    const told = await preview({
      urns: [mine, other, gone],
      changes: { tags: { add: [first] }, owners: { add: [{ owner: user, type: 'DATA_STEWARD' }] } },
    });
    expect(told).to.deep.include({ total: 3, tried: 3, changed: 2, unchanged: 0, refused: 1 });
    expect(told.aspects.globalTags).to.deep.equal({ changed: 1, unchanged: 1, refused: 0 });
    expect(told.aspects.ownership).to.deep.equal({ changed: 2, unchanged: 0, refused: 0 });
    expect(told.sample).to.deep.include({ urn: mine, aspects: ['globalTags', 'ownership'] });
    expect(told.refusals.map(({ urn, code }) => [urn, code])).to.deep.equal([[gone, 'no-such-entity']]);
    expect(Object.keys(await values(mine))).to.not.include.members(['globalTags', 'ownership']);
    // A dry run of an entity that does not exist leaves nothing behind.
    const exists = await api.send<{ value: boolean }>('POST', '/entities?action=exists', { json: { urn: gone } });
    expect(exists.body.value).to.equal(false);
  });

  it('says old and new values, and what many have alike once', async () => {
    const made = await datasets(5);
    const [one = '', two = ''] = made;
    const [mark, user, sales, stock] = [await tag(), urns.user(own()), urns.of('domain', own()), urns.of('domain', own())];
    await write(user, 'corpUserInfo', { active: true });
    for (const domain of [sales, stock]) await write(domain, 'domainProperties', { name: 'x' });
    await write(one, 'domains', { domains: [sales] });
    await write(two, 'editableDatasetProperties', { description: 'Old text' });
    const told = await preview({
      urns: made,
      changes: {
        tags: { add: [mark] },
        owners: { add: [{ owner: user, type: 'DATA_STEWARD' }] },
        domain: { set: stock },
        description: { set: 'New text' },
      },
    });
    const without = { before: [], count: 5, urns: made.slice(0, 3) };
    const some = (part: string, before: object[], after: object[], of: string[]) => ({ part, before, after, count: of.length, urns: of.slice(0, 3) });
    expect(told.differences).to.have.deep.members([
      { part: 'tags', after: [{ text: mark }], ...without },
      { part: 'owners', after: [{ text: user, note: 'DATA_STEWARD' }], ...without },
      some('domain', [{ text: sales }], [{ text: stock }], [one]),
      some('domain', [], [{ text: stock }], made.slice(1)),
      some('description', [{ text: 'Old text' }], [{ text: 'New text' }], [two]),
      some(
        'description',
        [],
        [{ text: 'New text' }],
        made.filter((urn) => urn !== two),
      ),
    ]);
    expect(told.moreDifferences).to.equal(0);
  });

  it('changes columns of many tables by name, as one run, and undoes it', async () => {
    const made = await datasets(3);
    const [one = '', two = ''] = made;
    const [mark, user] = [await tag(), urns.user(own())];
    await write(user, 'corpUserInfo', { active: true });
    for (const urn of [one, two]) {
      await write(urn, 'schemaMetadata', schemaMetadata(['email', 'phone', 'id']));
    }
    const order = {
      urns: made,
      columns: ['email', 'phone'],
      changes: { tags: { add: [mark] }, description: { set: 'Personal' }, owners: { add: [{ owner: user }] } },
    };
    const { changed, unchanged, refused, differences } = await preview(order);
    expect([changed, unchanged, refused]).to.deep.equal([2, 1, 0]);
    expect(differences).to.have.length(6);
    expect(differences).to.deep.include({ part: 'tags', column: 'email', before: [], after: [{ text: mark }], count: 2, urns: [one, two] });
    expect(differences).to.deep.include({
      part: 'owners',
      column: 'phone',
      before: [],
      after: [{ text: user, note: 'TECHNICAL_OWNER' }],
      count: 2,
      urns: [one, two],
    });
    const bulk = await ordered(order);
    expect(bulk).to.deep.include({ changed: 2, unchanged: 1, refused: 0 });
    const infos = recordsIn((await values(one)).editableSchemaMetadata, 'editableSchemaFieldInfo');
    expect(infos.map((info) => [info.fieldPath, info.description, info.globalTags])).to.deep.equal(
      ['email', 'phone'].map((path) => [path, 'Personal', { tags: [{ tag: mark }] }]),
    );
    const column = urns.of('schemaField', `(${one},email)`);
    expect(recordsIn((await values(column)).ownership, 'owners').map(({ owner }) => owner)).to.deep.equal([user]);
    expect(await ordered(order)).to.deep.include({ changed: 0, unchanged: 3 });
    await act(bulk.id, 'undo');
    await reaches(bulk.id, 'undone');
    expect(Object.keys(await values(one))).to.not.include('editableSchemaMetadata');
    // A description is taken away, too.
    await write(two, 'editableDatasetProperties', { description: 'Old text' });
    expect(await ordered({ urns: [one, two, mark], changes: { description: { unset: true } } })).to.deep.include({ changed: 1, unchanged: 2 });
    expect((await values(two)).editableDatasetProperties).to.deep.equal({});
  });

  for (const [more, count] of Object.entries({ '': 5, ', over several batches [long]': MORE_THAN_A_BATCH }))
    it(`gives each entity changes of its own, as one run, and undoes it${more}`, async () => {
      const made = await datasets(count);
      const [first = '', second = '', last = ''] = [made[0], made[1], made.at(-1)];
      const [mark, gone] = [await tag(), urns.dataset(own())];
      await write(second, 'globalTags', { tags: [{ tag: mark }] });
      const each = made.map((urn, at) => ({ urn, changes: { description: { set: `Text ${at}` }, ...(urn === first && { tags: { add: [mark] } }) } }));
      const json = { each: [...each, { urn: gone, changes: { tags: { remove: [mark] } } }] };
      const told = await preview(json);
      expect(told).to.deep.include({ total: count + 1, tried: count + 1, changed: count, refused: 1 });
      expect(told.differences).to.deep.include({ part: 'description', before: [], after: [{ text: 'Text 0' }], count: 1, urns: [first] });
      expect(told.differences).to.deep.include({ part: 'tags', before: [], after: [{ text: mark }], count: 1, urns: [first] });
      expect(told.moreDifferences).to.equal(Math.max(0, count + 1 - 50));
      const bulk = await ordered(json);
      expect(bulk).to.deep.include({ total: count + 1, changed: count, refused: 1, each: true, changes: { description: {}, tags: {} } });
      const text = async (urn: string) => (await values(urn)).editableDatasetProperties?.description;
      expect([await text(first), await text(last)]).to.deep.equal(['Text 0', `Text ${count - 1}`]);
      expect([await tagsOf(first), await tagsOf(second)]).to.deep.equal([[mark], [mark]]);
      await act(bulk.id, 'undo');
      await reaches(bulk.id, 'undone');
      expect([await text(first), await text(last), await tagsOf(first), await tagsOf(second)]).to.deep.equal([undefined, undefined, [], [mark]]);
    });

  it('changes everything that it can, as one run of the user who ordered it', async () => {
    const made = await datasets(3);
    const [one = ''] = made;
    const [kept, lost, added] = [await tag(), await tag(), await tag()];
    const [term, domain, user] = [urns.term(own()), urns.of('domain', own()), urns.user(own())];
    await write(term, 'glossaryTermInfo', { definition: 'x', termSource: 'INTERNAL' });
    await write(domain, 'domainProperties', { name: 'Sales' });
    await write(user, 'corpUserInfo', { active: true });
    await write(one, 'globalTags', { tags: [{ tag: kept }, { tag: lost }] });
    const bulk = await ordered({
      urns: made,
      changes: {
        tags: { add: [added], remove: [lost] },
        terms: { add: [term] },
        owners: { add: [{ owner: user }] },
        domain: { set: domain },
        deprecation: { set: { note: 'Use the other one', replacement: one, decommissionTime: 1_900_000_000_000 } },
        deletion: 'soft',
      },
    });
    expect(bulk).to.deep.include({ total: 3, done: 3, changed: 3, unchanged: 0, refused: 0, runId: bulk.id });
    expect(await tagsOf(one)).to.deep.equal([kept, added]);
    for (const urn of made) {
      const { glossaryTerms, ownership, domains, deprecation, status } = await values(urn);
      expect(recordsIn(glossaryTerms, 'terms').map((each) => each.urn)).to.deep.equal([term]);
      expect(ownership?.owners).to.deep.equal([{ owner: user, type: 'TECHNICAL_OWNER' }]);
      expect(domains).to.deep.equal({ domains: [domain], domainAssociations: [{ domain }] });
      expect(deprecation).to.deep.include({ deprecated: true, replacement: one, actor: bulk.createdBy });
      expect(status).to.deep.equal({ removed: true });
    }
    const { aspects } = await readEntity(one);
    expect(aspects.domains?.systemMetadata?.runId).to.equal(bulk.id);
    expect(aspects.domains?.created.actor).to.equal(bulk.createdBy);
  });

  it('sets and removes values of structured properties, by their rules, and reports what they refuse', async () => {
    const [one = '', two = ''] = await datasets(2);
    const property = urns.of('structuredProperty', own().replaceAll('_', '.'));
    await write(property, 'propertyDefinition', {
      qualifiedName: property.split(':').at(-1),
      valueType: urns.of('dataType', 'svc.string'),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
      cardinality: 'SINGLE',
      allowedValues: [{ value: { string: 'gold' } }, { value: { string: 'silver' } }],
    });
    await ordered({ urns: [one, two], changes: { properties: { set: [{ property, values: ['gold'] }] } } });
    expect((await values(two)).structuredProperties?.properties).to.deep.equal([{ propertyUrn: property, values: [{ string: 'gold' }] }]);
    const bulk = await ordered({ urns: [one, two], changes: { properties: { set: [{ property, values: ['lead'] }] } } });
    expect(bulk).to.deep.include({ done: 2, changed: 0, refused: 2 });
    const { body } = await api.send<{ refused: { urn: string; aspect: string; message: string }[]; next?: number }>(
      'GET',
      `/bulk/${bulk.id}/refused`,
      {},
    );
    expect(body.refused.map(({ urn, aspect }) => [urn, aspect])).to.deep.equal([
      [one, 'structuredProperties'],
      [two, 'structuredProperties'],
    ]);
    expect(body.refused[0]?.message).to.include('lead');
    expect(body).to.not.have.property('next');
    const removed = await ordered({ urns: [one, two], changes: { properties: { remove: [property] } } });
    expect(removed).to.deep.include({ changed: 2, refused: 0 });
    expect((await values(one)).structuredProperties?.properties).to.deep.equal([]);
  });

  it('asks forms and takes them off again, once each, and undoes that', async () => {
    const [one = '', two = ''] = await datasets(2);
    const form = urns.of('form', own());
    await write(form, 'formInfo', { name: 'Owners', prompts: [{ id: own(), title: 'Who owns it?', type: 'OWNERSHIP', required: true }] });
    const asked = async (urn: string) => ((await values(urn)).forms?.incompleteForms ?? []) as { urn: string; incompletePrompts: unknown[] }[];
    const changes = { forms: { add: [form] } };
    const { differences } = await preview({ urns: [one, two], changes });
    expect(differences).to.deep.equal([{ part: 'forms', before: [], after: [{ text: form }], count: 2, urns: [one, two] }]);
    await ordered({ urns: [one], changes });
    expect((await asked(one)).map(({ urn, incompletePrompts }) => [urn, incompletePrompts.length])).to.deep.equal([[form, 1]]);
    const bulk = await ordered({ urns: [one, two], changes });
    expect(bulk).to.deep.include({ changed: 1, unchanged: 1 });
    await act(bulk.id, 'undo');
    await eventually(async () => expect(await stateOf(bulk.id)).to.equal('undone'));
    expect([await asked(one), await asked(two)].map((list) => list.length)).to.deep.equal([1, 0]);
    expect(await ordered({ urns: [one, two], changes: { forms: { remove: [form] } } })).to.deep.include({ changed: 1, unchanged: 1 });
    expect(await asked(one)).to.deep.equal([]);
    for (const [wrong, status] of [
      [{ urns: [one], columns: ['x'], changes }, 400],
      [{ urns: [one], changes: { forms: { add: [one] } } }, 400],
      [{ urns: [one], changes: { forms: { add: [urns.of('form', own())] } } }, 404],
    ] as const)
      expect((await send(wrong)).status).to.equal(status);
  });

  for (const [more, count] of Object.entries({ '': 5, ' [long]': MORE_THAN_A_BATCH }))
    it(`is about all that a search finds, also if the changes take entities out of the result${more}`, async () => {
      const word = own();
      const made = await datasets(count, word);
      const mark = await tag();
      const all = { total: made.length, changed: made.length };
      const search = { input: '*', entities: 'dataset', filter: { or: [{ and: [{ field: 'name', values: [word] }] }] } };
      expect(await preview({ search, changes: { tags: { add: [mark] } } })).to.deep.include({ ...all, tried: all.total });
      expect(await ordered({ search, changes: { tags: { add: [mark] } } })).to.deep.include({ ...all, done: all.total });
      const tagged = { input: '*', filter: { or: [{ and: [{ field: 'tags', values: [mark] }] }] } };
      await eventually(
        async () => expect((await preview({ search: tagged, changes: { tags: { remove: [mark] } } })).total).to.equal(all.total),
        30_000,
      );
      expect(await ordered({ search: tagged, changes: { tags: { remove: [mark] } } })).to.deep.include(all);
      for (const urn of [made[0] ?? '', made.at(-1) ?? '']) expect(await tagsOf(urn)).to.deep.equal([]);
    });

  it('finds what was written just before, although search may not show it yet', async () => {
    const word = own();
    const made = Array.from({ length: 20 }, (_, at) => urns.dataset(`${word}.t${at}`));
    const mark = await tag();
    await api.ingestProposalBatch(made.map((urn) => proposal(urn, 'datasetProperties', { name: word, description: word })));
    const search = { input: '*', entities: 'dataset', filter: { or: [{ and: [{ field: 'name', values: [word] }] }] } };
    expect(await ordered({ search, changes: { tags: { add: [mark] } } })).to.deep.include({ total: 20, changed: 20 });
  });

  it('changes nothing twice, and makes no empty aspects', async () => {
    const [one = ''] = await datasets(1);
    const mark = await tag();
    const changes = { tags: { add: [mark] } };
    await ordered({ urns: [one], changes });
    expect(await ordered({ urns: [one, one], changes })).to.deep.include({ total: 1, changed: 0, unchanged: 1 });
    expect(await version(one, 'globalTags', 1)).to.equal(undefined);
    const absent = { terms: { remove: [urns.term('none')] }, owners: { remove: [urns.user('none')] }, domain: { unset: true } };
    const rest = { properties: { remove: [urns.of('structuredProperty', 'none')] }, deprecation: { unset: true }, deletion: 'restore' };
    expect(await ordered({ urns: [one], changes: { ...absent, ...rest } })).to.deep.include({ changed: 0, unchanged: 1, refused: 0 });
    const names = Object.keys(await values(one));
    expect(names).to.not.include.oneOf(['glossaryTerms', 'ownership', 'domains', 'structuredProperties', 'deprecation', 'status']);
  });

  it('undoes the whole, but not what others have written since', async () => {
    const [one = '', two = ''] = await datasets(2);
    const [before, mark] = [await tag(), await tag()];
    await write(one, 'globalTags', { tags: [{ tag: before }] });
    const bulk = await ordered({ urns: [one, two], changes: { tags: { add: [mark] }, deletion: 'soft' } });
    await write(two, 'status', { removed: false });
    expect((await act(bulk.id, 'undo')).status).to.equal(200);
    const { undone } = await reaches(bulk.id, 'partlyUndone');
    expect(undone).to.deep.include({ aspects: 3, total: 4, kept: 1, why: { later: 1 } });
    expect(undone?.examples).to.have.length(1);
    expect(undone?.examples?.[0]).to.deep.include({ urn: two, aspect: 'status', why: 'later' });
    expect(undone?.examples?.[0]?.message).to.match(/has written it since/);
    expect(await tagsOf(one)).to.deep.equal([before]);
    expect(Object.keys(await values(one))).to.not.include('status');
    expect(Object.keys(await values(two))).to.not.include('globalTags');
    expect((await values(two)).status).to.deep.equal({ removed: false });
  });

  it('under a later one says that nothing is undone, and why; after the later one is undone, it can be undone too [long]', async () => {
    const [one = '', two = ''] = await datasets(2);
    const [first, second] = [await tag(), await tag()];
    const earlier = await ordered({ urns: [one, two], changes: { tags: { add: [first] } } });
    const later = await ordered({ urns: [one, two], changes: { tags: { add: [second] } } });
    await act(earlier.id, 'undo');
    const { undone } = await reaches(earlier.id, 'partlyUndone');
    expect(undone).to.deep.include({ aspects: 0, total: 2, kept: 2, why: { later: 2 } });
    expect(undone?.examples?.map(({ urn, message }) => [urn, message.includes(later.runId)])).to.deep.equal([
      [one, true],
      [two, true],
    ]);
    expect(await tagsOf(one)).to.deep.equal([first, second]);
    await act(later.id, 'undo');
    expect((await reaches(later.id, 'undone')).undone).to.deep.equal({ aspects: 2, total: 2, kept: 0 });
    expect((await act(earlier.id, 'undo')).body.state).to.equal('undoing');
    expect((await reaches(earlier.id, 'undone')).undone).to.deep.equal({ aspects: 2, total: 2, kept: 0 });
    for (const urn of [one, two]) expect(Object.keys(await values(urn))).to.not.include('globalTags');
    // Nothing is left to undo.
    expect((await act(earlier.id, 'undo')).body.state).to.equal('undone');
  });

  it('says which aspects a rule keeps', async () => {
    const [one = '', two = ''] = await datasets(2);
    const property = urns.of('structuredProperty', own().replaceAll('_', '.'));
    await write(property, 'propertyDefinition', {
      qualifiedName: property.split(':').at(-1),
      valueType: urns.of('dataType', 'svc.string'),
      entityTypes: [urns.of('entityType', 'svc.dataset')],
      immutable: true,
    });
    const bulk = await ordered({ urns: [one, two], changes: { properties: { set: [{ property, values: ['gold'] }] }, deprecation: { set: {} } } });
    await act(bulk.id, 'undo');
    const { undone } = await reaches(bulk.id, 'partlyUndone');
    expect(undone).to.deep.include({ aspects: 2, total: 4, kept: 2, why: { rule: 2 } });
    expect(undone?.examples?.map(({ aspect, why }) => [aspect, why])).to.deep.equal([
      ['structuredProperties', 'rule'],
      ['structuredProperties', 'rule'],
    ]);
  });

  it('recreates nothing that is hard-deleted while it works [long]', async () => {
    const made = await datasets(60);
    const mark = await tag();
    const { id } = await order({ urns: made, changes: { tags: { add: [mark] }, deprecation: { set: {} } } });
    await Promise.all(made.map((urn) => api.send('POST', '/entities?action=delete', { json: { urn } })));
    const { changed, unchanged, refused } = await reaches(id, 'done');
    expect(changed + unchanged + refused).to.be.at.least(made.length);
    const answers = await Promise.all(made.map((urn) => api.send<{ value: boolean }>('POST', '/entities?action=exists', { json: { urn } })));
    expect(answers.filter(({ body }) => body.value)).to.have.length(0);
  });

  it('restores, and deletes for good, which cannot be undone', async () => {
    const [one = '', two = ''] = await datasets(2);
    await ordered({ urns: [one, two], changes: { deletion: 'soft' } });
    expect(await ordered({ urns: [one, two], changes: { deletion: 'restore' } })).to.deep.include({ changed: 2 });
    expect((await values(two)).status).to.deep.equal({ removed: false });
    expect(await preview({ urns: [one, two], changes: { deletion: 'hard' } })).to.deep.include({ changed: 2 });
    expect(Object.keys(await values(one))).to.include('datasetProperties');
    const bulk = await ordered({ urns: [one, two, urns.dataset(own())], changes: { deletion: 'hard' } });
    expect(bulk).to.deep.include({ changed: 2, unchanged: 1, refused: 0 });
    const exists = await api.send<{ value: boolean }>('POST', '/entities?action=exists', { json: { urn: one } });
    expect(exists.body.value).to.equal(false);
    const undo = await act(bulk.id, 'undo');
    expect([undo.status, (undo.body as unknown as { code: string }).code]).to.deep.equal([400, 'cannot-undo']);
  });

  it('deletes for good in pieces, between which others write [long]', async () => {
    const made = await datasets(200);
    const ends = [made[0] ?? '', made.at(-1) ?? ''];
    const { id } = await order({ urns: made, changes: { deletion: 'hard' } });
    const beside: number[] = [];
    const mark = await tag();
    while ((await stateOf(id)) !== 'done') {
      const answer = await write(mark, 'tagProperties', { name: String(beside.length) });
      beside.push(Number(answer.headers.get('X-Svc-Seq')));
    }
    const [first = 0, last = 0] = await Promise.all(ends.map(deletedBy));
    expect(beside.filter((seq) => first < seq && seq < last)).to.not.deep.equal([]);
  });

  it('can be stopped and continued, and is in the list', async () => {
    const made = await datasets(3);
    const mark = await tag();
    const { id } = await order({ urns: made, changes: { tags: { add: [mark] } }, runId: own() });
    const stopped = await act(id, 'stop');
    expect(stopped.body.state).to.be.oneOf(['stopped', 'done']);
    expect((await act(id, 'resume')).status).to.equal(200);
    await reaches(id, 'done');
    for (const urn of made) expect(await tagsOf(urn)).to.deep.equal([mark]);
    const { body } = await api.send<{ bulk: Bulk[] }>('GET', '/bulk', {});
    expect(body.bulk.map((each) => each.id)).to.include(id);
  });

  it('can be stopped while it is undone, and continues undoing [long]', async () => {
    const made = await datasets(3);
    const mark = await tag();
    const { id } = await order({ urns: made, changes: { tags: { add: [mark] } } });
    await reaches(id, 'done');
    expect((await act(id, 'undo')).status).to.equal(200);
    expect((await act(id, 'stop')).body.state).to.be.oneOf(['stopped', 'undone']);
    expect((await act(id, 'resume')).body.state).to.be.oneOf(['undoing', 'undone']);
    expect((await reaches(id, 'undone')).undone).to.deep.equal({ aspects: 3, total: 3, kept: 0 });
    for (const urn of made) expect(await tagsOf(urn)).to.deep.equal([]);
  });

  it('refuses what is wrong as a whole before it begins, and names the place', async () => {
    const [one = ''] = await datasets(1);
    const mark = await tag();
    const wrong: [object, number, string][] = [
      [{ urns: [one], changes: {} }, 400, '/changes'],
      [{ urns: [one], changes: { tags: { add: [] } } }, 400, '/changes'],
      [{ changes: { tags: { add: [mark] } } }, 400, '/'],
      [{ urns: [one], search: {}, changes: { tags: { add: [mark] } } }, 400, '/'],
      [{ urns: [], changes: { tags: { add: [mark] } } }, 400, '/urns'],
      [{ urns: ['orders'], changes: { tags: { add: [mark] } } }, 400, '/urns/0'],
      [{ urns: [one], changes: { tags: { add: [one] } } }, 400, '/changes/tags/add/0'],
      [{ urns: [one], changes: { owners: { add: [{ owner: mark }] } } }, 400, '/changes/owners/add/0/owner'],
      [{ urns: [one], changes: { domain: {} } }, 400, '/changes/domain'],
      [{ urns: [one], changes: { deprecation: { set: {}, unset: true } } }, 400, '/changes/deprecation'],
      [{ urns: [one], changes: { deletion: 'hard', tags: { add: [mark] } } }, 400, '/changes/deletion'],
      [{ urns: [one], changes: { deletion: 'soon' } }, 400, '/changes/deletion'],
      [{ urns: [one], changes: { colour: 'red' } }, 400, '/changes/colour'],
      [{ urns: [one], changes: { description: {} } }, 400, '/changes/description'],
      [{ urns: [one], columns: ['id'], changes: { domain: { unset: true } } }, 400, '/changes/domain'],
      [{ urns: [one], columns: ['id'], changes: { deletion: 'soft' } }, 400, '/changes/deletion'],
      [{ urns: [one], columns: [], changes: { tags: { add: [mark] } } }, 400, '/columns'],
      [{ urns: [one] }, 400, '/changes'],
      [{ each: [], urns: [one] }, 400, '/each'],
      [{ urns: [one], each: [{ urn: one, changes: { deletion: 'soft' } }] }, 400, '/'],
      [{ each: [{ urn: one, changes: { deletion: 'soft' } }] }, 400, '/each/0/changes/deletion'],
      [{ each: [{ urn: one, changes: {} }] }, 400, '/each/0/changes'],
      [{ each: [1, 2].map(() => ({ urn: one, changes: { domain: { unset: true } } })) }, 400, '/each/1/urn'],
      [{ each: [{ urn: 'x', changes: { domain: { unset: true } } }] }, 400, '/each/0/urn'],
      [{ each: [{ urn: one, changes: { tags: { add: [one] } } }] }, 400, '/each/0/changes/tags/add/0'],
      [{ each: [{ urn: one, changes: { domain: { unset: true } } }], changes: { domain: { unset: true } } }, 400, '/changes'],
      [{ each: [{ urn: one, changes: { domain: { unset: true } } }], columns: ['id'] }, 400, '/columns'],
      [
        { each: Array.from({ length: 1_001 }, (_, at) => ({ urn: urns.dataset(`many${at}`), changes: { tags: { add: Array(100).fill(mark) } } })) },
        400,
        '/each',
      ],
      [{ search: { filter: { or: 5 } }, changes: { tags: { add: [mark] } } }, 400, '/search/filter/or'],
    ];
    for (const [json, status, pointer] of wrong) {
      const answer = await send<{ details?: { pointer: string }[] }>(json);
      expect(answer.status, `${JSON.stringify(json)}: ${answer.text}`).to.equal(status);
      expect(
        answer.body.details?.map((each) => each.pointer),
        answer.text,
      ).to.deep.equal([pointer]);
    }
    const missing = await send({ urns: [one], changes: { tags: { add: [urns.tag(own())] } } });
    expect([missing.status, (missing.body as { code: string }).code]).to.deep.equal([404, 'no-such-entity']);
    for (const [method, path] of [
      ['GET', '/bulk/none'],
      ['GET', '/bulk/none/refused'],
      ['POST', '/bulk/none/stop'],
      ['POST', '/bulk/none/resume'],
      ['POST', '/bulk/none/undo'],
    ] as const) {
      const answer = await api.send<{ code: string }>(method, path, {});
      expect([answer.status, answer.body.code], path).to.deep.equal([404, 'no-such-bulk']);
    }
    const { id } = await order({ urns: [one], changes: { tags: { add: [mark] } } });
    expect((await api.send('GET', `/bulk/${id}/refused?after=x`, {})).status).to.equal(400);
  });
});
