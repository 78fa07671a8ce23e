import { expect } from 'chai';
import { startInVain } from '../support/cairn.ts';
import { modelFolder } from '../support/model-folder.ts';

describe('Mistakes in MODEL_DIR prevent the start (openapi/README.md)', () => {
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
      const { code, stderr } = await startInVain({ MODEL_DIR: folder.path });
      expect(code, stderr).to.equal(1);
      for (const place of [
        'aspects/info.yaml at /properties/a/x-relationship',
        'aspects/info.yaml at /properties/b/x-urn/types',
        'entities/sensor.yaml at /key',
      ]) {
        expect(stderr).to.include(`${folder.path}/${place}`);
      }
      expect(stderr, 'no stack trace').not.to.match(/\n\s+at /);
    } finally {
      folder.remove();
    }
  });

  it('names a file that is not valid YAML', async () => {
    const folder = modelFolder({ 'aspects/info.yaml': 'a: [1' });
    try {
      const { code, stderr } = await startInVain({ MODEL_DIR: folder.path });
      expect(code, stderr).to.equal(1);
      expect(stderr).to.include(`${folder.path}/aspects/info.yaml`);
    } finally {
      folder.remove();
    }
  });

  it('names a folder that does not exist', async () => {
    const { code, stderr } = await startInVain({ MODEL_DIR: '/no/such/folder' });
    expect(code, stderr).to.equal(1);
    expect(stderr).to.include('/no/such/folder');
  });
});
