/**
 * What `npm run compat` runs: real clients, and for each the steps that drive it. A step is a file; to add one, add its name here.
 */

export interface Client {
  /** As the table names it. */
  readonly name: string;
  /** What is installed into the client's own environment. The table shows the versions. */
  readonly packages: readonly string[];
  /** What installs them: pip if absent. `own`: they are packages of npm that Cairn's own tests have. */
  readonly from?: 'npm' | 'own' | 'maven';
  /** Files in this folder: Python, TypeScript or Java. Each says on its output what came of its steps (README.md). */
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
      'acryl-datahub/governing.py',
      'acryl-datahub/pipelines.py',
      'acryl-datahub/aspects.py',
    ],
  },
  { name: 'acryl-datahub-feast', packages: ['acryl-datahub[feast]', 'feast'], steps: ['acryl-datahub/features.py'] },
  {
    name: 'mcp-server-datahub',
    packages: ['mcp-server-datahub', 'graphql-core'],
    steps: ['mcp-server-datahub/steps.py', 'mcp-server-datahub/tokens.py'],
  },
  { name: 'openlineage-python', packages: ['openlineage-python'], steps: ['openlineage-python/events.py'] },
  { name: 'mcp', packages: ['mcp'], steps: ['mcp/python.py'] },
  { name: '@modelcontextprotocol/sdk', packages: ['@modelcontextprotocol/sdk'], from: 'own', steps: ['mcp/typescript.ts'] },
  { name: 'datahub-client', packages: ['io.acryl:datahub-client:0.8.45'], from: 'maven', steps: ['java/Emit.java'] },
  { name: 'openapi-python-client', packages: ['openapi-python-client'], steps: ['generated/openapi.py'] },
  { name: 'ariadne-codegen', packages: ['ariadne-codegen'], steps: ['generated/graphql.py'] },
  {
    name: 'graphql-codegen',
    packages: ['@graphql-codegen/cli', '@graphql-codegen/typescript-operations', '@graphql-codegen/typed-document-node', 'graphql', 'typescript'],
    from: 'npm',
    steps: ['generated/graphql.ts'],
  },
];
