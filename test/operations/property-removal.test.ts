import { expect } from 'chai';
import { ALIAS } from '../../src/search/index.ts';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { SYNC, where } from '../support/find.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const own = ownNames('removal');
const HOLDERS = 600;
const SETTINGS = { SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX: 'true', ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE: 'true' };

describe('Hard-deleted structured properties', () => {
  let cairn: RunningCairn;
  let engines: Record<string, string>;
  const client = (): Client => makeClient(() => cairn.url, SVC);
  const [gone, kept] = [own('gone'), own('kept')];
  const holders = Array.from({ length: HOLDERS }, () => urns.dataset(own('d')));

  before(async () => {
    engines = await emptyEngines();
    cairn = await startCairn(engines);
    await batch(
      [gone, kept].map((id) =>
        proposal(urns.of('structuredProperty', id), 'propertyDefinition', {
          qualifiedName: id,
          valueType: urns.of('dataType', 'svc.string'),
          entityTypes: [urns.of('entityType', 'svc.dataset')],
        }),
      ),
    );
    await batch(holders.map((urn) => proposal(urn, 'datasetProperties', { description: 'carries values' })));
    await batch(holders.map((urn, at) => proposal(urn, 'structuredProperties', { properties: [entry(gone), ...(at === 0 ? [entry(kept)] : [])] })));
  });
  after(endAll);

  const entry = (id: string) => ({ propertyUrn: urns.of('structuredProperty', id), values: [{ string: 'a' }] });

  async function batch(proposals: object[]): Promise<void> {
    const answer = await client().send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals }, headers: SYNC });
    expect(answer.status, answer.text).to.equal(200);
  }

  /** How many datasets are found with a value of the property. */
  async function found(id: string): Promise<number> {
    const filter = where({ field: `structuredProperties.${id}`, condition: 'EXISTS' });
    const answer = await client().send<{ value: { numEntities: number } }>('POST', '/entities?action=search', {
      json: { input: '*', entity: 'dataset', start: 0, count: 0, filter },
    });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value.numEntities;
  }

  /** The values of an entity, and how often they were written. */
  async function valuesOf(urn: string): Promise<{ properties: unknown; version: string | undefined }> {
    const { structuredProperties } = (await client().entity(urn)).body.aspects;
    return { properties: structuredProperties?.value.properties, version: structuredProperties?.systemMetadata?.version };
  }

  /** Fields of the collection that searches go to. */
  async function fields(): Promise<string[]> {
    const answer = await fetch(`${engines.TYPESENSE_URL}/collections/${ALIAS}`, {
      headers: { 'x-typesense-api-key': engines.TYPESENSE_API_KEY ?? '' },
    });
    return ((await answer.json()) as { fields: { name: string }[] }).fields.map(({ name }) => name);
  }

  it('values are hidden at once; their removal continues after kill -9 until it is complete', async () => {
    expect(await found(gone)).to.equal(HOLDERS);
    const answer = await client().send('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urns.of('structuredProperty', gone))}`);
    expect(answer.status).to.equal(200);
    expect(answer.text).to.equal('');
    await cairn.stop('SIGKILL');
    cairn = await startCairn({ ...engines, DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    expect(await found(gone)).to.equal(0);
    await cairn.event('property.purged');
    const last = holders.at(-1) as string;
    expect(await valuesOf(last)).to.deep.equal({ properties: [], version: '2' });
    expect(await found(kept)).to.equal(1);
  });

  it('npm run system-update does nothing without its settings, and says which are missing', async () => {
    const run = runNode('commands/system-update.js', ['--url', cairn.url]);
    expect(await run.end).to.deep.equal({ code: 0, signal: null });
    expect(run.stderr()).to.contain('SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX=true').and.contain('ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE=true');
  });

  it('npm run system-update removes fields without values from the index and keeps all others; searches work meanwhile', async () => {
    await eventually(async () => {
      const { body } = await client().send<{ index: { waiting: number } }>('GET', '/health/detailed');
      expect(body.index.waiting).to.equal(0);
    });
    const propertiesIn = (names: string[]): number => names.filter((name) => /^k_sp_/.test(name)).length;
    expect(propertiesIn(await fields())).to.equal(2);
    const run = runNode('commands/system-update.js', ['--url', cairn.url], SETTINGS);
    let searches = 0;
    const searching = (async () => {
      for (let going = true; going; searches++) {
        expect(await found(kept)).to.equal(1);
        going = run.child.exitCode === null;
      }
    })();
    expect(await run.end, run.stderr()).to.deep.equal({ code: 0, signal: null });
    await searching;
    expect(searches).to.be.greaterThan(1);
    expect(propertiesIn(await fields())).to.equal(1);
    const again = runNode('commands/system-update.js', ['--url', cairn.url], SETTINGS);
    await again.end;
    expect(again.stderr()).to.contain('Nothing to do');
  });
});
