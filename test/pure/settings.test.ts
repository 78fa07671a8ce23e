/** Wrong settings (docs/operations.md 2): the sentence says what was expected. */
import { expect } from 'chai';
import { StartError } from '../../src/errors.ts';
import { readSettings } from '../../src/settings.ts';

describe('A wrong setting', () => {
  const wrong: readonly [settings: Record<string, string>, said: RegExp][] = [
    [{ PORT: 'eighty' }, /PORT=eighty: expected a port, 0 to 65535/],
    [
      { TYPESENSE_URL: 'http://a:8108,b:8108' },
      /TYPESENSE_URL=http:\/\/a:8108,b:8108: expected an address such as http:.*or several separated by commas/,
    ],
    [{ TYPESENSE_URL: 'http://a:8108,http://a:8108/' }, /TYPESENSE_URL=.*: expected each address once/],
    [{ SECRETS_KEY: 'dG9vIHNob3J0' }, /SECRETS_KEY=…: expected 32 bytes in base64/],
    [
      { PUBLIC_URL: 'http://catalog.example.com' },
      /PUBLIC_URL=.*: expected the address that people type, without a path.*; http only on this machine/,
    ],
  ];
  for (const [settings, said] of wrong) {
    const title = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    it(title.join(' '), () => expect(() => readSettings(settings)).to.throw(StartError, said));
  }
});
