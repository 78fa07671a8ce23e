import { expect } from 'chai';
import { modelFolder } from '../support/model-folder.ts';
import { endAll, refusalOf, runNode, throwAwayFolder } from '../support/process.ts';

const refusal = (MODEL_DIR: string): Promise<string> => refusalOf(runNode('main.js', [], { MODEL_DIR, PORT: '0', DATA_DIR: throwAwayFolder() }));

describe('Mistakes in MODEL_DIR prevent the start (openapi/README.md)', () => {
  after(endAll);

  it('exits with 1 and lists each mistake with its file and pointer', async () => {
    const folder = modelFolder({
      'aspects/info.yaml': `
x-aspect: {name: info, record: sensor.Info, kind: versioned}
type: object
properties:
  a: {type: string, x-relationship: {name: A}}
  b: {type: string, format: urn, x-urn: {types: [sofa]}}
`,
      'entities/sensor.yaml': { name: 'sensor', description: 'd', graphql: 'SENSOR', key: 'nope', aspects: [] },
    });
    try {
      const said = await refusal(folder.path);
      for (const place of [
        'aspects/info.yaml at /properties/a/x-relationship',
        'aspects/info.yaml at /properties/b/x-urn/types',
        'entities/sensor.yaml at /key',
      ]) {
        expect(said).to.include(`${folder.path}/${place}`);
      }
      expect(said, 'no stack trace').not.to.match(/\n\s+at /);
    } finally {
      folder.remove();
    }
  });

  it('names a file that is not valid YAML [long]', async () => {
    const folder = modelFolder({ 'aspects/info.yaml': 'a: [1' });
    try {
      const said = await refusal(folder.path);
      expect(said).to.include(`${folder.path}/aspects/info.yaml`);
    } finally {
      folder.remove();
    }
  });

  it('names a folder that does not exist [long]', async () => {
    const said = await refusal('/no/such/folder');
    expect(said).to.include('/no/such/folder');
  });
});
