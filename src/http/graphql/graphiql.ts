/**
 * `/api/graphiql`: a page to write queries in. All that it needs comes from here.
 */
import type { Context } from '../context.ts';
import { EXAMPLES } from './examples.ts';

let page: string | undefined;

/** The page carries its scripts within it, 9 MB: loaded when it is asked for the first time. */
export async function graphiqlPage(context: Context): Promise<void> {
  if (page === undefined) {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    // Relative to the page, so that it is right behind a prefix too.
    page = renderGraphiQL({ title: 'Cairn: GraphQL', endpoint: './graphql', defaultTabs: EXAMPLES.map((query) => ({ query })) } as Parameters<
      typeof renderGraphiQL
    >[0]);
  }
  context.type = 'text/html';
  context.body = page;
}
