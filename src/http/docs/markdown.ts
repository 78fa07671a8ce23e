/**
 * Makes HTML of the pages of `docs/`: links between them lead to where the server has them, headings have addresses, and comments are left out.
 */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { type Html, html } from './html.ts';

/** Where a link or a picture of a page leads: its address on this server, or undefined if it is not served. */
export type AddressOf = (target: string) => string | undefined;

export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly id: string;
}

/** As the usual hosts make them of headings: small letters, no punctuation, hyphens for blanks. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Text without the signs of Markdown that stand in headings. */
function plain(text: string): string {
  return text.replaceAll(/`|\*\*/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** The headings of a page, in their order. */
export function headingsOf(text: string): Heading[] {
  const tokens = new Marked().lexer(text).filter((token): token is Tokens.Heading => token.type === 'heading');
  return tokens.map(({ depth, text: title }) => ({ level: depth, title: plain(title), id: anchorOf(plain(title)) }));
}

/** A page as HTML. A link to what is not served is shown as its text. */
export function renderPage(text: string, addressOf: AddressOf): Html {
  const renderer: RendererObject = {
    html: ({ text: raw }) => (/^\s*<!--/.test(raw) ? '' : html`${raw}`.html),
    heading({ tokens, depth, text: title }) {
      const id = anchorOf(plain(title));
      const level = `h${depth}`;
      const link = html` <a class="anchor" href="#${id}" aria-label="Link to ${plain(title)}">#</a>`.html;
      return `<${level} id="${id}">${this.parser.parseInline(tokens)}${depth === 1 ? '' : link}</${level}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const address = /^([a-z]+:|#)/.test(href) ? href : addressOf(href);
      return address === undefined ? inner : `${html`<a href="${address}">`.html}${inner}</a>`;
    },
    image({ href, text: alt }) {
      const address = addressOf(href);
      return address === undefined ? html`<em>${alt}</em>`.html : html`<img src="${address}" alt="${alt}">`.html;
    },
    code: ({ text: code }) => html`<pre tabindex="0"><code>${code}</code></pre>\n`.html,
  };
  const parser = new Marked({ gfm: true, renderer });
  const made = parser.parse(text, { async: false });
  const wide = '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>';
  return { html: made.replaceAll('<table>', wide).replaceAll('</table>', '</table></div>') };
}
