/**
 * The GraphQL schema of both namespaces, the examples of its page, and the list of what Cairn does not have.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse, validate, validateSchema } from 'graphql';
import { StartError } from '../../src/errors.ts';
import { readExamples, readFiles } from '../../src/http/graphql/schema/files.ts';
import { makeGraphSchema } from '../../src/http/graphql/schema.ts';
import { loadModel } from '../../src/model/load.ts';
import { fillNames } from '../../src/model/names.ts';
import { modelFolder } from '../support/model-folder.ts';

describe('The GraphQL schema', () => {
  for (const namespace of ['svc', 'datahub'] as const) {
    it(`is valid in the namespace ${namespace}, has a query for every entity type, and fits the examples of the page`, () => {
      const model = loadModel(namespace, undefined);
      const schema = makeGraphSchema(model, '1');
      expect(validateSchema(schema)).to.deep.equal([]);
      const queries = Object.keys(schema.getQueryType()?.getFields() ?? {}).map((name) => name.toLowerCase());
      expect(queries).to.include.members([...model.entityTypes.keys()].map((name) => name.toLowerCase()));
      for (const example of readExamples()) {
        const text = fillNames(model.names, example);
        expect(text).not.to.match(/\{(urn|ns)\}/);
        expect(validate(schema, parse(text)), text).to.deep.equal([]);
      }
    });
  }

  for (const [part, taken, from] of [
    [{ name: 'groupMembers', shape: 'links', noun: 'companion' }, 'addGroupMembers', 'name'],
    [{ name: 'owner', shape: 'links', noun: 'holder' }, 'addOwner', 'name'],
    [{ name: 'related', shape: 'links', noun: 'related terms' }, 'addRelatedTerms', 'noun'],
    [{ name: 'colour', shape: 'link', noun: 'tag color' }, 'setTagColor', 'noun'],
  ] as const) {
    it(`refuses a part of your own that would make ${taken}, which is something else`, () => {
      const item = { type: 'string', format: 'urn', 'x-relationship': { name: 'Labelled', to: ['tag'] } };
      const folder = modelFolder({
        'aspects/labels.yaml': {
          'x-aspect': { name: 'labels', record: 'a.Labels', kind: 'versioned', part: { ...part, list: 'labels', title: 'Labels' } },
          ...{ type: 'object', required: ['labels'], properties: { labels: { type: 'array', items: item } } },
        },
      });
      const model = loadModel('svc', folder.path);
      folder.remove();
      expect(() => makeGraphSchema(model, '1')).to.throw(
        StartError,
        `The part ${part.name} of the aspect labels makes ${taken} of GraphQL, which Cairn already has for something else: choose another ${from}`,
      );
    });
  }

  it('has no field that is always empty without docs/graphql.md saying so', () => {
    const rows = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8').split('\n');
    const empty = readFiles().flatMap((each) =>
      'fields' in each && 'name' in each && each.name
        ? (each.fields ?? [])
            .filter(({ directives }) => directives?.some(({ name }) => name.value === 'none'))
            .map((field) => [each.name?.value, field.name.value])
        : [],
    );
    expect(empty.length).to.be.greaterThan(20);
    for (const [type, field] of empty)
      expect(
        rows.find((row) => row.startsWith(`| \`${type}\` |`)),
        `${type}.${field}`,
      ).to.include(`\`${field}\``);
  });
});
