import { expect } from 'chai';
import { limitRepeats, readable } from '../../src/log.ts';

describe('The log as text', () => {
  const line = JSON.stringify({ level: 40, time: Date.UTC(2026, 0, 1, 3, 4, 5, 678), event: 'graph.lost', msg: 'Neo4j does not answer' });

  it('has time, level and sentence', () => {
    expect(readable(line, false)).to.equal('03:04:05.678 warn  Neo4j does not answer\n');
  });

  it('colours the level on a terminal', () => {
    expect(readable(line, true)).to.equal('03:04:05.678 \u001b[33mwarn \u001b[0m Neo4j does not answer\n');
  });
});

describe('Equal lines of the log', () => {
  it('are written once, and later once more with their number; when they end, nothing more is', () => {
    const lines: unknown[] = [];
    const waiting: (() => void)[] = [];
    const log = limitRepeats(
      (event, { uri }, more) => lines.push([event, uri, more]),
      (call) => waiting.push(call),
    );
    const pass = (): void => {
      for (const call of waiting.splice(0)) call();
    };
    for (let times = 0; times < 6442; times++) log('graph.lost', { uri: 'a' });
    log('graph.lost', { uri: 'b' });
    expect(lines).to.deep.equal([
      ['graph.lost', 'a', 0],
      ['graph.lost', 'b', 0],
    ]);
    pass();
    expect(lines.slice(2)).to.deep.equal([['graph.lost', 'a', 6441]]);
    pass();
    log('graph.lost', { uri: 'a' });
    expect(lines.slice(3)).to.deep.equal([['graph.lost', 'a', 0]]);
  });
});
