import { expect } from 'chai';
import { hasPart, touches, withoutParts } from '../../../src/catalog/access/without-parts.ts';
import { valueOf } from '../../../src/model/json.ts';
import { parsePath } from '../../../src/model/path.ts';
import type { ClosedPart } from '../../../src/model/types.ts';
import { model } from '../support/model.ts';

const part = (path: string, blank?: unknown): ClosedPart => ({ path: parsePath(path) ?? [], to: ['MANAGE_SECRETS'], blank });
const left = (json: unknown, ...parts: ClosedPart[]): unknown => withoutParts(valueOf(json), parts).json;

describe('Values without what is closed', () => {
  it('lack the field, or have an empty value where the schema requires one', () => {
    expect(left({ a: 'open', b: 'closed' }, part('b'))).to.deep.equal({ a: 'open' });
    expect(left({ a: 'open', b: { c: 'closed', d: 1 } }, part('b.c', ''))).to.deep.equal({ a: 'open', b: { c: '', d: 1 } });
    expect(left({ a: [{ b: 'closed', c: 1 }, { c: 2 }] }, part('a[].b'))).to.deep.equal({ a: [{ c: 1 }, { c: 2 }] });
    expect(left({ a: { x: { b: 'closed' }, y: {} } }, part('a{}.b', ''))).to.deep.equal({ a: { x: { b: '' }, y: {} } });
    expect(left({ a: 'closed', b: 'closed' }, part('a'), part('b', ''))).to.deep.equal({ b: '' });
  });

  it('are the same value where nothing of it is closed', () => {
    const value = valueOf({ a: [{ c: 1 }], b: 'text' });
    expect(withoutParts(value, [part('a[].b'), part('c.d'), part('b.c')])).to.equal(value);
    expect(hasPart(value.json, part('a[].b'))).to.equal(false);
    expect(hasPart(value.json, part('a[].c'))).to.equal(true);
  });
});

describe('A patch', () => {
  const about = (path: string, from?: string) =>
    touches({ keys: {}, operations: [{ op: 'test', path, ...(from !== undefined && { from }) }] }, part('a.b[].c'));

  it('touches what is closed by its path, by what is around it and by what is in it', () => {
    for (const path of ['', '/a', '/a/b', '/a/b/0/c', '/a/b/key/c/d']) expect(about(path), path).to.equal(true);
    for (const path of ['/c', '/a/d', '/A/b', '/a~1b']) expect(about(path), path).to.equal(false);
    expect(about('/d', '/a/b/0')).to.equal(true);
    expect(touches({ keys: {}, operations: [{ op: 'add', path: '/x', value: 1 }] }, part(''))).to.equal(true);
  });
});

describe('The model', () => {
  it('closes what is secret of the catalog, and says who may read it', () => {
    const closed = [...model.aspects.values()].flatMap(({ name, closed }) =>
      closed.map(({ path, to, blank }) => [name, path.map((step) => ('field' in step ? step.field : '[]')).join('.'), to.join(), blank]),
    );
    expect(closed.sort()).to.deep.equal([
      ['dataHubAccessTokenInfo', 'identity', 'MANAGE_ACCESS_TOKENS', undefined],
      ['dataHubConnectionDetails', 'json', 'MANAGE_CONNECTIONS', undefined],
      ['dataHubExecutionRequestInput', 'args', 'MANAGE_INGESTION', {}],
      ['dataHubExecutionRequestResult', 'report', 'MANAGE_INGESTION', undefined],
      ['dataHubExecutionRequestResult', 'structuredReport', 'MANAGE_INGESTION', undefined],
      ['dataHubIngestionSourceInfo', 'config.extraArgs', 'MANAGE_INGESTION', undefined],
      ['dataHubIngestionSourceInfo', 'config.recipe', 'MANAGE_INGESTION', ''],
      ['dataHubSecretValue', 'value', 'MANAGE_SECRETS', ''],
      ['datahubIngestionCheckpoint', 'config', 'MANAGE_INGESTION,EDIT_ENTITY', ''],
      ['datahubIngestionRunSummary', 'config', 'MANAGE_INGESTION', undefined],
      ['datahubIngestionRunSummary', 'custom_summary', 'MANAGE_INGESTION', undefined],
      ['globalSettingsInfo', 'sso.oidcSettings.clientSecret', 'MANAGE_SYSTEM_OPERATIONS', ''],
      ['inviteToken', 'invitations.[].hash', 'MANAGE_USERS_AND_GROUPS', ''],
      ['mcpServerProperties', 'customHeaders', 'MANAGE_CONNECTIONS', undefined],
    ]);
  });
});
