/**
 * Makes the HTML of the reference: escaped text, tables, and the frame of each page, which looks like the other pages.
 */
import type { Names } from '../../model/names.ts';

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
}

/** The address of a page of the reference; `where` such as `model/dataset`. */
export function docsAddress({ names, base }: Frame, ...where: string[]): string {
  return [`${base}${names.docsSegment}/docs`, ...where.map(encodeURIComponent)].join('/');
}

/** A table that scrolls on a narrow screen, also by keyboard. */
export function table(name: string, heads: readonly string[], rows: readonly (readonly Content[])[]): Html {
  if (rows.length === 0) return html`<p class="muted">None.</p>`;
  const cells = (row: readonly Content[]): Html[] =>
    row.map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`));
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
</table></div>`;
}

export interface Page {
  readonly title: string;
  readonly here: 'reference' | 'model';
  /** The style sheet of `dist/ui/`. */
  readonly style: string;
  readonly head?: Html;
  /** The main content, with its landmark. */
  readonly main: Html;
  readonly tail?: Html;
}

export function page(frame: Frame, { title, here, style, head, main, tail }: Page): string {
  const { base } = frame;
  const place = (address: string, name: string, current: boolean): Html =>
    html`<a href="${address}"${current ? html` aria-current="page"` : undefined}>${name}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Cairn</title>
<link rel="icon" href="data:,">
${head}
<link rel="stylesheet" href="${base}ui/${style}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="docs-top">
<a class="docs-brand" href="${base}">Cairn</a>
<nav aria-label="Main">
${place(docsAddress(frame), 'API', here === 'reference')}
${place(docsAddress(frame, 'model'), 'Model', here === 'model')}
<a href="${base}api/graphiql">GraphQL</a>
<a href="${base}openapi.json">openapi.json</a>
</nav>
</header>
${main}
${tail}
</body>
</html>
`.html;
}
