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
/** More than one write of a removal takes. */
const MANY = 600;
const FEW = 30;
const SETTINGS = { SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX: 'true', ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE: 'true' };

describe('Hard-deleted structured properties', () => {
  let cairn: RunningCairn;
  let engines: Record<string, string>;
  const client = (): Client => makeClient(() => cairn.url, SVC);
  const kept = own('kept');

  before(async () => {
    engines = await emptyEngines();
    cairn = await startCairn(engines);
    await define(kept);
  });
  after(endAll);

  const entry = (id: string) => ({ propertyUrn: urns.of('structuredProperty', id), values: [{ string: 'a' }] });

  async function batch(proposals: object[]): Promise<void> {
    const answer = await client().send('POST', '/aspects?action=ingestProposalBatch', { json: { proposals }, headers: SYNC });
    expect(answer.status, answer.text).to.equal(200);
  }

  const define = (id: string): Promise<void> =>
    batch([
      proposal(urns.of('structuredProperty', id), 'propertyDefinition', {
        qualifiedName: id,
        valueType: urns.of('dataType', 'svc.string'),
        entityTypes: [urns.of('entityType', 'svc.dataset')],
      }),
    ]);

  /** A property that so many datasets have, the first also the one that is kept. */
  async function held(count: number): Promise<{ gone: string; holders: string[]; left: number }> {
    const gone = own('gone');
    const holders = Array.from({ length: count }, () => urns.dataset(own('d')));
    await define(gone);
    await batch(holders.map((urn) => proposal(urn, 'datasetProperties', { description: 'carries values' })));
    await batch(holders.map((urn, at) => proposal(urn, 'structuredProperties', { properties: [entry(gone), ...(at === 0 ? [entry(kept)] : [])] })));
    expect(await found(gone)).to.equal(count);
    return { gone, holders, left: await found(kept) };
  }

  async function remove(id: string): Promise<void> {
    const answer = await client().send('DELETE', `/openapi/v3/entity/structuredProperty/${encodeURIComponent(urns.of('structuredProperty', id))}`);
    expect(answer.status).to.equal(200);
    expect(answer.text).to.equal('');
  }

  /** Waits until it is complete. */
  async function removed({ gone, holders, left }: Awaited<ReturnType<typeof held>>): Promise<void> {
    expect(await found(gone)).to.equal(0);
    await eventually(
      async () =>
        expect(cairn.log.find(({ event, urn }) => event === 'property.purged' && urn === urns.of('structuredProperty', gone))).to.not.equal(
          undefined,
        ),
      60_000,
    );
    expect(await valuesOf(holders.at(-1) as string)).to.deep.equal({ properties: [], version: '2' });
    expect(await found(kept)).to.equal(left);
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

  it('values are hidden at once, and then removed', async () => {
    const property = await held(FEW);
    await remove(property.gone);
    await removed(property);
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

  it('their removal continues after kill -9 until it is complete [long]', async () => {
    const property = await held(MANY);
    await remove(property.gone);
    await cairn.stop('SIGKILL');
    cairn = await startCairn({ ...engines, DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    await removed(property);
  });
});
