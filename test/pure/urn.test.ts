import { expect } from 'chai';
import fc from 'fast-check';
import { isProblem, keyValue, parseUrn, type Urn, urnOfKey } from '../../src/model/urn.ts';
import { urns } from '../support/make.ts';
import { model } from '../unit/support/model.ts';

function urnFrom(text: string): Urn {
  const read = parseUrn(model, text);
  if (isProblem(read)) throw new Error(`${text} ${read.problem}`);
  return read;
}

/** Text that may stand in a part: no comma, parenthesis, control character, and no space at either end. */
const part = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replace(/[(),\s\p{Cc}\u241f]|^urn:/gu, '-'))
  .filter((text) => text !== '' && text.trim() === text);
const tuple = fc.oneof(
  fc.tuple(part, part, fc.constantFrom('PROD', 'DEV', 'QA')).map(([platform, name, origin]) => urns.dataset(name, platform, origin)),
  fc.tuple(part, part).map(([tool, id]) => urns.chart(id, tool)),
  fc.tuple(part, part, part, part).map(([orchestrator, flow, cluster, job]) => urns.job(urns.flow(flow, orchestrator, cluster), job)),
  fc.tuple(part, part, part).map(([platform, name, column]) => urns.column(urns.dataset(name, platform), column)),
);
const simple = fc.tuple(fc.constantFrom('tag', 'corpuser', 'corpGroup', 'glossaryTerm', 'domain'), part).map(([type, id]) => urns.of(type, id));
const urn = fc.oneof(tuple, simple).filter((text) => encodeURIComponent(text).length < 500);

describe('URNs (docs/semantics.md 2)', () => {
  it('the key aspect of a parsed URN gives the same URN', () => {
    fc.assert(
      fc.property(urn, (text) => {
        const read = urnFrom(text);
        expect(read.text).to.equal(text);
        expect(read.type.key.check(keyValue(read)).wrong).to.deep.equal([]);
        expect(urnOfKey(model, read.type, keyValue(read))).to.equal(text);
      }),
    );
  });

  it('the case of type segments does not matter, also in nested URNs', () => {
    fc.assert(
      fc.property(urn, fc.func(fc.boolean()), (text, upper) => {
        const shouted = text.replace(/urn:svc:(\w+):/g, (whole, type: string) => (upper(whole) ? `urn:svc:${type.toUpperCase()}:` : whole));
        expect(urnFrom(shouted).text).to.equal(text);
      }),
    );
  });

  it('no text makes the parser throw: it is a URN or has a problem', () => {
    const pieces = fc.array(
      fc.constantFrom('urn:svc:', 'dataset', ':', '(', ')', ',', 'PROD', urns.platform('a'), 'x', ' ', '%2C', '\ud800', '\u0000', '__proto__'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((list) => list.join('')),
          fc.string(),
        ),
        (text) => {
          const read = parseUrn(model, text);
          if (!isProblem(read)) expect(parseUrn(model, read.text)).to.deep.equal(read);
          else expect(read.problem).to.be.a('string').and.not.equal('');
        },
      ),
    );
  });

  it('a one-field key takes the whole rest, colons included', () => {
    expect(keyValue(urnFrom(urns.tag('a:b:c')))).to.deep.equal({ name: 'a:b:c' });
  });

  it('the parts of a tuple are the fields of the key, in their order', () => {
    expect(keyValue(urnFrom(urns.dataset('db.t', 'hive', 'DEV')))).to.deep.equal({ platform: urns.platform('hive'), name: 'db.t', origin: 'DEV' });
    const flow = urns.flow('f', 'airflow', 'prod');
    expect(keyValue(urnFrom(urns.job(flow, 'j')))).to.deep.equal({ flow, jobId: 'j' });
  });
});
