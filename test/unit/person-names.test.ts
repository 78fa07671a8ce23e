/** Names of people: which ones nobody takes, and which ones look alike (docs/access.md 7). */
import { expect } from 'chai';
import { lookOf, newcomerNameProblem, shownNameProblem, userNameProblem, withoutUnseen } from '../../src/model/person-names.ts';

const UNSEEN = [
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u0000',
  '\u0007',
  '\u2028',
  '\u115f',
  '\u{e0041}',
  '\u2800',
  '\ud800',
];

describe('The name of a person', () => {
  it('has no character that nobody sees, at any place', () => {
    for (const each of UNSEEN)
      for (const name of [`${each}ada`, `a${each}da`, `ada${each}`]) {
        expect(userNameProblem(name), JSON.stringify(name)).to.be.a('string');
        expect(shownNameProblem(name), JSON.stringify(name)).to.be.a('string');
        expect(withoutUnseen(name)).to.equal('ada');
      }
  });

  it('has no encoded character when somebody comes in by it, and hides nothing in one that a connector writes', () => {
    for (const name of ['mike%20', '%6dike', 'a%2Cb', 'mike%2520', 'a b', 'a\u00a0b', 'a,b'])
      expect(newcomerNameProblem(name), name).to.be.a('string');
    for (const name of ['100%', 'a%b', 'ada', '%zz']) expect(newcomerNameProblem(name), name).to.equal(undefined);
    for (const name of ['ada%E2%80%8B', 'ada%25E2%2580%258B', '%00ada']) expect(userNameProblem(name), name).to.be.a('string');
    for (const name of ['John%20Doe', 'a%2Cb', '100%', '%ff']) expect(userNameProblem(name), name).to.equal(undefined);
  });

  it('may be in any script, and joins letters and emoji where its script does', () => {
    for (const name of ['Ada Lovelace', 'Жанна', '李明', 'José', 'علی\u200cرضا', 'क्\u200dष', 'Ada 👩\u200d💻', 'O’Neil'])
      expect([shownNameProblem(name), withoutUnseen(name)], name).to.deep.equal([undefined, name]);
    for (const name of ['ada', 'ada.lovelace@example.com', '李明', 'josé']) expect(userNameProblem(name), name).to.equal(undefined);
    expect(shownNameProblem('x'.repeat(501))).to.be.a('string');
  });

  it('looks like those that differ in case, width, the way of writing an accent, or what is not seen', () => {
    for (const [one, other] of [
      ['ada', 'ADA'],
      ['ada', 'Ａda'],
      ['jos\u00e9', 'jose\u0301'],
      ['ada', 'a\u200bda'],
      ['strasse', 'STRA\u00dfE'],
      ['ada', '\u202eada'],
      ['ada', 'ada%20'],
      ['ada', '%61d%2561'],
      ['ada', '\u00a0ada'],
      ['ada b', 'ada\u3000\u00a0b'],
    ] as const)
      expect(lookOf(one), `${one} and ${other}`).to.equal(lookOf(other));
    for (const other of ['adb', 'ada1', 'a-da', 'ad']) expect(lookOf('ada')).not.to.equal(lookOf(other));
  });
});
