/** Passwords that others guess first (docs/access.md 7). */
import { expect } from 'chai';
import { isGuessedFirst } from '../../../src/catalog/access/passwords.ts';

const NAMES = ['alice.smith', 'A.Smith-Jones@acme.example'];

// SECURITY.md S22
describe('What others guess first', () => {
  const guessed = [
    ['the commonest passwords', '12345678', 'password1', 'iloveyou', 'qwertyuiop', 'trustno1', 'admin123'],
    [
      'in capitals, with signs for letters, or with digits and signs at the end',
      'PassWord',
      'P@ssw0rd',
      'Passw0rd!',
      'password2026!',
      'ｐａｓｓｗｏｒｄ',
    ],
    ['counted, repeated, or along the keys', '87654321', 'abcdefgh', '00000000', 'abababab', '12341234', 'lkjhgfds', 'sdfghjkl'],
    ['the name or the address of the user', 'alice.smith', 'Alice.Smith', 'alice.smith1', 'a.smith-jones', 'a.smith-jones@ACME.example'],
  ] as const;
  for (const [what, ...passwords] of guessed)
    it(`is ${what}`, async () => {
      for (const password of passwords) expect(await isGuessedFirst(password, NAMES), password).to.equal(true);
    });

  it('is nothing else', async () => {
    for (const password of [
      'correct horse battery staple',
      'sesame, open now',
      'x7K-q2!pWz',
      'monkeys eat 12 cakes',
      'bob.smith',
      'пароль о котором',
    ])
      expect(await isGuessedFirst(password, NAMES), password).to.equal(false);
  });
});
