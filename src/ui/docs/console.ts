/**
 * The script of `/api/graphiql`: starts the GraphQL console with the theme of the pages and the reader's token. `?query=` and `?variables=` are
 * what it opens on.
 */
import { token } from '../api/token.ts';
import { isDark } from '../preferences.ts';

interface Tab {
  readonly query: string;
  readonly variables?: string;
}

interface ConsoleOptions {
  readonly endpoint: string;
  readonly defaultTabs: readonly Tab[];
  readonly query?: string;
  readonly variables?: string;
  readonly forcedTheme: 'light' | 'dark';
  readonly additionalHeaders: Readonly<Record<string, string>>;
}

declare const YogaGraphiQL: { renderYogaGraphiQL(node: Element, options: ConsoleOptions): void };

const node = document.getElementById('console');
if (node) {
  const { examples = '[]', workers = '{}' } = node.dataset;
  const addresses = JSON.parse(workers) as Record<string, string>;
  Object.assign(self, { MonacoEnvironment: { globalAPI: false, getWorkerUrl: (_: string, label: string) => addresses[label] } });
  const asked = new URLSearchParams(location.search);
  const query = asked.get('query') ?? undefined;
  const kept = token();
  // The editor reads its theme once, from here, before the console gets its own. So both keep theirs until the page is loaded again.
  const scheme = isDark() ? 'dark' : 'light';
  localStorage.setItem('graphiql:theme', scheme);
  YogaGraphiQL.renderYogaGraphiQL(node, {
    // Relative, so that it also works behind a prefix.
    endpoint: './graphql',
    defaultTabs: (JSON.parse(examples) as string[]).map((example) => ({ query: example })),
    ...(query === undefined ? {} : { query, variables: asked.get('variables') ?? '' }),
    forcedTheme: scheme,
    additionalHeaders: kept === undefined ? {} : { Authorization: `Bearer ${kept}` },
  });
}
