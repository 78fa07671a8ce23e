/** Words are found in all their English inflections (docs/semantics.md 9.2). */
import { expect } from 'chai';
import { search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';

const own = ownNames('inflections');

describe('Inflections of the words of a search', () => {
  const platform = own();
  const dataset = (name: string) => urns.dataset(`school.${name}`, platform);
  const mine = where({ field: 'platform', values: [urns.platform(platform)] });
  const [student, students, enrolled, cities] = ['student', 'students', 'register', 'cities'].map(dataset) as [string, string, string, string];
  const [states, statuses, column] = ['states', 'status_log', 'plain'].map(dataset) as [string, string, string];
  const found = async (input: string): Promise<string[]> => (await search({ input, filter: mine, searchFlags: { allWords: true } })).entities;

  before(() =>
    writeAllSearchable([
      proposal(student, 'datasetProperties', { name: 'student', customProperties: {} }),
      proposal(students, 'datasetProperties', { name: 'students', customProperties: {} }),
      proposal(enrolled, 'datasetProperties', { name: 'register', description: 'Who enrolled in which courses', customProperties: {} }),
      proposal(cities, 'datasetProperties', { name: 'BigCities', customProperties: {} }),
      proposal(states, 'datasetProperties', { name: 'states', customProperties: {} }),
      proposal(statuses, 'datasetProperties', { name: 'status_log', description: 'The statuses', customProperties: {} }),
      proposal(column, 'schemaMetadata', schemaMetadata(['invoiceAddresses', 'purchase_id'])),
    ]),
  );

  it('a plural finds the singular, and a singular the plural; the word as written comes first', async () => {
    expect(await found('students')).to.deep.equal([students, student]);
    expect(await found('student')).to.deep.equal([student, students]);
    expect(await found('city')).to.deep.equal([cities]);
    expect(await found('big city')).to.deep.equal([cities]);
  });

  it('in texts and in columns too, also within camel case', async () => {
    for (const input of ['enroll course', 'course enrolling', 'courses enrolls register'])
      expect(await found(input), input).to.deep.equal([enrolled]);
    for (const input of ['address', 'invoices', 'invoice address', 'addresses purchases', 'purchased'])
      expect(await found(input), input).to.deep.equal([column]);
  });

  it('a word is no inflection of another that only begins like it', async () => {
    expect(await found('state')).to.deep.equal([states]);
    expect(await found('status')).to.deep.equal([statuses]);
  });

  it('the matched field has the value as it was written', async () => {
    const { metadata } = await search({ input: 'city', filter: mine });
    expect(metadata.matches[0]?.matchedFields).to.deep.include({ name: 'name', value: 'BigCities' });
    const columns = await search({ input: 'purchases', filter: mine });
    expect(columns.metadata.matches[0]?.matchedFields).to.deep.include({ name: 'fieldPaths', value: 'purchase_id' });
  });

  it('typing mistakes are still counted from the word that was typed', async () => {
    expect(await found('studnets')).to.include(students);
    expect(await found('enrolld course')).to.deep.equal([enrolled]);
  });

  it('a phrase, a field and a filter mean the words as written', async () => {
    expect(await found('"enroll"')).to.deep.equal([]);
    expect(await found('"enrolled in"')).to.deep.equal([enrolled]);
    expect(await found('name:student')).to.deep.equal([student]);
    expect(await found('name:students OR description:course')).to.deep.equal([students]);
    const named = where({ field: 'platform', values: [urns.platform(platform)] }, { field: 'name', values: ['student'] });
    expect((await search({ filter: named })).entities).to.deep.equal([student]);
  });
});
