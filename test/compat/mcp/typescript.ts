/**
 * An agent with the MCP SDK for TypeScript, at /mcp. Prints a row for each step (README.md).
 */
import { connectAgent } from '../../support/agent.ts';

const { COMPAT_URL: url = '' } = process.env;
const TABLE = 'urn:li:dataset:(urn:li:dataPlatform:hive,agentts.orders,PROD)';

async function step(name: string, run: () => Promise<string>): Promise<void> {
  const told = await run().then(
    (note) => ({ ok: true, note }),
    (error: unknown) => ({ ok: false, note: String(error).slice(0, 600) }),
  );
  console.log(`\n@@ ${JSON.stringify({ step: name, ...told })}`);
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const proposal = {
  entityType: 'dataset',
  entityUrn: TABLE,
  changeType: 'UPSERT',
  aspectName: 'datasetProperties',
  aspect: { contentType: 'application/json', value: JSON.stringify({ name: 'agentts orders' }) },
};
await fetch(`${url}/aspects?action=ingestProposal`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ proposal }),
});
const agent = await connectAgent(url);

await step('MCP SDK for TypeScript: tools, resources and prompts are listed', async () => {
  const { tools } = await agent.client.listTools();
  const { prompts } = await agent.client.listPrompts();
  const { resourceTemplates } = await agent.client.listResourceTemplates();
  must(tools.length > 0 && prompts.length > 0 && resourceTemplates.length > 0, 'something is missing');
  return `${tools.length} tools, ${prompts.length} prompts`;
});

await step('MCP SDK for TypeScript: describes a table, writes its description, tells the impact', async () => {
  await agent.call('set_description', { asset: TABLE, description: 'All orders' });
  const { asset, description } = await agent.call('describe_asset', { asset: TABLE });
  must(asset?.urn === TABLE && description === 'All orders', `answered ${asset?.urn} ${description}`);
  const { assets } = await agent.call('impact_of_change', { asset: TABLE });
  must(assets === 0, `expected no asset downstream, got ${assets}`);
  return '';
});
await agent.close();
