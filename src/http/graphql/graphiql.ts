/**
 * `/api/graphiql`: a page to write queries in. All that it needs comes from here.
 */
import { fillNames, type Names } from '../../model/names.ts';
import type { Context } from '../context.ts';
import { EXAMPLES } from './examples.ts';

/** The page carries its scripts within it, 9 MB: loaded when it is asked for the first time. */
export function graphiqlPage(names: Names): (context: Context) => Promise<void> {
  let page: string | undefined;
  return async (context) => {
    if (page === undefined) {
      const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
      const defaultTabs = EXAMPLES.map((example) => ({ query: fillNames(names, example) }));
      // Relative to the page, so that it is right behind a prefix too.
      const options = { title: 'Cairn: GraphQL', endpoint: './graphql', defaultTabs };
      page = renderGraphiQL(options as Parameters<typeof renderGraphiQL>[0]);
    }
    context.type = 'text/html';
    context.body = page;
  };
}
