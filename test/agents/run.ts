/**
 * `npm run conversation`: holds the conversation with a new Cairn that has the demo catalog, checks each answer, and writes
 * docs/agents-conversation.md. Needs an earlier `npm run build`.
 *
 * `--url <address>` asks a running Cairn instead, and writes nothing but the report: for other catalogs, edit conversation.ts.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connectAgent } from '../support/agent.ts';
import { endAll, startCairn, throwAwayFolder } from '../support/process.ts';
import { CONVERSATION } from './conversation.ts';

const PAGE = path.join(import.meta.dirname, '../../docs/agents-conversation.md');
/** Most tokens of an answer. */
const MOST_TOKENS = 4_000;
/** As src/http/mcp/fit.ts counts. */
const BYTES_OF_TOKEN = 2.6;

const HEAD = `# A conversation over /mcp

\`npm run conversation\` has written this page: it starts a Cairn with the demo catalog, calls the tools with the client of the official SDK, and
checks each answer. It shows two of them. [agents.md](agents.md) explains all. The number of tokens is an estimate from above.
`;

const { values } = parseArgs({ options: { url: { type: 'string' } } });
const url = values.url ?? (await startCairn({ DATA_DIR: throwAwayFolder() }, ['--demo'])).url;
const agent = await connectAgent(url);
const problems: string[] = [];
let page = HEAD;
/** Which tools the page shows, each once. */
const onPage = new Set(['find_data', 'impact_of_change']);

for (const { says, tool, args, otherwise, wrong } of CONVERSATION) {
  let { body: answer, text } = await ask(tool, args);
  if (answer.none?.includes('hits') && otherwise) ({ body: answer, text } = await ask(tool, otherwise));
  if (onPage.delete(tool)) page += `\n## ${says}\n\n${text}`;
  const problem = wrong(answer);
  if (problem !== undefined) problems.push(`${says}: ${problem}`);
}
await agent.close();
await endAll();
if (values.url === undefined) writeFileSync(PAGE, page);
else console.log(page);
for (const problem of problems) console.error(problem);
console.error(`${CONVERSATION.length} steps, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function ask(tool: string, args: Readonly<Record<string, unknown>>) {
  const { text, body, isError } = await agent.ask(tool, args);
  const tokens = Math.ceil(Buffer.byteLength(text) / BYTES_OF_TOKEN);
  if (isError || tokens > MOST_TOKENS) problems.push(`${tool} ${JSON.stringify(args)}: ${isError ? text : `${tokens} tokens`}`);
  return { body, text: `\`${tool}\` \`${JSON.stringify(args)}\`\n\n${tokens} tokens:\n\n\`\`\`json\n${shownJson(body)}\n\`\`\`\n` };
}

/** JSON with a line for each item of a list. */
function shownJson(body: object): string {
  const lines = Object.entries(body).map(([name, value]) => {
    const items = Array.isArray(value) && value.some((each) => typeof each === 'object');
    const text = items ? `[\n${value.map((each) => `    ${JSON.stringify(each)}`).join(',\n')}\n  ]` : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
