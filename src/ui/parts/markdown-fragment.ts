/**
 * Renders Markdown. Nothing of a text ever runs: HTML in it is shown as text, and what the parser makes is cleaned again.
 */
import purifier from 'dompurify';
import { Marked, type Tokens } from 'marked';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

// Descriptions from platforms are plain text, so a new line stays one.
const parser = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    // Pages load nothing from other hosts, so a picture becomes a link to it.
    image: ({ href, text }: Tokens.Image) => `<a href="${escaped(href)}">${escaped(text || href)}</a>`,
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ '),
  },
});

const ALLOWED = {
  ALLOWED_TAGS: 'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strong sub sup table tbody td th thead tr ul'.split(' '),
  ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
  // Of the web, mail, an entity, or a place on this server.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|urn:|\/(?!\/)|#)/i,
};

/** Where a link to an entity leads: its route, and the URL of that. Undefined for any other address. */
export type LinkTo = (target: string) => { readonly route: string; readonly url: string } | undefined;

/**
 * A new fragment, for `replaceChildren`.
 *
 * @param linkTo finds the pages of entities. It is passed in, so that this file and its libraries share nothing with the pages and load alone
 */
export function markdownFragment(text: string, linkTo: LinkTo): DocumentFragment {
  const html = parser.parse(text, { async: false });
  const fragment = purifier.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
  levelHeadings(fragment);
  for (const link of fragment.querySelectorAll('a')) direct(link, linkTo);
  for (const code of fragment.querySelectorAll('pre')) code.tabIndex = 0;
  for (const table of fragment.querySelectorAll('table')) inRegion(table);
  return fragment;
}

/** The headings of the page are above those of the text, and no level is skipped. */
function levelHeadings(fragment: DocumentFragment): void {
  let before = 2;
  for (const heading of fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    before = Math.min(Number(heading.tagName.slice(1)) + 2, before + 1, 6);
    const level = document.createElement(`h${before}`);
    level.append(...heading.childNodes);
    heading.replaceWith(level);
  }
}

/** Links to entities lead to their pages. Links to other sites open a new tab, and these do not learn where the reader comes from. */
function direct(link: HTMLAnchorElement, linkTo: LinkTo): void {
  const target = decoded(link.getAttribute('href') ?? '');
  const page = linkTo(target);
  if (page) {
    link.dataset.route = page.route;
    link.href = page.url;
    link.title = target;
  } else if (/^https?:/i.test(target)) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}

/** The parser encodes what an address cannot contain. */
function decoded(href: string): string {
  try {
    return href.startsWith('urn:') ? decodeURI(href) : href;
  } catch {
    return href;
  }
}

/** A wide table scrolls, also by keyboard. */
function inRegion(table: HTMLTableElement): void {
  const region = document.createElement('div');
  region.className = 'scroll-region';
  region.tabIndex = 0;
  region.setAttribute('role', 'group');
  region.setAttribute('aria-label', 'Table');
  table.replaceWith(region);
  region.append(table);
}
