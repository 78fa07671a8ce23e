/** The pure parts of /mcp: passages, sessions, the declarations of tools (docs/agents.md). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { Refusal, StartError } from '../../src/errors.ts';
import { passagesIn } from '../../src/http/mcp/passages.ts';
import { listing } from '../../src/http/mcp/run-tool.ts';
import { makeSessions } from '../../src/http/mcp/sessions.ts';
import { toolsOf } from '../../src/http/mcp/tools/index.ts';
import { linkPartsOf } from '../../src/model/parts.ts';
import type { LinkPart } from '../../src/model/types.ts';
import { model } from './support/model.ts';

describe('Passages around words', () => {
  const text = 'Refunds are negative. ÄÖ İstanbul has refunds; and REFUNDS end it.';
  const all = { around: 3, most: 10, from: 0 };

  it('are found in any case, in the order of the text, each with its place', () => {
    const { total, passages } = passagesIn(text, ['refunds', 'negative'], all);
    expect(total).to.equal(4);
    expect(passages.map(({ at }) => text.slice(at, at + 7).toLowerCase())).to.deep.equal(['refunds', 'negativ', 'refunds', 'refunds']);
    expect(passages[0]?.text).to.equal('Refunds ar');
  });

  it('are not repeated where they overlap, begin at a place, and end at a number', () => {
    expect(passagesIn('aaaa', ['a'], { ...all, around: 10 }).passages).to.have.length(1);
    expect(passagesIn(text, ['refunds'], { ...all, from: 1 }).total).to.equal(2);
    expect(passagesIn(text, ['refunds'], { ...all, most: 1 })).to.deep.include({ total: 3 });
    expect(passagesIn(text, ['nothing'], all)).to.deep.equal({ total: 0, passages: [] });
  });
});

describe('Sessions of agents', () => {
  const codeOf = (work: () => unknown): string | undefined => {
    try {
      work();
    } catch (error) {
      return error instanceof Refusal ? error.code : String(error);
    }
    return undefined;
  };

  it('belong to one user, end once, and are taken up from other servers', () => {
    const sessions = makeSessions();
    const id = sessions.begin();
    sessions.of(id, 'ann', 'user ann').subscribed.set('urn', 'uri');
    expect([...sessions.of(id, 'ann', 'user ann').subscribed]).to.deep.equal([['urn', 'uri']]);
    expect(codeOf(() => sessions.of(id, 'bob', 'user bob'))).to.equal('no-such-session');
    expect(makeSessions().of(id, 'ann', 'user ann').subscribed.size).to.equal(0);
    const stream = new AbortController();
    sessions.of(id, 'ann', 'user ann').stream = stream;
    sessions.end(id, 'user ann');
    expect(stream.signal.aborted).to.equal(true);
    expect(codeOf(() => sessions.of(id, 'ann', 'user ann'))).to.equal('no-such-session');
    expect(codeOf(() => sessions.of('chosen-by-a-client', 'ann', 'user ann'))).to.equal('no-such-session');
  });

  it('are forgotten when there are too many, but not while somebody listens', () => {
    const sessions = makeSessions();
    const [first, second] = [sessions.begin(), sessions.begin()];
    for (const id of [first, second]) sessions.of(id, 'ann', 'user ann').subscribed.set('urn', 'uri');
    sessions.of(first, 'ann', 'user ann').stream = new AbortController();
    for (let more = 0; more < 10_000; more++) sessions.of(sessions.begin(), 'ann', 'user ann');
    expect(sessions.of(first, 'ann', 'user ann').subscribed.size).to.equal(1);
    expect(sessions.of(second, 'ann', 'user ann').subscribed.size).to.equal(0);
  });

  // SECURITY.md L20
  it('are forgotten of the caller who has the most, whether they have ended or not', () => {
    const sessions = makeSessions(10);
    const [own, ended] = [sessions.begin(), sessions.begin()];
    sessions.of(own, 'ann', 'user ann').subscribed.set('urn', 'uri');
    sessions.end(ended, 'user ann');
    for (let more = 0; more < 50; more++) {
      sessions.of(sessions.begin(), 'bob', 'user bob');
      sessions.end(sessions.begin(), 'user bob');
    }
    expect(sessions.of(own, 'ann', 'user ann').subscribed.size).to.equal(1);
    expect(codeOf(() => sessions.of(ended, 'ann', 'user ann'))).to.equal('no-such-session');
  });
});

describe('The tools for agents', () => {
  const TOOLS = toolsOf(model);

  it('take a limit of tokens, refuse unknown arguments, and have a short description', () => {
    for (const tool of TOOLS) {
      const { inputSchema, outputSchema, description } = listing(tool);
      expect(inputSchema, tool.name).to.have.nested.property('properties.maxTokens');
      expect(inputSchema, tool.name).to.include({ additionalProperties: false });
      expect(outputSchema, tool.name).to.have.nested.property('properties.problem');
      expect(description.length, tool.name).to.be.within(40, 420);
    }
    // What a model reads of the list.
    const read = TOOLS.map(listing).map(({ outputSchema: _, annotations: __, ...rest }) => rest);
    expect(JSON.stringify(read).length / 4).to.be.below(6_500);
  });

  for (const [what, part, word] of [
    ['an argument', { name: 'also', shape: 'link', list: 'others' }, 'also'],
    ['an argument', { name: 'column', shape: 'link', list: 'others' }, 'column'],
    ['an argument', { name: 'maxTokens', shape: 'link', list: 'others' }, 'maxTokens'],
    ['an answer', { name: 'others', shape: 'links', list: 'changed' }, 'changed'],
    ['an answer', { name: 'others', shape: 'links', list: 'cut' }, 'cut'],
  ] as const)
    it(`are not made for a part that takes the name of ${what} of theirs: ${word}`, () => {
      const [tags] = linkPartsOf(model);
      expect(() => toolsOf({ parts: [{ ...(tags as LinkPart), ...part, aspect: 'others' }] })).to.throw(
        StartError,
        `The part ${part.name} of the aspect others makes ${word} of the tool change_${part.name}`,
      );
    });

  it('are all in docs/agents.md, and no other', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
    const section = page.slice(page.indexOf('## The tools'), page.indexOf('### How joins are known'));
    const named = new Set([...section.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name));
    expect([...named].sort()).to.deep.equal(TOOLS.map(({ name }) => name).sort());
  });
});
