import { expect } from 'chai';
import { systemMetadataOf, systemMetadataText } from '../../src/http/answer/system-metadata.ts';

const stamps = { seq: 3, value: { json: {}, text: '{}' }, at: 2, by: 'urn:svc:corpuser:b"c', firstAt: 1, firstBy: 'urn:svc:corpuser:a' };

describe('System metadata as text', () => {
  const cases: Record<string, object> = {
    none: {},
    'what a client sent': { lastObserved: 5, runId: 'r', properties: { a: 'b' } },
    'the mark of a default alone': { added: true },
    'the mark of a default': { runId: 'r', added: true, lastObserved: 5 },
    'the mark of a default at the beginning': { added: true, runId: 'r' },
    'the mark of a default at the end': { runId: 'r', added: true },
    'ids of definitions': { runId: 'r', definitions: { 'urn:svc:structuredProperty:p': '1.' } },
    'the id of a definition': { identity: '1.', runId: 'r' },
    'texts that look like the marks': { runId: '"added":true', properties: { added: 'true', x: ',"added":true', identity: '{"identity":1}' } },
  };
  for (const [title, meta] of Object.entries(cases)) {
    it(`is what the object would be: ${title}`, () => {
      const read = { ...stamps, meta };
      const stored = { ...read, metaText: JSON.stringify(meta) };
      expect(systemMetadataText(stored)).to.equal(JSON.stringify(systemMetadataOf(read)));
      expect(systemMetadataText(read)).to.equal(JSON.stringify(systemMetadataOf(read)));
    });
  }
});
