/** Parts of links are edited, read and compared alike, whatever the model calls them (openapi/README.md). */
import { expect } from 'chai';
import { differencesIn } from '../../../src/catalog/bulk/differences.ts';
import { linkEdit, linkEdits, linksEdit } from '../../../src/catalog/parts/edit-links.ts';
import { linksIn } from '../../../src/catalog/parts/links-in.ts';
import { categoriesOf, differences, itemReader, parametersOf } from '../../../src/catalog/read/timeline-items.ts';
import type { RawProposal } from '../../../src/catalog/write/proposal.ts';
import { Refusal } from '../../../src/errors.ts';
import { loadModel } from '../../../src/model/load.ts';
import { urnFrom } from '../../../src/model/named.ts';
import { isRecord } from '../../../src/model/path.ts';
import type { AspectSpec } from '../../../src/model/types.ts';
import { urns } from '../../support/make.ts';
import { modelFolder } from '../../support/model-folder.ts';
import { PART_FILES } from '../../support/part-files.ts';
import { partOf } from '../support/model.ts';

const folder = modelFolder(PART_FILES);
const model = loadModel('svc', folder.path);
folder.remove();

const table = urns.dataset('a.b');
const urn = urnFrom(model, table);
const [ann, bob] = [urns.user('ann'), urns.user('bob')];
const [reviewers, checkedWith] = [partOf('reviewers', model), partOf('checkedWith', model)];
const [tags, domain] = [partOf('tags', model), partOf('domain', model)];
const whole = { urn, column: undefined };
const column = { urn, column: 'email' };

const jsonOf = ({ value }: RawProposal): unknown => (isRecord(value) ? value.json : undefined);
const codeOf = (edit: () => unknown): string => {
  try {
    edit();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'taken';
};

describe('A part of links', () => {
  it('stands behind the shipped ones, has a category of its own, and holds what its relationship leads to', () => {
    expect(model.parts.map(({ name }) => name).slice(-2)).to.have.members(['reviewers', 'checkedWith']);
    expect(reviewers).to.deep.include({ types: ['corpuser'], category: 'REVIEWERS', plural: 'reviewers', word: 'reviewer' });
    expect(categoriesOf(model)).to.include.members(['TAG', 'REVIEWERS', 'CHECKED_WITH']);
  });

  it('is edited as a patch of its aspect, of an asset and of a column of its own', () => {
    const links = { add: [ann], remove: [bob] };
    const operations = [
      { op: 'remove', path: `/people/${bob}` },
      { op: 'add', path: `/people/${ann}`, value: { person: ann } },
    ];
    for (const [target, of] of [
      [whole, table],
      [column, urns.column(table, 'email')],
    ] as const) {
      const edit = linksEdit(model, target, reviewers, links);
      expect(edit).to.deep.include({ entityUrn: of, aspectName: 'reviewers', changeType: 'PATCH', onlyWith: table });
      expect(jsonOf(edit)).to.deep.equal(operations);
    }
    const inTable = linksEdit(model, column, tags, { add: [urns.tag('t')], remove: [] });
    expect(inTable).to.deep.include({ entityUrn: table, aspectName: 'editableSchemaMetadata' });
  });

  it('that has one link replaces it, and columns that have no such part are refused', () => {
    const twin = urns.dataset('c.d');
    expect(jsonOf(linkEdit(model, whole, checkedWith, twin))).to.deep.equal({ tables: [twin] });
    expect(linksEdit(model, whole, checkedWith, { add: [twin], remove: [] })).to.deep.equal(linkEdit(model, whole, checkedWith, twin));
    expect(linkEdit(model, whole, domain, undefined)).to.deep.include({ onlyPresent: true });
    expect(codeOf(() => linkEdit(model, column, checkedWith, twin))).to.equal('nothing-to-describe');
    expect(codeOf(() => linksEdit(model, { urn: urnFrom(model, ann), column: 'c' }, reviewers, { add: [bob], remove: [] }))).to.equal(
      'nothing-to-describe',
    );
  });

  it('is not changed by what removes from nothing', () => {
    const none = new Map<string, unknown>();
    const some = new Map<string, unknown>([['reviewers', { people: [{ person: bob }] }]]);
    expect(linkEdits(model, whole, reviewers, { remove: [bob] }, none)).to.deep.equal([]);
    expect(linkEdits(model, whole, reviewers, { remove: [bob] }, some)).to.have.length(1);
    expect(linkEdits(model, whole, checkedWith, { unset: true }, none)).to.deep.equal([]);
    expect(linkEdits(model, whole, reviewers, undefined, some)).to.deep.equal([]);
  });

  it('is read and compared by its links', () => {
    const [before, after] = [{ people: [{ person: bob, why: 'knows it' }] }, { people: [{ person: ann }] }];
    expect(linksIn(reviewers, before)).to.deep.equal([bob]);
    expect(linksIn(checkedWith, { tables: [table] })).to.deep.equal([table]);
    expect([linksIn(reviewers, undefined), linksIn(reviewers, { people: 'x' })]).to.deep.equal([[], []]);
    const tried = { of: table, urn, column: undefined, aspect: 'reviewers', before, after };
    expect(differencesIn(model, tried)).to.deep.equal([{ part: 'reviewers', before: [{ text: bob }], after: [{ text: ann }] }]);
    const read = itemReader(model, 'REVIEWERS', model.aspects.get('reviewers') as AspectSpec);
    const items = read ? differences(read, before, after) : [];
    expect(items.map(({ operation, item }) => [operation, item.noun, parametersOf(model, table, 'REVIEWERS', item)])).to.deep.equal([
      ['REMOVE', 'reviewer', { reviewerUrn: bob }],
      ['ADD', 'reviewer', { reviewerUrn: ann }],
    ]);
  });
});
