/** How examples in pages are read and compared (test/support/page-examples.ts). Running them needs engines: test/operations/page-examples.test.ts. */
import { expect } from 'chai';
import { differs, examplesOf, filesIn, fits, pagesWithExamples, pageText, settingsOf } from '../support/page-examples.ts';

const fence = '```';

describe('Examples in pages', () => {
  it('are commands with the answer that follows at once', () => {
    const page = `${fence}sh\na\nb\n${fence}\n\n${fence}json\n{}\n${fence}\n\nText.\n\n${fence}graphql\n{ x }\n${fence}\n\nText.\n\n${fence}json\n1\n${fence}`;
    expect(examplesOf(page)).to.deep.equal([
      { line: 1, language: 'sh', command: 'a\nb', answer: { kind: 'json', text: '{}' } },
      { line: 12, language: 'graphql', command: '{ x }' },
    ]);
  });

  it('say why they are not run, unless they only start something', () => {
    const notRun = (block: string): string | undefined => examplesOf(block)[0]?.notRun;
    expect(notRun(`${fence}sh not run: it needs a moon\ncurl moon\n${fence}`)).to.equal('it needs a moon');
    expect(notRun(`${fence}sh\nnpm ci\nA=b npm start   # words\n${fence}`)).to.equal('it starts a server');
    expect(notRun(`${fence}sh\nls\nsudo rm x\n${fence}`)).to.equal('it changes the machine, or needs more than a Cairn');
    expect(notRun(`${fence}sh\nnpm run verify\n${fence}`)).to.equal(undefined);
  });

  it('may leave out parts of an answer, and nothing else', () => {
    expect(differs({ a: 'x…', t: 1_700_000_000_000 }, { a: 'xyz', t: 1_800_000_000_000 })).to.equal(undefined);
    expect(differs({ a: [1, '…'], '…': '' }, { a: [1, 2, 3], b: 1 })).to.equal(undefined);
    for (const got of [{ a: 2 }, { a: 1, b: 1 }, { a: [1] }, {}, null, '1']) expect(differs({ a: 1 }, got), JSON.stringify(got)).to.be.a('string');
    expect(differs([1], [1, 2])).to.be.a('string');
    expect(fits('a…c\n…\nz', 'abc\nx\ny\nz')).to.equal(true);
    expect(fits('a.c', 'abc')).to.equal(false);
    expect(fits('a', 'a\nb')).to.equal(false);
  });

  it('say with which settings and model they are tried', () => {
    expect(settingsOf('<!-- with A=b C=d -->')).to.deep.equal({ A: 'b', C: 'd' });
    const files = filesIn(`${fence}yaml\n# entities/a.yaml\nx: 1\n# aspects/b.yaml\ny: 2\n${fence}`);
    expect(files).to.deep.equal({ 'entities/a.yaml': '# entities/a.yaml\nx: 1\n', 'aspects/b.yaml': '# aspects/b.yaml\ny: 2' });
  });

  it('are on many pages, and in README', () => {
    const counts = pagesWithExamples().map((file) => examplesOf(pageText(file)).filter(({ notRun }) => notRun === undefined).length);
    expect(counts.filter((count) => count > 0).length).to.be.above(15);
    expect(counts.reduce((sum, count) => sum + count)).to.be.above(90);
  });
});
