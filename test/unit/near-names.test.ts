import { expect } from 'chai';
import { count, nounFor } from '../../src/counted.ts';
import { installing } from '../../src/engines/system-packages.ts';
import { nearestName } from '../../src/near-names.ts';
import { readSettings } from '../../src/settings.ts';
import { terminalLines } from '../../src/terminal-log.ts';

const KNOWN = ['HOST', 'PORT', 'DATA_DIR', 'NEO4J_URI', 'NEO4J_USERNAME', 'TYPESENSE_URL', 'TYPESENSE_API_KEY', 'AUTH_TOKENS_FILE', 'LOG_LEVEL'];

describe('A name that is nearly a setting', () => {
  const CASES: readonly [name: string, meant: string | undefined][] = [
    ['NEO4J_URL', 'NEO4J_URI'],
    ['NEO4J_USER', 'NEO4J_USERNAME'],
    ['AUTH_TOKEN_FILE', 'AUTH_TOKENS_FILE'],
    ['TYPESENSE_APIKEY', 'TYPESENSE_API_KEY'],
    ['NEO4J_URI', undefined],
    // What systems and orchestrators set.
    ['HOME', undefined],
    ['HOSTNAME', undefined],
    ['NEO4J_PORT', undefined],
    ['NEO4J_AUTH', undefined],
    ['NEO4J_SERVICE_HOST', undefined],
    ['TYPESENSE_PORT_8108_TCP', undefined],
    ['XDG_DATA_DIRS', undefined],
    ['LOG_FILE', undefined],
  ];
  for (const [name, meant] of CASES)
    it(`${name} ${meant === undefined ? 'means something else' : `means ${meant}`}`, () => expect(nearestName(name, KNOWN)).to.equal(meant));

  it('is refused at the start with the right name; an empty one is none', () => {
    expect(() => readSettings({ NEO4J_URL: 'bolt://localhost:7687' })).to.throw('NEO4J_URL is not a setting: if you mean NEO4J_URI');
    expect(readSettings({ NEO4J_URL: '' }).neo4j.uri).to.equal(undefined);
  });
});

describe('Nouns', () => {
  it('follow their number', () => {
    expect([count(1, 'policies'), count(2, 'policies'), count(1, 'differences'), count(0, 'entities')]).to.deep.equal([
      '1 policy',
      '2 policies',
      '1 difference',
      '0 entities',
    ]);
    expect(nounFor(1, 'ms')).to.equal('ms');
  });
});

describe('What this machine lacks', () => {
  it('is named as its package manager calls it, or as the common ones do', () => {
    expect(installing('maven', (file) => file === '/usr/bin/dnf')).to.equal('sudo dnf install -y maven');
    expect(installing('pip', () => false)).to.equal(
      'sudo apt-get install -y python3-pip (Debian and Ubuntu), sudo dnf install -y python3-pip (Fedora), brew install python (Homebrew)',
    );
  });
});

describe('The log on a terminal', () => {
  const lines = (...records: object[]): (string | undefined)[] => {
    const lineFor = terminalLines(
      false,
      () => 4_321,
      (text) => text,
    );
    return records.map((record) => lineFor(JSON.stringify({ level: 30, msg: '', ...record })));
  };

  it('has a line for each step of the start, and ends with the address and what to do next', () => {
    const [engine, other, ready] = lines(
      { event: 'engine.ready', engine: 'Neo4j', ms: 5_100 },
      { event: 'index.leads' },
      { event: 'server.ready', url: 'http://a' },
    );
    expect([engine, other]).to.deep.equal(['  Neo4j is ready (5.1 s)\n', undefined]);
    expect(ready).to.match(
      /ready after 4\.3 s: http:\/\/a\n[\s\S]*1\. .*npm start -- --demo\n {2}2\. .*http:\/\/a\/sources\n {2}3\. .*http:\/\/a\/docs/,
    );
  });

  it('knows whether the demo is there, and shows every warning', () => {
    const [, ready, warned] = lines(
      { event: 'demo.loaded', entities: 92 },
      { event: 'server.ready', url: 'http://a' },
      { event: 'disk.short', level: 50, msg: 'No space' },
    );
    expect(ready).to.include('search for orders').and.not.include('--demo');
    expect(warned).to.equal('Error: No space\n');
  });
});
