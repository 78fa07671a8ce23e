/**
 * Makes the HTML of the reference: escaped text, tables, and the frame of each page, which looks like the other pages.
 */

import type { Names } from '../../model/names.ts';
import { MAIN_PLACES } from '../../pages.ts';

/** Text that is already HTML. All other text is escaped. */
export interface Html {
  readonly html: string;
}

type Content = string | number | Html | readonly Content[] | undefined;

const CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function text(content: Content): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map(text).join('');
  if (typeof content === 'object') return (content as Html).html;
  return String(content).replace(/[&<>"']/g, (character) => CHARACTERS[character] ?? '');
}

/** A template of HTML. Values are escaped, unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Html {
  return { html: parts.reduce((all, part, index) => `${all}${text(contents[index - 1])}${part}`) };
}

export interface Frame {
  readonly names: Names;
  /** `/`, or `/catalog/`. */
  readonly base: string;
  /** The name of a file of `dist/ui/`, with its hash. */
  readonly file: (purpose: string) => string;
}

/** The address of a page of the reference; `where` such as `model/dataset`. */
export function docsAddress({ names, base }: Frame, ...where: string[]): string {
  return [`${base}${names.docsSegment}/docs`, ...where.map(encodeURIComponent)].join('/');
}

/** The address of a part of the page, beside its name. */
function anchor(id: string, name: string): Html {
  return html` <a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a>`;
}

/** A heading with an address of its own. */
export function heading(id: string, title: string): Html {
  return html`<h2 id="${id}">${title}${anchor(id, title)}</h2>`;
}

/**
 * A table that scrolls on a narrow screen, also by keyboard.
 *
 * @param names gives each row an address of its own; of several rows with one name, the first has it
 */
export function table(name: string, heads: readonly string[], rows: readonly (readonly Content[])[], names?: readonly string[]): Html {
  if (rows.length === 0) return html`<p class="muted">None.</p>`;
  const taken = new Set<string>();
  const first = (cell: Content, own: string | undefined): Html => {
    const id = `${name} ${own}`.toLowerCase().replaceAll(/[^a-z\d.]+/g, '-');
    if (own === undefined || taken.has(id)) return html`<th scope="row">${cell}</th>`;
    taken.add(id);
    return html`<th scope="row" id="${id}">${cell}${anchor(id, own)}</th>`;
  };
  const cells = (row: readonly Content[], at: number): Html[] =>
    row.map((cell, index) => (index === 0 ? first(cell, names?.[at]) : html`<td>${cell}</td>`));
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row, at) => html`<tr>${cells(row, at)}</tr>\n`)}</tbody>
</table></div>`;
}

/** The pages of the documentation, in the order of their links. */
const PLACES = [
  { id: 'start', title: 'Start here', at: ['start'] },
  { id: 'reference', title: 'Endpoints', at: [] },
  { id: 'model', title: 'Model', at: ['model'] },
] as const;

interface DocsPage {
  readonly title: string;
  readonly here: (typeof PLACES)[number]['id'] | 'console' | 'handbook';
  /** Style sheets and scripts, by their purpose in `src/build/ui.ts`. */
  readonly styles: readonly string[];
  readonly libraries?: readonly string[];
  readonly scripts?: readonly string[];
  /** The main content, with its landmark. */
  readonly main: Html;
}

export function page(frame: Frame, { title, here, styles, libraries = [], scripts = [], main }: DocsPage): string {
  const { base, file } = frame;
  const place = (address: string, name: string, id: string): Html =>
    html`<a class="tab" href="${address}"${here === id ? html` aria-current="page"` : undefined}>${name}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cairn</title>
<link rel="icon" type="image/svg+xml" href="${base}ui/${file('icon')}">
<script src="${base}ui/${file('theme')}"></script>
${styles.map((style) => html`<link rel="stylesheet" href="${base}ui/${file(style)}">\n`)}</head>
<body class="docs-page docs-page-${here}">
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="${base}" aria-label="Cairn, home">${MARK}<span>Cairn</span></a>
<search class="search-box"><form action="${base}search" data-index="${docsAddress(frame, 'index.json')}">
<input type="text" name="query" role="combobox" enterkeyhint="search" aria-label="Search operations and the model" aria-expanded="false"
aria-controls="docs-found" aria-autocomplete="list" placeholder="Search operations and the model" autocomplete="off" spellcheck="false">
<span class="key" aria-hidden="true">/</span></form>
<div id="docs-found" role="listbox" aria-label="Operations, entity types and aspects" class="suggestions" hidden></div></search>
<nav class="places" aria-label="Main">
${MAIN_PLACES.filter(({ needs }) => !needs).map(({ href, title }) => html`<a href="${base}${href.slice(1)}">${title}</a>\n`)}<a href="${docsAddress(frame, 'start')}" aria-current="page">API</a>
</nav>
</header>
<nav class="docs-tabs" aria-label="API"><div class="tabs">
${PLACES.map(({ id, title: name, at }) => html`${place(docsAddress(frame, ...at), name, id)}\n`)}${place(`${base}api/graphiql`, 'GraphQL', 'console')}
<a class="tab" href="${base}openapi.json">openapi.json</a>
${place(`${base}docs`, 'Handbook', 'handbook')}
</div></nav>
${main}
${libraries.map((library) => html`<script src="${base}ui/${file(library)}"></script>\n`)}${['docs', ...scripts].map(
  (script) => html`<script type="module" src="${base}ui/${file(script)}"></script>\n`,
)}</body>
</html>
`.html;
}

const MARK = html`<svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true"><ellipse cx="16" cy="25" rx="12" ry="4.5" /><ellipse cx="16" cy="16.5" rx="8.5" ry="3.8" /><ellipse cx="16" cy="9" rx="5.2" ry="3.2" /></svg>`;
