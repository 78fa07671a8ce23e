/**
 * The name of a model's content, by which clients know whether what they have kept still holds (docs/semantics.md 16.5).
 */
import { expect } from 'chai';
import { fingerprint } from '../../src/model/fingerprints.ts';
import { loadModel } from '../../src/model/load.ts';
import { modelFolder } from '../support/model-folder.ts';

describe('The fingerprint of a model', () => {
  const shipped = fingerprint(loadModel('svc', undefined));

  it('is the same for the same model', () => {
    expect(shipped).to.match(/^[0-9a-f]{12}$/);
    expect(fingerprint(loadModel('svc', undefined))).to.equal(shipped);
  });

  it('changes with a field, and with an aspect of an entity type', () => {
    const field = modelFolder({
      'aspects/more.yaml': { extend: true, 'x-aspect': { name: 'tagProperties' }, properties: { shape: { type: 'string' } } },
    });
    const aspect = modelFolder({ 'entities/more.yaml': { extend: true, name: 'tag', aspects: ['subTypes'] } });
    try {
      const own = [field, aspect].map((folder) => fingerprint(loadModel('svc', folder.path)));
      expect(new Set([shipped, ...own]).size).to.equal(3);
    } finally {
      for (const folder of [field, aspect]) folder.remove();
    }
  });
});
