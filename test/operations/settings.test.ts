/** Settings and the command line (docs/operations.md 1, 2), on the real process; test/pure/settings.test.ts has more settings. */
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { examplesOf, type Reference } from '../support/examples.ts';
import { endAll, type RunningCairn, refusalOf, runNode, startCairn, throwAwayFolder } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

/** Why a Cairn with these settings does not start. */
const sentenceOf = (settings: Record<string, string>): Promise<string> =>
  refusalOf(runNode('main.js', [], { DATA_DIR: throwAwayFolder(), PORT: '0', ...settings }));

describe('A wrong setting prevents the start with exit code 1 and one sentence', () => {
  after(endAll);

  it('lists all wrong values: each variable, its value, what was expected', async () => {
    const said = await sentenceOf({
      PORT: '65536',
      NEO4J_URI: 'http://localhost:7474',
      TYPESENSE_URL: 'localhost:8108',
      API_NAMESPACE: 'acme',
      BASE_PATH: 'catalog/',
      RETENTION_VERSIONS: '0',
      STRICT_FIELDS: 'yes',
      REQUEST_SECONDS: '0',
      ALLOW_OPEN: '1',
      WEBHOOK_PRIVATE_TARGETS: 'maybe',
      WEBHOOK_HOURS: '0',
      DISK_RESERVE_MB: 'some',
      DRAIN_SECONDS: '-1',
      ALLOWED_HOSTS: 'https://catalog.example.com',
      TRUSTED_PROXIES: '10.0.0.0/40',
      LOG_LEVEL: 'loud',
    });
    for (const mistake of [
      /PORT=65536: [^;]*65535/,
      /NEO4J_URI=http:\/\/localhost:7474: expected an address such as bolt:/,
      /TYPESENSE_URL=localhost:8108: expected an address such as http:/,
      /API_NAMESPACE=acme: expected svc or datahub/,
      /BASE_PATH=catalog\/: expected a path such as \/catalog/,
      /RETENTION_VERSIONS=0: /,
      /REQUEST_SECONDS=0: /,
      /STRICT_FIELDS=yes: expected true or false/,
      /ALLOW_OPEN=1: expected true or false/,
      /WEBHOOK_PRIVATE_TARGETS=maybe: expected true or false/,
      /WEBHOOK_HOURS=0: expected hours, more than 0/,
      /DISK_RESERVE_MB=some: expected a whole number of MB/,
      /DRAIN_SECONDS=-1: expected seconds, 0 to 300/,
      /ALLOWED_HOSTS=https:\/\/catalog\.example\.com: expected host names/,
      /TRUSTED_PROXIES=10\.0\.0\.0\/40: expected addresses or networks/,
      /LOG_LEVEL=loud: expected one of fatal, error, warn, info, debug, silent/,
    ])
      expect(said).to.match(mistake);
  });

  // SECURITY.md O1
  it('HOST=0.0.0.0', async () =>
    expect(await sentenceOf({ HOST: '0.0.0.0' })).to.match(/HOST=0\.0\.0\.0 .*set AUTH_TOKENS_FILE, or ALLOW_OPEN=true/));

  /** What is found only when the server is loaded. */
  const later: readonly [settings: Record<string, string>, said: RegExp][] = [
    [{ TYPESENSE_URL: 'http://localhost:8108' }, /TYPESENSE_API_KEY is not: set the key/],
    [{ OIDC_FILE: '/nowhere/oidc.yaml' }, /OIDC_FILE needs PUBLIC_URL/],
    [{ OIDC_FILE: '/nowhere/oidc.yaml', PUBLIC_URL: 'https://catalog.example.com' }, /OIDC_FILE needs AUTH_TOKENS_FILE/],
    [{ AUTH_TOKENS_FILE: '/nowhere/tokens' }, /AUTH_TOKENS_FILE \/nowhere\/tokens cannot be read/],
    [{ NEO4J_HOME: '/nowhere/neo4j' }, /NEO4J_HOME=\/nowhere\/neo4j contains no Neo4j 5/],
  ];
  for (const [settings, said] of later) {
    const title = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    it(`${title.join(' ')} [long]`, async () => expect(await sentenceOf(settings)).to.match(said));
  }

  it('names file and line of an invalid tokens file', async () => {
    const file = path.join(throwAwayFolder(), 'tokens');
    writeFileSync(file, '# who may\nsecret alice\nsecret2 bob write\n');
    expect(await sentenceOf({ AUTH_TOKENS_FILE: file })).to.contain(`${file} line 3: expected <token> <user> [read]`);
  });

  it('never shows a password or a key', async () => {
    const said = await sentenceOf({
      NEO4J_URI: 'bolt://neo4j:hushhush@localhost:7687',
      TYPESENSE_URL: 'http://localhost:8108/?x-typesense-api-key=hushhush',
      BASE_PATH: 'neo4j:hushhush@localhost',
    });
    expect(said).to.match(/NEO4J_URI=bolt:\/\/…@localhost:7687: expected no user and password here: set NEO4J_USERNAME and NEO4J_PASSWORD/);
    expect(said).to.match(/TYPESENSE_URL=http:\/\/localhost:8108\/\?…: expected no user, password or parameters here: set TYPESENSE_API_KEY/);
    expect(said).not.to.contain('hushhush');
  });

  it('reports an unknown option and mentions --help', async () => {
    const cairn = runNode('main.js', ['--port', '1']);
    expect(await cairn.end).to.deep.equal({ code: 1, signal: null });
    expect(cairn.stderr()).to.equal('cairn: --port is not an option; --help lists the options\n');
  });
});

describe('npm run token', () => {
  after(endAll);

  it('shows token and line, and creates a file that others cannot open', async () => {
    const file = path.join(throwAwayFolder(), 'tokens');
    const first = runNode('commands/token.js', ['alice', '--file', file]);
    expect((await first.end).code, first.stderr()).to.equal(0);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(readFileSync(file, 'utf8')).to.match(/^sha256:[\da-f]{64} alice\n$/);
    const second = runNode('commands/token.js', ['bob', '--read']);
    expect((await second.end).code).to.equal(0);
    expect(second.stderr()).to.match(/^sha256:[\da-f]{64} bob read$/m);
    expect(second.stdout()).to.match(/^[\w-]{43}\n$/);
  });

  for (const [args, said] of [
    [[], /give one user/],
    [['two', 'users'], /give one user/],
    [['al ice'], /al ice cannot be the name of a user/],
    [['(alice'], /\(alice cannot be the name of a user/],
    [['alice', '--expires', 'soon'], /--expires: expected a time such as 12h or 90d, got soon/],
  ] as const) {
    it(`refuses ${JSON.stringify(args)}${args.length === 0 ? '' : ' [long]'}`, async () => {
      const run = runNode('commands/token.js', args);
      expect((await run.end).code).to.equal(1);
      expect(run.stderr()).to.match(said);
      expect(run.stdout()).to.equal('');
    });
  }
});

describe('The command line', () => {
  after(endAll);

  it('--help lists every setting and the exit codes, and starts nothing', async () => {
    const help = runNode('main.js', ['--help']);
    expect(await help.end).to.deep.equal({ code: 0, signal: null });
    for (const name of ['PORT', 'HOST', 'DATA_DIR', 'NEO4J_URI', 'TYPESENSE_URL', 'API_NAMESPACE', 'MODEL_DIR', 'BASE_PATH', 'AUTH_TOKENS_FILE'])
      expect(help.stdout()).to.match(new RegExp(`^ {2}${name}\\b`, 'm'));
    expect(help.stdout()).to.contain('Exit code');
  });

  it('--version prints the version of the package', async () => {
    const version = runNode('main.js', ['--version']);
    expect(await version.end).to.deep.equal({ code: 0, signal: null });
    expect(version.stdout()).to.match(/^\d+\.\d+\.\d+(-dev)?\n$/);
  });
});

/** Ids of the operations that change something; a mutation of GraphQL is refused in an answer of 200. */
const WRITING =
  /^(create|change|rotate|replay|resume|ping|ingest|batchIngest|write|patch|delete|restore|rebuildIndex|dropUnusedProperties|verify|setWritable|applyRetention|producePlatformEvent|rollbackRun|sendLineage|stopBulk|undoBulk)/;

describe('AUTH_TOKENS_FILE and BASE_PATH', () => {
  let cairn: RunningCairn;
  let file: string;
  const LINES = '# token user right\n\nwrites-all alice\nreads-only bob read\nwas-good carol expires=2020-01-01\n';
  const status = {
    proposal: {
      entityType: 'dataset',
      entityUrn: 'urn:svc:dataset:(urn:svc:dataPlatform:hive,settings.guarded,PROD)',
      changeType: 'UPSERT',
      aspectName: 'status',
      aspect: { value: '{"removed":false}', contentType: 'application/json' },
    },
  };
  const ask = (where: string, token?: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${cairn.url}${where}`, { ...init, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const write = (token?: string): Promise<Response> => ask('/aspects?action=ingestProposal', token, { method: 'POST', body: JSON.stringify(status) });
  const entity = `/entitiesV2/${encodeURIComponent(status.proposal.entityUrn)}`;

  before(async () => {
    file = path.join(throwAwayFolder(), 'tokens');
    writeFileSync(file, LINES, { mode: 0o644 });
    cairn = await startCairn({ ...(await emptyEngines()), AUTH_TOKENS_FILE: file, BASE_PATH: '/catalog', LOG_LEVEL: 'debug' });
  });
  after(endAll);

  it('a request without a token, or with an unknown one, is 401 on reads and writes', async () => {
    for (const token of [undefined, 'guessed']) {
      for (const answer of [await write(token), await ask(entity, token)]) {
        expect(answer.status).to.equal(401);
        expect(await answer.json()).to.include({ status: 401 });
        expect(answer.headers.get('www-authenticate')).to.equal(token === undefined ? 'Bearer' : 'Bearer error="invalid_token"');
      }
    }
  });

  it('an expired token is 401, and the error says so', async () => {
    const answer = await ask(entity, 'was-good');
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer error="invalid_token"');
    expect(await answer.json())
      .to.have.property('message')
      .that.includes('2020-01-01');
  });

  it('the start warns of a file that others can open, and of tokens in plain text', () => {
    expect(cairn.log.find(({ event }) => event === 'tokens.exposed')).to.include({ file, mode: '0644' });
    expect(cairn.log.find(({ event }) => event === 'tokens.plain')).to.include({ file, tokens: 3 });
  });

  // SECURITY.md T3
  it('a changed file is read again; a broken one leaves the earlier tokens valid', async () => {
    const status = async (token: string): Promise<number> => (await ask(entity, token)).status;
    const made = runNode('commands/token.js', ['dora', '--read', '--expires', '90d', '--file', file]);
    expect((await made.end).code, made.stderr()).to.equal(0);
    const token = made.stdout().trim();
    expect(token).to.have.length.above(40);
    const line = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1);
    expect(line)
      .to.match(/^sha256:[\da-f]{64} dora read expires=\d{4}-/)
      .and.not.include(token);
    await eventually(async () => expect(await status(token)).to.equal(200));

    writeFileSync(file, 'writes-all alice\nreads-only\n');
    await eventually(async () => {
      await status(token);
      expect(cairn.log.find(({ event }) => event === 'tokens.kept')?.reason).to.include(`${file} line 2: expected <token> <user>`);
    });
    expect(await status(token)).to.equal(200);

    writeFileSync(file, LINES);
    chmodSync(file, 0o600);
    await eventually(async () => expect(await status(token)).to.equal(401));
    expect(await status('reads-only')).to.equal(200);
    expect(JSON.stringify(cairn.log)).not.to.contain('writes-all').and.not.to.contain(token);
  });

  it('a client that closes the connection during a request is not an error', async () => {
    const { hostname, port } = new URL(cairn.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'POST /catalog/aspects?action=ingestProposal HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer writes-all\r\nContent-Length: 9999\r\n\r\n{"proposal"',
      () => setImmediate(() => socket.destroy()),
    );
    await cairn.event('request.aborted');
    expect(cairn.log.filter(({ level, event }) => Number(level) >= 50 && event !== 'tokens.kept')).to.deep.equal([]);
  });

  // SECURITY.md T7
  it('a read-only token can read, and is 403 on a write', async () => {
    const refused = await write('reads-only');
    expect(refused.status).to.equal(403);
    expect(await refused.json()).to.include({ status: 403, message: 'bob may read but not write' });
    expect((await ask(entity, 'reads-only')).status).to.equal(200);
  });

  it('a read-only token can send GraphQL queries, but no mutations', async () => {
    const graphql = async (query: string, operationName?: string): Promise<unknown> => {
      const answer = await ask('/api/graphql', 'reads-only', { method: 'POST', body: JSON.stringify({ query, operationName }) });
      expect(answer.status).to.equal(200);
      return answer.json();
    };
    expect(await graphql('{ me { corpUser { urn } } }')).to.have.nested.property('data.me.corpUser.urn', 'urn:svc:corpuser:bob');
    expect(await graphql('query a { me { corpUser { urn } } } mutation b { createTag(input: {name: "mine"}) }', 'a')).to.have.nested.property(
      'data.me.corpUser.urn',
    );
    const missing = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,settings.missing,PROD)';
    for (const [query, operationName] of [
      ['mutation { createTag(input: {name: "mine"}) }'],
      ['query a { me { corpUser { urn } } } mutation b { createTag(input: {name: "mine"}) }', 'b'],
      ['mutation { one: createTag(input: {name: "mine"}) two: createTag(input: {name: "mine"}) }'],
      ['mutation { ...writes } fragment writes on Mutation { createTag(input: {name: "mine"}) }'],
      ['mutation { ... on Mutation { createTag(input: {name: "mine"}) } }'],
      // Nothing is looked up: one who may write would hear that these do not exist.
      [`mutation { setDomain(entityUrn: "${missing}", domainUrn: "urn:svc:domain:missing") }`],
      [`mutation { updateDataset(urn: "${missing}", input: {}) { urn } }`],
      ['mutation { deleteTag(urn: "not a URN") }'],
      ['mutation { unlinkAssetVersion(input: {unlinkedEntity: "not a URN"}) { urn } }'],
    ] as const) {
      const refused = (await graphql(query, operationName)) as { data: unknown; errors: object[] };
      expect(refused.data, query).to.equal(null);
      expect(refused.errors, query).to.have.length(1);
      expect(refused, query).to.have.nested.property('errors[0].message', 'bob may read but not write');
      expect(refused, query).to.have.nested.property('errors[0].extensions.code', 403);
    }
  });

  // SECURITY.md T7
  it('a read-only token can use every operation that reads, and none that writes [long]', async () => {
    const reference = (await (await ask('/rpc/docs/reference.json')).json()) as Reference;
    const wrong: string[] = [];
    // Who signs in has no token yet.
    const examples = examplesOf(reference).filter(({ operation }) => !operation.tags.includes('Sign-in'));
    for (const { name, operation, method, address, contentType, body } of examples) {
      const headers = { authorization: 'Bearer reads-only', ...(contentType === undefined ? {} : { 'content-type': contentType }) };
      const answer = await fetch(`${cairn.url}${address}`, { method, headers, ...(body === undefined ? {} : { body }) });
      const refused = answer.status === 403;
      if (answer.status === 401 || refused !== WRITING.test(operation.operationId)) wrong.push(`${name}: ${answer.status}`);
      await answer.arrayBuffer();
    }
    expect(wrong).to.deep.equal([]);
  });

  it('the address of a webhook is shown with its path only to those who may write, and its name not without a token', async () => {
    const url = 'https://hooks.example/services/T0/hushhush?key=hushhush';
    const made = await ask('/webhooks', 'writes-all', { method: 'POST', body: JSON.stringify({ url, name: 'Alerts of settings' }) });
    const { id, url: whole } = (await made.json()) as { id: string; url: string };
    expect(whole).to.equal('https://hooks.example/services/T0/hushhush?…');
    const seen = async (where: string, token?: string): Promise<string> => (await ask(where, token)).text();
    for (const where of ['/webhooks', `/webhooks/${id}`]) {
      expect(await seen(where, 'writes-all')).to.contain(whole);
      expect(await seen(where, 'reads-only')).to.contain('"url":"https://hooks.example/…"');
    }
    expect((await write('writes-all')).status).to.equal(200);
    await eventually(async () =>
      expect(await seen('/health/detailed', 'reads-only'))
        .to.contain('Alerts of settings')
        .and.contain(id),
    );
    const anonymous = await seen('/health/detailed');
    expect(anonymous).to.contain(id).and.not.contain('Alerts of settings');
    const elsewhere = [anonymous, await seen('/metrics'), await seen(`/webhooks/${id}/deliveries`, 'reads-only'), JSON.stringify(cairn.log)];
    for (const text of [...elsewhere, readFileSync(path.join(cairn.dataDir, 'audit', 'audit.jsonl'), 'utf8')])
      expect(text).not.to.contain('hushhush');
    expect((await ask(`/webhooks/${id}`, 'writes-all', { method: 'DELETE' })).status).to.equal(200);
  });

  it('the pages need no token, below the base path', async () => {
    const page = await ask('/search');
    expect(page.status).to.equal(200);
    const file = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect(file).to.match(/^\/catalog\/ui\//);
    expect((await fetch(new URL(file, cairn.url))).status).to.equal(200);
  });

  it('the descriptions of the API need no token', async () => {
    for (const where of ['/openapi.json', '/openapi/v3/api-docs', '/rpc/docs', '/openapi/swagger-ui/index.html'])
      expect((await ask(where)).status, where).to.equal(200);
  });

  it('the owner of the token is the actor of a write', async () => {
    expect((await write('writes-all')).status).to.equal(200);
    const { aspects } = (await (await ask(`${entity}?aspects=List(status)`, 'reads-only')).json()) as { aspects: { status: { created: object } } };
    expect(aspects.status.created).to.include({ actor: 'urn:svc:corpuser:alice' });
  });

  it('health and configuration need no token', async () => {
    for (const where of ['/health', '/health/live', '/health/detailed', '/config']) expect((await ask(where)).status, where).to.equal(200);
  });

  it('everything is below the prefix, and nothing outside it', async () => {
    const beside = await fetch(`${new URL(cairn.url).origin}/health`);
    expect(beside.status).to.equal(404);
    expect(await beside.text()).to.contain('every path begins with /catalog');
    expect((await fetch(`${new URL(cairn.url).origin}/catalogue/health`)).status).to.equal(404);
  });

  it('GET /config has the base path, and the text "true" for noCode', async () => {
    expect(await (await ask('/config')).json()).to.include({ noCode: 'true', baseUrl: cairn.url });
  });
});
