/** Places in the change stream as clients write them (docs/semantics.md 21.2). */
import { expect } from 'chai';
import { changeCursorText, parseChangeCursor, refuseOtherEpoch } from '../../../src/catalog/changes/change-cursor.ts';
import { Refusal } from '../../../src/errors.ts';

describe('A place in the change stream', () => {
  it('names the epoch, the commit and the position in it', () => {
    expect(parseChangeCursor('3f9a21c0de-123.4')).to.deep.equal({ epoch: '3f9a21c0de', seq: 123, count: 4 });
    expect(parseChangeCursor('3f9a21c0de-123')).to.deep.equal({ epoch: '3f9a21c0de', seq: 123 });
    for (const text of ['0', '17', '17.3', '3f9a21c0de-0', '0123456789-5.1'])
      expect(changeCursorText(parseChangeCursor(text) ?? { seq: -1 })).to.equal(text);
  });

  for (const text of [
    '',
    'x',
    '-1',
    '1.2.3',
    '1.',
    'abc-1',
    'E1F2A3-1',
    '3f9a21c0de-',
    '3f9a21c0de--1',
    '3f9a21c0de-1 ',
    '3f9a21c0de-1.2.3',
    '1e5',
    `${'a'.repeat(33)}-1`,
    '9999999999999999',
  ]) {
    it(`is not ${JSON.stringify(text)}`, () => expect(parseChangeCursor(text)).to.equal(undefined));
  }

  it('is refused in another life of the store, with the place to begin from; a number counts as one of this life', () => {
    const head = { epoch: 'bbbbb', seq: 9 };
    expect(() => refuseOtherEpoch({ epoch: 'bbbbb', seq: 3 }, head)).not.to.throw();
    expect(() => refuseOtherEpoch({ seq: 3 }, head)).not.to.throw();
    expect(() => refuseOtherEpoch({ epoch: 'aaaaa', seq: 3, count: 2 }, head))
      .to.throw(Refusal, /aaaaa-3\.2 is a place of another life.*note bbbbb-9/)
      .with.property('code', 'other-epoch');
  });
});
