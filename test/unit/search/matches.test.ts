/**
 * Which values of a hit match the words of a search (docs/semantics.md 9.6), without engines.
 */
import { expect } from 'chai';
import { fieldsOf } from '../../../src/model/fields.ts';
import type { EntityTypeSpec } from '../../../src/model/types.ts';
import { EVERYTHING } from '../../../src/search/filter/tree.ts';
import { matchedFields } from '../../../src/search/query/matches.ts';
import { model } from '../support/model.ts';

const dataset = model.entityTypes.get('dataset') as EntityTypeSpec;

/** The matching column names of a table with these columns. */
function matching(words: string, columns: readonly string[]): string[] {
  const document = { urn: 'urn:svc:dataset:(urn:svc:dataPlatform:p,q,PROD)', names: '{}', written: JSON.stringify({ fieldPaths: columns }) };
  const match = matchedFields([dataset], words, EVERYTHING, fieldsOf(dataset), new Map());
  return match(document).flatMap(({ name, value }) => (name === 'fieldPaths' ? [value] : []));
}

describe('The values that match a search', () => {
  it('have a word that begins like a searched word, in any spelling of names', () => {
    const columns = ['order_id', 'reorder', 'webOrder', 'WEBOrder', 'order2', 'x.order', 'Orders', 'ordeal'];
    expect(matching('order', columns)).to.deep.equal(['order_id', 'webOrder', 'WEBOrder', 'order2', 'x.order', 'Orders']);
  });

  it('may be the searched word in several words', () => {
    expect(matching('email', ['e mail', 'e_mail', 'the_e_mail'])).to.deep.equal(['e mail', 'e_mail']);
  });

  it('have a single letter as a word of its own, unless nothing else is searched for', () => {
    const columns = ['ig_g', 'gender', 'igG', 'range', 'G'];
    expect(matching('g normal', columns)).to.deep.equal(['ig_g', 'igG', 'G']);
    expect(matching('g', columns)).to.include('gender');
  });

  it('have a short word only where it begins one', () => {
    expect(matching('ua level', ['ua', 'quality', 'UA_max', 'dataUaBase'])).to.deep.equal(['ua', 'UA_max', 'dataUaBase']);
  });
});
