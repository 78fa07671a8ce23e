/**
 * By which fields entities are named (`src/catalog/assets/texts.ts`).
 */
import { expect } from 'chai';
import { nameIn } from '../../src/catalog/assets/texts.ts';
import { isProblem, parseUrn } from '../../src/model/urn.ts';
import { model } from '../unit/support/model.ts';

function nameOf(text: string, values: Readonly<Record<string, object>>): string {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw new Error(urn.problem);
  const aspects = Object.entries(values).map(([name, json]) => {
    const aspect = urn.type.aspects.get(name);
    if (!aspect) throw new Error(`${text} has no ${name}`);
    return { aspect, state: { value: { json } } };
  });
  return nameIn({ urn, aspects } as unknown as Parameters<typeof nameIn>[0]);
}

describe('The name of an entity', () => {
  it('of a person is never the title of their job', () => {
    const person = 'urn:svc:corpuser:ada';
    expect(nameOf(person, { corpUserInfo: { active: true, title: 'Analyst', fullName: 'Ada L' } })).to.equal('Ada L');
    expect(nameOf(person, { corpUserEditableInfo: { title: 'Analyst' } })).to.equal('ada');
  });

  it('of an assertion is its description, which says what it checks', () => {
    expect(nameOf('urn:svc:assertion:a1', { assertionInfo: { type: 'VOLUME', description: 'Never empty' } })).to.equal('Never empty');
  });

  it('that people gave it comes before that of the platform', () => {
    const dataset = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,a.b,PROD)';
    expect(nameOf(dataset, { datasetProperties: { name: 'b' }, editableDatasetProperties: { name: 'Orders' } })).to.equal('Orders');
  });
});
