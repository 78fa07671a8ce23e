/** The bytes of a CSV file as text: what says itself how it is written, and what somebody must say (docs/pages.md, Search). */
import { expect } from 'chai';
import { readings, samples, textItself } from '../../src/ui/bulk/encodings.ts';

const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

/** By encoding: a text, and the bytes that spreadsheets write for it. */
const FILES: readonly [encoding: string, text: string, bytes: number[]][] = [
  ['shift_jis', '売上', [0x94, 0x84, 0x8f, 0xe3]],
  ['windows-1251', 'Заказы', [0xc7, 0xe0, 0xea, 0xe0, 0xe7, 0xfb]],
  ['windows-1250', 'žluť', [0x9e, 0x6c, 0x75, 0x9d]],
  ['gb18030', '订单', [0xb6, 0xa9, 0xb5, 0xa5]],
  ['euc-kr', '주문', [0xc1, 0xd6, 0xb9, 0xae]],
  ['macintosh', 'Größe', [0x47, 0x72, 0x9a, 0xa7, 0x65]],
  ['windows-1252', 'Größe', [0x47, 0x72, 0xf6, 0xdf, 0x65]],
];

describe('The text of a file', () => {
  it('is known of UTF-8 and of UTF-16 with its mark', () => {
    const text = 'URN\tDescription\r\nx\tGröße 売上\r\n';
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16(text), utf16(text, true)]) expect(textItself(bytes)).to.equal(text);
  });

  for (const [encoding, text, bytes] of FILES)
    it(`in ${encoding} is not guessed, and is among the ways to read it`, () => {
      const file = Uint8Array.from([...Buffer.from('URN,Description\r\n"x","'), ...bytes, ...Buffer.from('"\r\n')]);
      expect(textItself(file)).to.equal(undefined);
      const found = readings(file).find((each) => each.encoding === encoding);
      expect(found?.text).to.equal(`URN,Description\r\n"x","${text}"\r\n`);
      expect(samples(found?.text ?? '')).to.deep.equal([`"x","${text}"`]);
    });

  it('cannot be read in an encoding that has no such bytes, and not at all if each letter has two bytes without a mark', () => {
    expect(readings(Uint8Array.from([0xff, 0xff])).map(({ encoding }) => encoding)).not.to.include('shift_jis');
    const unmarked = utf16('URN,Description').slice(2);
    expect([textItself(unmarked), readings(unmarked)]).to.deep.equal([undefined, []]);
  });
});
