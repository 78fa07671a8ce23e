/** The pages of the handbook as the server shows them (src/http/docs/), and the links into it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeHandbook } from '../../src/http/docs/handbook.ts';
import { headingsOf, renderPage } from '../../src/http/docs/markdown.ts';
import { model } from '../unit/support/model.ts';

const handbook = makeHandbook({ names: model.names, base: '/', file: (purpose) => purpose });
const addresses = new Map(handbook.headings().map(({ address }) => [address, true]));
const linksOf = (html: string): string[] => [...html.matchAll(/href="(\/docs[^"]*)"/g)].map(([, href = '']) => href);
const at = (address: string): string => address.replace(/^\/docs\/?/, '');

describe('The handbook', () => {
  it('has a page for each page of docs/, and lists most of them beside each', () => {
    const pages = [...new Set(handbook.headings().map(({ address }) => address.split('#')[0] ?? ''))];
    expect(pages).to.include.members([
      '/docs',
      '/docs/access',
      '/docs/tutorials/first-hour',
      '/docs/how-to/back-up',
      '/docs/model-files',
      '/docs/security',
    ]);
    for (const page of pages) expect(linksOf(handbook.page(at(page))).length, page).to.be.above(20);
  });

  it('has no link that leads nowhere', () => {
    for (const page of new Set([...addresses.keys()].map((address) => address.split('#')[0] ?? '')))
      for (const link of linksOf(handbook.page(at(page)))) if (!link.endsWith('.svg')) expect(addresses.has(link), `${page}: ${link}`).to.equal(true);
  });

  it('refuses pages that there are not, whatever they are called', () => {
    for (const name of ['nothing', '../package', 'how-to', 'access.md', 'constructor', '%2e%2e/SECURITY'])
      expect(() => handbook.page(name), name).to.throw('No endpoint');
    for (const name of ['../package.json', 'access.md', '../test/x.svg', 'nothing.svg']) expect(handbook.picture(name), name).to.equal(undefined);
    expect(handbook.picture('architecture.svg')?.toString()).to.contain('<svg');
  });

  it('is where the pages of the catalog link to', () => {
    const folder = path.join(import.meta.dirname, '../../src/ui');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const links = files.flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/(?:address\('|handbook=")(docs[^'"]*)/g)].map(([, link = '']) => link),
    );
    expect(links.length).to.be.above(8);
    for (const link of links) expect(addresses.has(`/${link}`), link).to.equal(true);
  });
});

describe('A page of the handbook', () => {
  const shown = (text: string): string => renderPage(text, (target) => (target.startsWith('a.md') ? `/docs/a${target.slice(4)}` : undefined)).html;

  it('shows HTML as text, and no comments', () => {
    expect(shown('<!-- hidden -->\n\nA <b>word</b> <script>x()</script>')).to.equal(
      '<p>A &lt;b&gt;word&lt;/b&gt; &lt;script&gt;x()&lt;/script&gt;</p>\n',
    );
  });

  it('has links to pages that are served, and the text of others', () => {
    expect(shown('[a](a.md#b) [code](../src/x.ts) [far](https://example.org) ![picture](x.png)')).to.equal(
      '<p><a href="/docs/a#b">a</a> code <a href="https://example.org">far</a> <em>picture</em></p>\n',
    );
  });

  it('gives each heading the address that other hosts give it', () => {
    expect(headingsOf('# A `b`\n\n## 2.1 C, [d](e) & f\n')).to.deep.equal([
      { level: 1, title: 'A b', id: 'a-b' },
      { level: 2, title: '2.1 C, d & f', id: '21-c-d--f' },
    ]);
    expect(shown('## 2. It')).to.contain('<h2 id="2-it">2. It <a class="anchor" href="#2-it"');
  });
});
