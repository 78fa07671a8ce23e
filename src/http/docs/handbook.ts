/**
 * `/docs`: the pages of `docs/` as this server has them, so that they also can be read where nothing else can be reached.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { noEndpoint } from '../../errors.ts';
import { type Frame, type Html, html, page } from './html.ts';
import { headingsOf, renderPage } from './markdown.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const INDEX = 'docs/README.md';
/** Pages that stand elsewhere, and their addresses below `/docs`. */
const ELSEWHERE = { 'openapi/README.md': 'model-files', 'SECURITY.md': 'security', 'CHANGELOG.md': 'changelog', 'README.md': 'readme' };

export interface Handbook {
  /** @throws Refusal missing if there is no such page. @param at below `/docs`, such as `how-to/back-up` */
  readonly page: (at: string) => string;
  /** A picture; undefined if there is none of this name. */
  readonly picture: (name: string) => Buffer | undefined;
  /** All headings, for the search: the page, the heading, its address. */
  readonly headings: () => { readonly page: string; readonly title: string; readonly address: string }[];
}

export function makeHandbook(frame: Frame): Handbook {
  const pages = pagesByFile();
  const files = new Map([...pages].map(([file, at]) => [at, file]));
  const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const address = (file: string): string | undefined => {
    const at = pages.get(file);
    if (at !== undefined) return `${frame.base}docs${at === '' ? '' : `/${at}`}`;
    return isPicture(file) && existsSync(path.join(ROOT, file)) ? `${frame.base}docs/${path.basename(file)}` : undefined;
  };
  /** Where a link of a page leads. */
  const addressFrom =
    (file: string) =>
    (target: string): string | undefined => {
      const [name = '', anchor] = target.split('#');
      const found = address(path.posix.join(path.posix.dirname(file), name));
      return found !== undefined && anchor !== undefined ? `${found}#${anchor}` : found;
    };
  return {
    page: (at) => {
      const file = files.get(at);
      if (file === undefined) throw noEndpoint('GET', `/docs/${at}`);
      const text = textOf(file);
      return framed(frame, titleOf(text), contents(textOf(INDEX), addressFrom(INDEX), address(file)), renderPage(text, addressFrom(file)));
    },
    picture: (name) => {
      const file = path.join(ROOT, 'docs', path.basename(name));
      return isPicture(`docs/${name}`) && existsSync(file) ? readFileSync(file) : undefined;
    },
    headings: () =>
      [...pages.keys()].flatMap((file) => {
        const text = textOf(file);
        return headingsOf(text).map(({ level, title, id }) => {
          return { page: titleOf(text), title, address: `${address(file)}${level === 1 ? '' : `#${id}`}` };
        });
      }),
  };
}

/** The address of each page below `/docs`, by its file. */
function pagesByFile(): Map<string, string> {
  const folder = path.join(ROOT, 'docs');
  // Who packs Cairn may leave the handbook out; the server then is as it is without it.
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const names = found.map((name) => name.replaceAll(path.sep, '/'));
  const own = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`docs/${name}`, name === 'README.md' ? '' : name.replace(/\.md$/, '')] as const);
  // The package has no page that only its repository needs.
  const others = Object.entries(ELSEWHERE).filter(([file]) => existsSync(path.join(ROOT, file)));
  return new Map([...own, ...others]);
}

function isPicture(file: string): boolean {
  return /^docs\/[\w-]+\.svg$/.test(file);
}

function titleOf(text: string): string {
  return headingsOf(text)[0]?.title ?? 'Handbook';
}

/** The links of the index, under its headings. */
function contents(index: string, addressOf: (target: string) => string | undefined, here: string | undefined): Html {
  const lines = index.split('\n').flatMap((line) => {
    const [, heading] = /^## (.+)/.exec(line) ?? [];
    if (heading !== undefined) return html`<p>${heading}</p>\n`;
    const [, title, target = ''] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    const address = addressOf(target);
    if (title === undefined || address === undefined) return [];
    return html`<a href="${address}"${address === here ? html` aria-current="page"` : undefined}>${title}</a>\n`;
  });
  return html`<nav class="handbook-contents" aria-label="Handbook">${lines}</nav>`;
}

function framed(frame: Frame, title: string, nav: Html, text: Html): string {
  const main = html`<div class="handbook">${nav}<main id="main" tabindex="-1" class="markdown">${text}</main></div>`;
  return page(frame, { title, here: 'handbook', styles: ['handbookStyle'], main });
}
