/**
 * The script of `/api/graphiql`: starts the GraphQL console with the theme of the pages and the reader's token. `?query=` and `?variables=` are
 * what it opens on.
 */
import { GraphiQL } from 'graphiql';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { token } from '../api/token.ts';
import { isDark } from '../preferences.ts';

const node = document.getElementById('console');
if (node) {
  const { examples = '[]' } = node.dataset;
  const asked = new URLSearchParams(location.search);
  const query = asked.get('query') ?? undefined;
  const scheme = isDark() ? 'dark' : 'light';
  const defaultTabs = (JSON.parse(examples) as string[]).map((example) => ({ query: example }));
  const given = query === undefined ? {} : { query, variables: asked.get('variables') ?? '' };
  // Its editors come later, and without names.
  new MutationObserver(() => {
    for (const area of node.querySelectorAll('textarea:not([aria-label])'))
      area.setAttribute('aria-label', area.closest('section')?.getAttribute('aria-label') ?? 'Editor');
  }).observe(node, { childList: true, subtree: true });
  createRoot(node).render(createElement(GraphiQL, { fetcher: send, defaultTabs, forcedTheme: scheme, ...given }));
}

/** The address is relative, so that it also works behind a prefix. */
async function send(body: object): Promise<never> {
  const kept = token();
  const headers = { 'content-type': 'application/json', ...(kept !== undefined && { Authorization: `Bearer ${kept}` }) };
  return (await fetch('./graphql', { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<never>;
}
