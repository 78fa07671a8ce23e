/** Policies as files (docs/access.md 3): `npm run access`. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { graphql } from '../support/graphql.ts';
import { urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';

const EXAMPLE = path.join(import.meta.dirname, '../policies');
const COMMAND = path.join(import.meta.dirname, '../../dist/commands/access.js');

const run = (...args: string[]): Promise<{ code: number; out: string; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], (error, out, said) => resolve({ code: error ? Number(error.code) : 0, out, said }));
  });

function folderWith(change: (text: string) => string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'policies-'));
  cpSync(EXAMPLE, folder, { recursive: true });
  const file = path.join(folder, 'sales.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return folder;
}

describe('npm run access', () => {
  it('takes the examples of the documentation, which do what they say', async () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/access.md'), 'utf8');
    const [, examples = ''] = page.split('## 9. Three examples');
    const files = [...examples.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
    expect(files).to.have.length(3);
    const folder = mkdtempSync(path.join(tmpdir(), 'policies-'));
    for (const [at, text] of files.entries()) writeFileSync(path.join(folder, `${at}.yaml`), text);
    const [table, other] = ['in', 'out'].map((name) => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`);
    const people = { ana: ['analysts'], stew: ['stewards'], kim: [], pay: ['payroll'] };
    const user = (name: string) => `urn:svc:corpuser:${name}`;
    const asked: readonly (readonly [string, string, string, boolean, string?])[] = [
      ['ana', 'EDIT_ENTITY_DOCS', 'in', true],
      ['ana', 'EDIT_ENTITY_DOCS', 'out', false],
      ['ana', 'EDIT_ENTITY_TAGS', 'in', false],
      ['stew', 'EDIT_DATASET_COL_DESCRIPTION', 'out', true, 'city'],
      ['stew', 'EDIT_DATASET_COL_DESCRIPTION', 'out', false, 'salary'],
      ['pay', 'VIEW_SENSITIVE_COLUMNS', 'out', true, 'salary'],
      ['stew', 'VIEW_SENSITIVE_COLUMNS', 'out', false, 'salary'],
      ['kim', 'VIEW_ENTITY_PAGE', 'out', false],
    ];
    const expectations = {
      people: Object.fromEntries(
        Object.entries(people).map(([name, groups]) => [user(name), { groups: groups.map((each) => `urn:svc:corpGroup:${each}`) }]),
      ),
      entities: {
        [table ?? '']: { domains: ['urn:svc:domain:sales'] },
        [other ?? '']: { columns: { city: ['urn:svc:tag:public'], salary: ['urn:svc:tag:pay'] } },
      },
      expect: asked.map(([who, privilege, where, may, column]) => ({
        ...{ who: user(who), [may ? 'may' : 'mayNot']: privilege, on: where === 'in' ? table : other },
        ...(column !== undefined && { column }),
      })),
    };
    writeFileSync(path.join(folder, 'expected.json'), JSON.stringify(expectations));
    expect(await run('test', folder)).to.include({ code: 0, out: '' });
  });

  it('tests policies against what is expected of them, without a server', async () => {
    expect(await run('test', EXAMPLE)).to.include({ code: 0, out: '' });
    const wide = await run(
      'test',
      folderWith((text) => text.replace('columnsTagged: [urn:svc:tag:public]', 'aspects: [editableSchemaMetadata]')),
    );
    expect(wide.code).to.equal(1);
    expect(wide.out).to.contain('may not EDIT_DATASET_COL_DESCRIPTION').and.to.contain('column salary').and.to.contain('(sales-columns) grants it');
  });

  it('says of a draft that it grants nothing, and of what it does not know that it decides nothing [long]', async () => {
    const narrow = await run(
      'test',
      folderWith((text) => text.replace('state: ACTIVE', 'state: DRAFT')),
    );
    expect(narrow.out).to.contain('sales-analysts does not: it is not active');
    const odd = await run(
      'test',
      folderWith((text) => text.replace('field: DOMAIN', 'field: WEEKDAY').replace('[VIEW_ENTITY_PAGE,', '[VIEW_ALL,')),
    );
    expect(odd.out).to.contain('a criterion on WEEKDAY').and.to.contain('VIEW_ALL decides nothing');
  });

  it('plans, applies, and tells what was changed on the server since', async () => {
    const { url } = sharedCairn();
    const mine = ({ out }: { out: string }) => out.split('\n').filter((line) => /sales-/.test(line));
    const first = await run('plan', EXAMPLE, '--url', url);
    expect([first.code, mine(first)], first.said).to.deep.equal([1, ['add sales-analysts', 'add sales-columns']]);
    expect((await run('apply', EXAMPLE, '--url', url)).code).to.equal(0);
    const again = await run('plan', EXAMPLE, '--url', url);
    expect([again.code, mine(again)]).to.deep.equal([0, []]);
    const changed = folderWith((text) => text.replace('displayName: Analysts of Sales', 'displayName: Sales'));
    expect(mine(await run('plan', changed, '--url', url))).to.deep.equal(['change sales-analysts: displayName']);
    const actors = { users: [], resourceOwners: false, allUsers: true, allGroups: false };
    const input = { type: 'METADATA', name: 'Analysts of Sales', state: 'ACTIVE', privileges: ['VIEW_ENTITY_PAGE'], actors };
    const urn = urns.of('dataHubPolicy', 'sales-analysts');
    await graphql('mutation ($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }', { urn, input });
    expect(mine(await run('plan', EXAMPLE, '--url', url))).to.deep.equal(['drift sales-analysts: actors, privileges, resources']);
    await run('apply', EXAMPLE, '--url', url);
    const less = folderWith((text) => text.replace(/ {2}sales-columns:[\s\S]*?(?=people:)/, '').replace(/ {2}- who:[\s\S]*/, ''));
    const refused = await run('apply', less, '--url', url);
    expect([refused.code, refused.said]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && /another folder applied.*policies\. Nothing is written.*--replace/.test(said),
    );
    expect(mine(await run('apply', less, '--replace', '--url', url))).to.deep.equal(['remove sales-columns']);
    expect(
      (await graphql(`{ entity(urn: "${urns.of('dataHubPolicy', 'sales-columns')}") { ... on DataHubPolicy { state } } }`)).entity,
    ).to.deep.equal({
      state: null,
    });
    await graphql(`mutation { deletePolicy(urn: "${urn}") }`);
  });
});
