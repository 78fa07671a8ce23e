/** What a recipe becomes before the client of DataHub gets it (docs/ingestion.md 3). */
import { expect } from 'chai';
import { neededIn, pluginsOf, prepareRecipe, secretsIn } from '../../../src/executor/recipe.ts';
import { cleanJson, redactor } from '../../../src/executor/redact.ts';
import { makeRunLog } from '../../../src/executor/run-log.ts';

const FILE = { type: 'file', file: '/x/records.json' } as const;
const rest = { run: 'r1', sink: FILE, known: new Set<string>(), token: false };

describe('A recipe', () => {
  const recipe = {
    pipeline_name: 'p',
    source: {
      type: 'postgres',
      config: { username: '$USER_NAME', password: `\${PASSWORD}`, host: `\${HOST:-localhost}`, note: `costs $5 of \${PASSWORD}!` },
    },
    sink: { type: 'console' },
    reporting: [{ type: 'file' }],
    datahub_api: { server: 'http://elsewhere' },
  };

  it('names its secrets, and those without which it cannot run', () => {
    expect([...secretsIn(recipe)].sort()).to.deep.equal(['HOST', 'PASSWORD', 'USER_NAME']);
    expect([...neededIn(recipe)]).to.deep.equal(['PASSWORD']);
  });

  it('gets variables that it did not choose, the id of the run, and Cairn as its only sink', () => {
    const made = prepareRecipe(recipe, { ...rest, known: new Set(['PASSWORD', 'USER_NAME']) });
    expect(made.recipe).to.deep.equal({
      pipeline_name: 'p',
      run_id: 'r1',
      source: {
        type: 'postgres',
        config: {
          username: '$CAIRN_SECRET_1',
          password: `\${CAIRN_SECRET_0}`,
          host: `\${HOST:-localhost}`,
          note: `costs $5 of \${CAIRN_SECRET_0}!`,
        },
      },
      sink: { type: 'file', config: { filename: '/x/records.json' } },
    });
    expect([...made.variables]).to.deep.equal([
      ['CAIRN_SECRET_0', 'PASSWORD'],
      ['CAIRN_SECRET_1', 'USER_NAME'],
    ]);
  });

  it('names a secret anywhere in a text that has a braced one', () => {
    const text = `postgres://$READER:\${PASSWORD}@db`;
    expect([...secretsIn({ uri: text })].sort()).to.deep.equal(['PASSWORD', 'READER']);
    const made = prepareRecipe({ source: { type: 'x', uri: text } }, { ...rest, known: new Set(['PASSWORD', 'READER']) });
    expect(made.recipe.source).to.deep.equal({ type: 'x', uri: `postgres://$CAIRN_SECRET_1:\${CAIRN_SECRET_0}@db` });
  });

  // SECURITY.md I4
  it('cannot name the token of its run', () => {
    const made = prepareRecipe({ source: { type: 'x', a: `\${CAIRN_TOKEN:-}`, b: '$CAIRN_TOKEN' } }, { ...rest, token: true });
    expect(made.recipe.source).to.deep.equal({ type: 'x', a: `\${NO_CAIRN_TOKEN:-}`, b: '$NO_CAIRN_TOKEN' });
  });

  it('has a sink with the token as a variable where there are tokens', () => {
    const sink = { type: 'datahub-rest', url: 'http://localhost:8080' } as const;
    expect(prepareRecipe(recipe, { ...rest, sink, token: true }).recipe.sink).to.deep.equal({
      type: 'datahub-rest',
      config: { server: 'http://localhost:8080', token: `\${CAIRN_TOKEN}` },
    });
  });

  it('needs the plugin of its source, but none for a class', () => {
    expect(pluginsOf(recipe)).to.deep.equal(['datahub-rest', 'postgres']);
    expect(pluginsOf({ source: { type: 'my.own.Source' } })).to.deep.equal(['datahub-rest']);
    expect(pluginsOf({ source: { type: 'postgres] evil; [x' } })).to.deep.equal(['datahub-rest']);
  });
});

describe('Secrets in what people read', () => {
  // SECURITY.md I4
  it('are stars, as they are and as programs write them', () => {
    const clean = redactor(['p@ss w"rd/1']);
    for (const text of ['p@ss w"rd/1', 'p@ss w\\"rd/1', 'p%40ss%20w%22rd%2F1', 'p%40ss+w%22rd%2F1', Buffer.from('p@ss w"rd/1').toString('base64')])
      expect(clean(`postgres://u:${text}@h`)).to.equal('postgres://u:********@h');
  });

  // SECURITY.md I4
  it('are stars within base64 and in JSON as Python writes it', () => {
    const clean = redactor(['correct horse pä']);
    for (const user of ['u', 'ab', 'abc', 'reader'])
      expect(clean(Buffer.from(`${user}:correct horse pä!`).toString('base64')), user).to.match(/^[\w+/]{0,10}\*{8}[\w+/=]{0,10}$/);
    expect(clean('{"password": "correct horse p\\u00e4"}')).to.equal('{"password": "********"}');
  });

  it('leave a report JSON, also if they are a number or a word of it', () => {
    const clean = redactor(['17', 'true', 'postgres']);
    expect(cleanJson({ source: { type: 'postgres', events: 17, more: 3, ok: true }, postgres: ['a17'] }, clean)).to.deep.equal({
      source: { type: '********', events: '********', more: 3, ok: true },
      '********': ['a********'],
    });
  });

  it('are found by their lines, too', () => {
    const clean = redactor(['-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----\n']);
    expect(clean('bad line MIIEvQIBADANBgkq here')).to.equal('bad line ******** here');
  });

  it('are found in a log that comes in pieces, also before its line ends', () => {
    const log = makeRunLog(redactor(['hunter2secret']));
    log.add('begin\nuses hunter2');
    expect(log.text()).to.equal('begin\n');
    log.add('secret now\n');
    expect(log.text()).to.equal('begin\nuses ******** now\n');
  });
});

describe('The log of a run', () => {
  it('keeps its end, in whole lines', () => {
    const log = makeRunLog((text) => text);
    for (let at = 0; at < 100_000; at++) log.add(`line ${at}\n`);
    const text = log.text();
    expect(text.length).to.be.lessThan(310_000);
    expect(text).to.match(/^… what came before is not kept\nline \d+\n/);
    expect(text.endsWith('line 99999\n')).to.equal(true);
  });
});
