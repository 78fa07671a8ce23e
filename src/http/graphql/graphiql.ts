/**
 * `/api/graphiql`: a page to write queries. Everything that it loads comes from this server.
 */
import { createHash } from 'node:crypto';
import { fillNames, type Names } from '../../model/names.ts';
import { OWN_FILES, policy } from '../answer/safe-answers.ts';
import type { Context } from '../types.ts';
import { EXAMPLES } from './examples.ts';

/** The editor writes styles into the page and creates its workers from texts. Of scripts, only the one in the page may run. */
function policyOf(page: string): string {
  const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(script).digest('base64');
  return policy({
    ...OWN_FILES,
    'script-src': `'sha256-${hash}'`,
    'style-src': "'unsafe-inline'",
    'font-src': 'data:',
    'worker-src': 'blob:',
  });
}

/** The page contains its scripts, 9 MB. It is read at the first request. */
export function graphiqlPage(names: Names): (context: Context) => Promise<void> {
  let page: string | undefined;
  let allowed = '';
  return async (context) => {
    if (page === undefined) {
      const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
      const defaultTabs = EXAMPLES.map((example) => ({ query: fillNames(names, example) }));
      // The address is relative, so that it also works behind a prefix.
      const options = { title: 'Cairn: GraphQL', endpoint: './graphql', defaultTabs };
      page = renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]);
      allowed = policyOf(page);
    }
    context.type = 'text/html';
    context.set('Content-Security-Policy', allowed);
    context.body = page;
  };
}
