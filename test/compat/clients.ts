/**
 * What `npm run compat` runs: real clients, and for each the steps that drive it. A step is a file; to add one, add its name here.
 */

export interface Client {
  /** As the table names it. */
  readonly name: string;
  /** What pip installs into the client's own environment. The table shows the versions. */
  readonly packages: readonly string[];
  /** Are they packages of npm, which Cairn's own tests have? Then the steps are TypeScript. */
  readonly npm?: boolean;
  /** Files in this folder. Each says on its output what came of its steps (README.md). */
  readonly steps: readonly string[];
}

export const CLIENTS: readonly Client[] = [
  {
    name: 'acryl-datahub',
    packages: [
      'acryl-datahub[dbt,sqlalchemy,json-schema,openapi,datahub-lineage-file,datahub-business-glossary,circuit-breaker,excel,sql-queries,s3-slim]',
      'deltalake<1',
    ],
    steps: [
      'acryl-datahub/cli.py',
      'acryl-datahub/signing_in.py',
      'acryl-datahub/sdk.py',
      'acryl-datahub/operating.py',
      'acryl-datahub/pipelines.py',
      'acryl-datahub/aspects.py',
    ],
  },
  { name: 'acryl-datahub-feast', packages: ['acryl-datahub[feast]', 'feast'], steps: ['acryl-datahub/features.py'] },
  { name: 'mcp-server-datahub', packages: ['mcp-server-datahub', 'graphql-core'], steps: ['mcp-server-datahub/steps.py'] },
  { name: 'openlineage-python', packages: ['openlineage-python'], steps: ['openlineage-python/events.py'] },
  { name: 'mcp', packages: ['mcp'], steps: ['mcp/python.py'] },
  { name: '@modelcontextprotocol/sdk', packages: ['@modelcontextprotocol/sdk'], npm: true, steps: ['mcp/typescript.ts'] },
];
