/** The compose files and the Dockerfile, checked against the rules of their formats: there may be no container engine to run them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readSettings } from '../../src/settings.ts';
import { type Compose, composeSchema } from '../support/compose-schema.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const THREE = path.join(ROOT, 'docs/compose');
const FILES = ['docker-compose.yml', 'docs/compose/three-servers.yml'];
const SECRETS = { NEO4J_PASSWORD: 'a-long-password', TYPESENSE_API_KEY: 'a-long-key' };

/** `${NAME}`, `${NAME:-default}`, `${NAME:?message}`; `$$` is a dollar sign. Everything else with a dollar sign is a mistake. */
const VARIABLE = /\$(?:\$|\{([A-Za-z_]\w*)(?::(-|\?)([^{}]*))?\})/g;

function interpolated(text: string, environment: Record<string, string>): string {
  return text.replace(VARIABLE, (whole, name?: string, form?: string, word = '') => {
    if (name === undefined) return '$';
    const value = environment[name] || (form === '-' ? word : undefined);
    if (value === undefined) throw new Error(`${whole}: ${name} is not set`);
    return value;
  });
}

function read(file: string) {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const compose = parse(source, { merge: true }) as Compose;
  return { source, compose, services: Object.entries(compose.services) };
}

for (const file of FILES) describe(file, () => checkCompose(file));

/** What holds for both files. */
function checkCompose(file: string): void {
  const { source, compose, services } = read(file);

  it('is valid by the compose specification', () => {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    ajv.validate(composeSchema, compose);
    expect(ajv.errors?.map(({ instancePath, message, params }) => ({ instancePath, message, params })) ?? []).to.deep.equal([]);
  });

  it('declares exactly the volumes that it uses, and mounts only files that exist', () => {
    const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const files = used.filter((name) => name.startsWith('./'));
    expect(used.filter((name) => !files.includes(name))).to.have.members(Object.keys(compose.volumes));
    for (const name of files) expect(existsSync(path.join(ROOT, path.dirname(file), name)), name).to.equal(true);
  });

  it('waits only for services that exist and have a health check', () => {
    const awaited = services.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    expect(awaited.map(([name]) => name)).to.include.members(services.map(([name]) => name).filter((name) => /^(neo4j|typesense)/.test(name)));
    for (const [name, { condition }] of awaited) {
      expect(condition).to.equal('service_healthy');
      expect(compose.services[name]?.healthcheck.test, name).to.not.equal(undefined);
    }
  });

  it('has an exact version for every image', () => {
    const images = services.flatMap(([, { image }]) => (image === undefined ? [] : [image]));
    for (const image of images) expect(image).to.match(/:\d+\.\d+[\w.-]*$/);
    expect(images.find((image) => image.startsWith('neo4j:'))).to.match(/^neo4j:5\.26\.[1-9]\d*-community$/);
  });

  it('has dollar signs only for variables, or doubled', () => {
    const text = source.replace(/^\s*#.*$/gm, '');
    expect(text.replace(VARIABLE, '')).to.not.contain('$');
  });

  it('takes passwords and keys from the environment, contains none, and says what is missing', () => {
    for (const [, { environment }] of services) {
      for (const [name, value] of Object.entries(environment)) {
        if (!/PASSWORD|KEY|AUTH$/.test(name)) continue;
        expect(value, name).to.match(/\$\{(NEO4J_PASSWORD|TYPESENSE_API_KEY):\?[^{}]+\}$/);
        expect(() => interpolated(value, {}), name).to.throw('is not set');
      }
    }
  });

  it('publishes one port, on the loopback address', () => {
    const ports = services.flatMap(([, { ports: each = [] }]) => each.map((port) => interpolated(port, {})));
    expect(ports).to.deep.equal(['127.0.0.1:8080:8080']);
  });

  it('gives Cairn valid settings, and says explicitly whom it serves', () => {
    const cairns = services.filter(([name]) => name.startsWith('cairn'));
    expect(cairns).to.have.length(file === 'docker-compose.yml' ? 1 : 3);
    for (const [, { environment }] of cairns) {
      const settings = readSettings(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolated(value, SECRETS)])));
      expect(settings).to.include({ host: '0.0.0.0', port: 8080, allowOpen: true });
      expect(settings.allowedHosts, 'other services of the network ask cairn:8080').to.deep.equal(['cairn']);
      expect(settings.neo4j).to.include({ uri: 'bolt://neo4j:7687', password: SECRETS.NEO4J_PASSWORD });
      const typesenses = services.map(([name]) => name).filter((name) => name.startsWith('typesense'));
      expect(settings.typesense).to.deep.equal({ urls: typesenses.map((name) => `http://${name}:8108`), apiKey: SECRETS.TYPESENSE_API_KEY });
      const help = readFileSync(path.join(ROOT, 'src/help.ts'), 'utf8');
      for (const name of Object.keys(environment)) expect(help, 'a setting that --help names').to.match(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
  });

  it('is accepted by docker compose, if that is installed', function () {
    if (spawnSync('docker', ['compose', 'version']).status !== 0) return this.skip();
    execFileSync('docker', ['compose', '-f', path.join(ROOT, file), 'config', '--quiet'], { env: { ...SECRETS, PATH: String(process.env.PATH) } });
  });
}

describe('docs/compose', () => {
  const { services } = read('docs/compose/three-servers.yml');
  const names = (start: string): string[] => services.map(([name]) => name).filter((name) => name.startsWith(start));

  it('every node of Typesense knows all nodes', () => {
    const nodes = readFileSync(path.join(THREE, 'typesense-nodes'), 'utf8').trim();
    expect(nodes).to.equal(
      names('typesense')
        .map((name) => `${name}:8107:8108`)
        .join(','),
    );
    for (const name of names('typesense')) {
      const { environment = {}, volumes = [] } = services.find(([each]) => each === name)?.[1] ?? {};
      expect(volumes).to.include(`./typesense-nodes:${environment.TYPESENSE_NODES}:ro`);
      expect(volumes).to.include(`${name}-data:${environment.TYPESENSE_DATA_DIR}`);
    }
  });

  it('the balancer sends requests to every Cairn, and asks each for its health', () => {
    const config = readFileSync(path.join(THREE, 'haproxy.cfg'), 'utf8');
    expect([...config.matchAll(/^ {2}server (\S+) (\S+)$/gm)].map(([, name, at]) => [name, at])).to.deep.equal(
      names('cairn').map((name) => [name, `${name}:8080`]),
    );
    expect(config).to.match(/^ {2}option httpchk GET \/health$/m);
    expect(config).to.match(/^ {2}default-server check /m);
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8').split('\n');
  const instructions = (word: string): string[] => lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it('builds in stages on one image with a version, and copies only what runs from the first stage', () => {
    expect(instructions('FROM')).to.deep.equal(['node:20-slim AS build', 'node:20-slim']);
    const kept = instructions('COPY').filter((copy) => copy.startsWith('--from=build'));
    expect(kept.map((copy) => path.basename(copy.split(' ')[1] ?? ''))).to.have.members([
      'package.json',
      'node_modules',
      'openapi',
      'cypher',
      'dist',
    ]);
  });

  it('copies existing files that .dockerignore does not exclude', () => {
    const sources = instructions('COPY')
      .filter((copy) => !copy.startsWith('--'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    const allowed = readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').split('\n');
    for (const name of sources) {
      expect(existsSync(path.join(ROOT, name)), name).to.equal(true);
      expect(allowed).to.include(`!${name}`);
    }
  });

  it('runs Cairn as an unprivileged user, and as the process that receives signals', () => {
    expect(instructions('USER')).to.deep.equal(['node']);
    expect(instructions('ENTRYPOINT')).to.deep.equal(['["node", "dist/main.js"]']);
  });
});
