/**
 * The official Python client of OpenLineage. `OPENLINEAGE_PYTHON` names a Python that has the package `openlineage-python`; without one the
 * test is skipped.
 */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ownNames, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values } from '../support/writes.ts';

const run = promisify(execFile);
const own = ownNames('olclient');
const SCRIPT = path.join(import.meta.dirname, '../support/openlineage-client.py');
const PYTHON = process.env.OPENLINEAGE_PYTHON ?? 'python3';

describe('The Python client of OpenLineage', () => {
  before(function () {
    if (spawnSync(PYTHON, ['-c', 'import openlineage.client']).status !== 0) this.skip();
  });

  it('sends runs, jobs and datasets, also compressed', async () => {
    const [name, id] = [own(), randomUUID()];
    await run(PYTHON, [SCRIPT, sharedCairn().url, name, id]);
    const job = urns.job(urns.flow(name, 'airflow', 'prod'), `${name}.load`);
    const [read, written] = [urns.dataset(`${name}_in`, 'postgres'), urns.dataset(`${name}_out`, 'postgres')];
    const { dataJobInputOutput, dataTransformLogic } = await values(job);
    expect(dataJobInputOutput).to.deep.include({
      inputDatasetEdges: [{ destinationUrn: read }],
      outputDatasetEdges: [{ destinationUrn: written }],
      fineGrainedLineages: [
        {
          upstreamType: 'FIELD_SET',
          upstreams: [urns.column(read, 'key')],
          downstreamType: 'FIELD',
          downstreams: [urns.column(written, 'id')],
          transformOperation: 'DIRECT:IDENTITY',
        },
      ],
    });
    expect(dataTransformLogic).to.deep.equal({ transforms: [{ queryStatement: { value: 'select 1', language: 'SQL' } }] });
    expect((await values(written)).datasetProperties).to.include({ description: 'All of it' });
    expect((await values(read)).datasetProperties).to.include({ description: 'Read' });
    const { dataProcessInstanceProperties } = await values(urns.of('dataProcessInstance', id));
    expect(dataProcessInstanceProperties?.customProperties).to.include({ completedAt: '2026-01-31T12:05:00.000Z' });
  });
});
