/**
 * Circles of before in a hierarchy (section 3.6 of docs/semantics.md).
 */
import { expect } from 'chai';
import { withHierarchies } from '../../../src/catalog/write/hierarchy.ts';
import { hierarchiesByField, inCircles } from '../../../src/model/hierarchies.ts';
import { criterion, type Filter } from '../../../src/search/index.ts';
import { model } from '../support/model.ts';

const pairs = (...all: string[]) => all.map((each) => ({ urn: each[0] ?? '', above: each[1] ?? '' }));

describe('Circles in a hierarchy', () => {
  it('are found, without what hangs below them or leads to no circle', () => {
    expect(inCircles(pairs('ab', 'bc', 'dc'))).to.deep.equal([]);
    expect(inCircles(pairs('aa'))).to.deep.equal(['a']);
    expect(inCircles(pairs('ab', 'bc', 'ca', 'da', 'ed', 'xy', 'yx', 'yz'))).to.deep.equal(['a', 'b', 'c', 'x', 'y']);
  });

  it('are found in a long chain, in time that grows with its length', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => ({ urn: `${at}`, above: `${at + 1}` }));
    expect(inCircles(chain)).to.deep.equal([]);
    expect(inCircles([...chain, { urn: '20000', above: '19999' }])).to.deep.equal(['19999', '20000']);
  });

  it('are looked for where a field says what is above, in every hierarchy that search knows', () => {
    const fields = hierarchiesByField(model);
    expect([...fields.keys()]).to.include.members([
      'parentDomain',
      'hasParentDomain',
      'parentNode',
      'parentDocument',
      'container',
      'parentDataProduct',
    ]);
    expect(fields.get('container')).to.deep.equal({ relationship: 'IsPartOf', aspect: 'container', prefixes: ['urn:svc:container:'] });
  });

  it('count as at the top', async () => {
    const facts = { circles: new Map(['parentDomain', 'hasParentDomain'].map((name) => [name, async () => ['a', 'b']])) } as never;
    const circle = { ...criterion('urn', 'IN', 'a', 'b'), added: true } as const;
    const below = (filter: Filter): Filter => ({ is: 'and', of: [filter, { is: 'not', of: circle }] });
    const cases: [Filter, (filter: Filter) => Filter][] = [
      [criterion('parentDomain', 'EXISTS'), below],
      [criterion('parentDomain.keyword', 'EXISTS'), below],
      [criterion('parentDomain', 'EQUAL', 'a'), (filter) => filter],
      [criterion('hasParentDomain', 'EQUAL', 'true'), below],
      [criterion('hasParentDomain', 'EQUAL', 'false'), (filter) => ({ is: 'or', of: [filter, circle] })],
      [criterion('parentDomain', 'IS_NULL'), (filter) => ({ is: 'or', of: [filter, circle] })],
      [criterion('name', 'EXISTS'), (filter) => filter],
    ];
    for (const [filter, wanted] of cases) expect(await withHierarchies(facts, filter, undefined)).to.deep.equal(wanted(filter));
  });
});
