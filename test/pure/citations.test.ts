/**
 * Citations lead somewhere: `docs/<page>.md 9.2` to a section of that page, a link in a page to a file and a heading that exist. Parts
 * of pages that the build writes are fresh, and the operators' page names only log events and metrics that there are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { pages as builtPages } from '../../src/build/pages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SELF = 'test/pure/citations.test.ts';
const FOLDERS = ['docs', 'src', 'cypher', 'openapi', 'test'];
const TEXTS = /\.(ts|tsx|css|cypher|peggy|yaml|md)$/;
/** Made by the build. */
const GENERATED = /(^|\/)generated\//;

const NUMBER = String.raw`\d+(?:\.\d+)*`;
/** A page and its sections: `docs/semantics.md 9.2`, `docs/semantics.md 3.3, 3.4 and 4`. */
const CITATION = new RegExp(String.raw`\bdocs/([\w-]+)\.md (${NUMBER}(?:(?:, | and )${NUMBER})*)`, 'g');
/** How documents were cited that the repository does not have, or by another name than their path. */
const OTHER_FORMS =
  /(?<![/[])\b(?:semantics|engines|architecture|operations|data-model) \d|\b[Dd]ocument [12]\b|\bDESIGN\b|(?<!data-)\bmodel\.md\b|\b(?:datahub|graphql)-clients\b|\b(?:style|libraries)\.md\b/;

interface Page {
  /** Numbers of its headings. */
  readonly sections: ReadonlySet<string>;
  /** What a link may name behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

/** Texts of the repository: those at the top, and those in its folders. */
function textFiles(): string[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
  );
  return [...readdirSync(ROOT), ...below].filter((file) => TEXTS.test(file) && !GENERATED.test(file) && file !== SELF).sort();
}

function textOf(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** A page without its code, of which nothing is a heading or a link. */
function proseOf(text: string): string {
  return text.replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** As the usual hosts make them of headings: small letters, no punctuation, hyphens for blanks. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

function pageOf(text: string): Page {
  const headings = [...text.replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);
  const sections = headings.flatMap((heading) => new RegExp(`^(${NUMBER})\\.? `).exec(heading)?.[1] ?? []);
  return { sections: new Set(sections), anchors: new Set(headings.map(anchorOf)) };
}

/** Citations of a text that lead nowhere, and those of another form. @param pages by their names below docs/ */
function lostCitations(text: string, pages: ReadonlyMap<string, Page>): string[] {
  const cited = [...text.matchAll(CITATION)].flatMap(([whole, name = '', numbers = '']) => {
    const page = pages.get(name);
    if (!page) return [whole];
    return numbers.split(/, | and /).flatMap((number) => (page.sections.has(number) ? [] : [`docs/${name}.md ${number}`]));
  });
  const others = text.split('\n').filter((line) => OTHER_FORMS.test(line));
  return [...cited, ...others];
}

/** Links of a page that lead to no file, or to no heading of it. @param exists is there such a file or folder? */
function lostLinks(file: string, text: string, exists: (file: string) => boolean, read: (file: string) => string): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const found = target === '' ? file : path.join(path.dirname(file), target);
    if (target !== '' && !exists(found)) return true;
    return anchor !== undefined && !pageOf(found === file ? text : read(found)).anchors.has(anchor);
  });
}

const files = textFiles();
const markdown = files.filter((file) => file.endsWith('.md'));
const pages = new Map(markdown.filter((file) => file.startsWith('docs/')).map((file) => [path.basename(file, '.md'), pageOf(textOf(file))]));

describe('Citations', () => {
  it('point to existing sections, and all have the same form', () => {
    expect(files.length).to.be.above(500);
    const lost = files.flatMap((file) => lostCitations(textOf(file), pages).map((citation) => `${file}: ${citation}`));
    expect(lost).to.deep.equal([]);
  });

  it('of missing sections or pages are detected, and so are those of other forms', () => {
    const known = new Map([['semantics', pageOf('# Semantics\n## 9. Search\n### 9.2 Words\n')]]);
    for (const text of ['see docs/semantics.md 9, 9.2', '(docs/semantics.md 9.2). Then', 'DESIGNS, documents 12, semantics'])
      expect(lostCitations(text, known), text).to.deep.equal([]);
    const lost = {
      'docs/semantics.md 9.3': 'docs/semantics.md 9.3',
      '(docs/semantics.md 9.2, 10)': 'docs/semantics.md 10',
      'docs/other.md 1': 'docs/other.md 1',
    };
    for (const [text, expected] of Object.entries(lost)) expect(lostCitations(text, known), text).to.deep.equal([expected]);
    for (const text of ['(semantics 9.2)', '(document 2, "Events")', '(DESIGN)', 'engines 7', 'model.md 3.1', '(datahub-clients 5.8)'])
      expect(lostCitations(text, known), text).to.deep.equal([text]);
  });
});

describe('Links between pages', () => {
  it('point to existing files and headings', () => {
    const exists = (file: string): boolean => existsSync(path.join(ROOT, file));
    const lost = markdown.flatMap((file) => lostLinks(file, textOf(file), exists, textOf).map((link) => `${file}: ${link}`));
    expect(lost).to.deep.equal([]);
  });

  it('to missing targets are detected', () => {
    const there: Record<string, string> = { 'docs/a.md': '# A\n## 1. One, `two`\n', 'README.md': '# R\n' };
    const lost = (text: string): string[] =>
      lostLinks(
        'docs/b.md',
        text,
        (file) => file in there,
        (file) => there[file] ?? '',
      );
    expect(lost('[a](a.md) [one](a.md#1-one-two) [r](../README.md) [own](#own) [far](https://example.org/x) `[no](link)`\n# Own')).to.deep.equal([]);
    expect(lost('[a](c.md) [b](a.md#2-two) [c](#nothing) [d](../src/x.ts)')).to.deep.equal(['c.md', 'a.md#2-two', '#nothing', '../src/x.ts']);
  });
});

describe('Parts of pages that the build writes', () => {
  for (const { file, text, expected } of builtPages())
    it(`${path.basename(file)} is fresh`, () => expect(text, 'run npm run build').to.equal(expected));
});

describe('The pages for users', () => {
  it('name only existing scripts', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    for (const page of markdown)
      for (const [, name = ''] of textOf(page).matchAll(/npm run (?:--silent )?(\w[\w:-]*)/g)) expect(scripts, page).to.have.property(name);
  });
});

describe('docs/operations.md', () => {
  const page = textOf('docs/operations.md');
  const namesIn = (files: readonly string[], pattern: RegExp): string[] =>
    [...new Set(files.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, name = '']) => name)))].sort();

  it('lists every setting', () => {
    const settings = namesIn(['src/settings.ts'], /^ {2}([A-Z][A-Z0-9_]+): /gm);
    expect(namesIn(['docs/operations.md'], /^ {2}([A-Z][A-Z0-9_]+)\b/gm)).to.deep.equal(settings);
  });

  it('names only existing log events and metrics', () => {
    const events = namesIn(['src/log.ts'], /^ {2}'?([a-z]+(?:\.[a-z-]+)?)'?: \[/gm);
    expect(events.length).to.be.above(50);
    const [, lines = ''] = /^## 16\. Log lines\n([\s\S]*?)^## /m.exec(page) ?? [];
    expect(events).to.include.members([...lines.matchAll(/`([a-z]+\.[a-z-]+)`/g)].map(([, name]) => name));
    const metrics = namesIn(['src/http/metrics.ts', 'src/http/event-loop.ts'], /'(cairn_\w+[a-z])'/g);
    expect(metrics).to.include.members([...page.matchAll(/`(cairn_\w*[a-z])\b/g)].map(([, name]) => name));
  });
});
