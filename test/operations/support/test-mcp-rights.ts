/** /mcp with AUTH_TOKENS_FILE: the rights of a token decide which tools there are (docs/agents.md). Dry runs need rights, too. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { type Agent, connectAgent } from '../../support/agent.ts';
import { eventually } from '../../support/eventually.ts';
import type { WithTokens } from './with-tokens.ts';

const WRITER = 'token-of-somebody-who-writes-0123456789';
const READER = 'token-of-somebody-who-reads-0123456789';
const WRITES = [
  'set_description',
  'change_tags',
  'change_terms',
  'change_owners',
  'change_domain',
  'change_applications',
  'set_properties',
  'save_document',
];

/** Writes other tokens into the file. */
export function testMcpRights({ one, tokensAre }: WithTokens): void {
  describe('/mcp with tokens', () => {
    let reader: Agent;
    let writer: Agent;

    before(async () => {
      tokensAre(`${WRITER} wanda`, `${READER} rita read`);
      await eventually(async () => {
        const { status } = await fetch(`${one().url}/changes?limit=1`, { headers: { Authorization: `Bearer ${READER}` } });
        expect(status).to.equal(200);
      });
      [reader, writer] = await Promise.all([connectAgent(one().url, READER), connectAgent(one().url, WRITER)]);
    });
    after(() => Promise.all([reader?.close(), writer?.close()]));

    it('needs a token', async () => {
      const refused = await connectAgent(one().url).then(
        () => 'connected',
        (error: Error) => error.message,
      );
      expect(refused).to.match(/401|token|Unauthorized/i);
    });

    it('lists the tools that write only for a token that may write', async () => {
      const namesOf = async ({ client }: Agent) => (await client.listTools()).tools.map(({ name }) => name);
      expect(await namesOf(writer)).to.include.members(WRITES);
      expect(await namesOf(reader))
        .to.include('find_data')
        .and.to.not.include.members(WRITES);
      for (const name of await namesOf(reader)) expect(WRITES).to.not.include(name);
    });

    it('says who asks, and whether they may write', async () => {
      const askedBy = async (agent: Agent) => (await agent.ask('who_am_i', {})).text;
      expect(await askedBy(reader))
        .to.include('"mayWrite":false')
        .and.to.include('corpuser:rita');
      expect(await askedBy(writer)).to.include('"mayWrite":true');
    });

    it('a dry run, also outside of /mcp, needs a token that may write, like what it tries', async () => {
      const dryRuns = {
        bulk: { urns: ['urn:svc:tag:a'], changes: { deletion: 'soft' }, dryRun: true },
        'runs?action=rollback': { runId: 'a', dryRun: true },
        'entities?action=deleteReferences': { urn: 'urn:svc:tag:a', dryRun: true },
      };
      for (const [where, body] of Object.entries(dryRuns)) {
        const ask = async (token: string): Promise<number> => {
          const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
          return (await fetch(`${one().url}/${where}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
        };
        expect(await ask(READER), where).to.equal(403);
        // There is no run to roll back.
        expect(await ask(WRITER), where).to.equal(where.startsWith('runs') ? 404 : 200);
      }
    });

    it('refuses to write for a token that may only read, and notes it in the audit', async () => {
      const asset = 'urn:svc:tag:denied';
      await fetch(`${one().url}/aspects?action=ingestProposal`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${WRITER}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          proposal: {
            entityType: 'tag',
            entityUrn: asset,
            changeType: 'UPSERT',
            aspectName: 'tagProperties',
            aspect: { contentType: 'application/json', value: '{"name":"denied"}' },
          },
        }),
      });
      const refused = await reader.ask('set_description', { asset, description: 'x' });
      expect(refused.isError).to.equal(true);
      expect(refused.body.error?.code).to.equal('read-only-token');
      const done = await writer.call('set_description', { asset, description: 'x' });
      expect(done).to.deep.include({ changed: true, description: 'x' });
      await eventually(async () => {
        const lines = readFileSync(path.join(one().dataDir, 'audit', 'audit.jsonl'), 'utf8')
          .trimEnd()
          .split('\n');
        const ofTools = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ about }) => about === 'tool set_description');
        expect(ofTools.map(({ actor, outcome }) => [actor, outcome])).to.deep.equal([
          ['urn:svc:corpuser:rita', 'denied'],
          ['urn:svc:corpuser:wanda', 'done'],
        ]);
      });
    });

    it('tells a client that listens when its tools are others', async () => {
      let told = 0;
      reader.client.setNotificationHandler(ToolListChangedNotificationSchema, () => void told++);
      tokensAre(`${WRITER} wanda`, `${READER} rita`);
      await eventually(async () => {
        // The server looks at the rights again when something changes.
        await writer.call('set_description', { asset: 'urn:svc:tag:denied', description: String(Math.random()) });
        expect(told).to.equal(1);
      });
      expect((await reader.client.listTools()).tools.map(({ name }) => name)).to.include.members(WRITES);
      tokensAre(`${WRITER} wanda`, `${READER} rita read`);
    });

    it('counts the calls in the metrics', async () => {
      const text = await (await fetch(`${one().url}/metrics`)).text();
      expect(text).to.include('cairn_tool_calls_total{tool="set_description",outcome="answered"}');
      expect(text).to.include('cairn_tool_calls_total{tool="set_description",outcome="refused"} 1');
    });
  });
}
