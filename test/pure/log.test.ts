import { expect } from 'chai';
import { readable } from '../../src/log.ts';

describe('The log as text', () => {
  const line = JSON.stringify({ level: 40, time: Date.UTC(2026, 0, 1, 3, 4, 5, 678), event: 'graph.lost', msg: 'Neo4j does not answer' });

  it('has time, level and sentence', () => {
    expect(readable(line, false)).to.equal('03:04:05.678 warn  Neo4j does not answer\n');
  });

  it('colours the level on a terminal', () => {
    expect(readable(line, true)).to.equal('03:04:05.678 \u001b[33mwarn \u001b[0m Neo4j does not answer\n');
  });
});
