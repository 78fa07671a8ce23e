/**
 * What an outage of an engine costs beside the time that the engine itself takes to come back (docs/operations.md 5). The log says where it
 * went; here Cairn's part is compared with the engine's own, of the same run.
 */
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, engineOf, type LogLine, type RunningCairn, startCairn } from '../support/process.ts';
import { writeSteadily } from '../support/steady-writer.ts';

const RECOVERY_MS = 600_000;
/** The lines of an index that is built again, or from which a document is missing. */
const REBUILT = /^index\.(lost|differs|unfollowed|other-format|asked|building|refused)$/;

describe('An engine that is killed under load', function () {
  this.timeout(900_000);
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startCairn();
  });
  after(endAll);

  const told = (from: number, event: string, has: Partial<LogLine> = {}): LogLine[] =>
    cairn.log.slice(from).filter((line) => line.event === event && Object.entries(has).every(([name, value]) => line[name] === value));

  /** Kills an engine while somebody writes, and waits until the log says that all is well. Answers the lines from then on. */
  async function outage(engine: 'Neo4j' | 'Typesense', ...events: string[]): Promise<number> {
    const writer = writeSteadily(cairn.url);
    await eventually(async () => expect(writer.acknowledged()).to.be.above(50), RECOVERY_MS);
    const from = cairn.log.length;
    process.kill(engineOf(cairn.dataDir, engine), 'SIGKILL');
    for (const event of events) await eventually(async () => expect(told(from, event), event).not.to.be.empty, RECOVERY_MS);
    const last = proposal(urns.dataset(`outages.${engine}`), 'datasetProperties', description(engine));
    const answer = await makeClient(() => cairn.url, SVC).ingestProposal(last, { 'X-Svc-Sync-Index-Update': 'true' });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get('X-Svc-Warning')).to.equal(null);
    await writer.stop();
    await writer.check();
    return from;
  }

  /** The log names the phases, and Cairn has not made more of them. */
  function expectPhases(from: number, engine: string, event: string): LogLine {
    const [line] = told(from, event);
    expect(String(line?.msg)).to.match(
      new RegExp(`\\d+ s.*: [\\d.]+ s until ${engine} was started again, [\\d.]+ s until it was ready, [\\d.]+ s after that`),
    );
    expect(told(from, 'engine.died', { engine }).map(({ delayMs }) => delayMs)).to.deep.equal([500]);
    expect(told(from, 'engine.starting', { engine })).to.have.length(1);
    return line as LogLine;
  }

  /** The indexer goes on where it was: it neither fails again after the engine is ready nor builds an index. */
  function expectContinued(from: number, engine: string): void {
    const ready = cairn.log.findIndex((line, at) => at >= from && line.event === 'engine.ready' && line.engine === engine);
    expect(cairn.log.slice(from).filter(({ event }) => REBUILT.test(event))).to.deep.equal([]);
    expect(told(ready, 'job.failed', { job: 'search index' })).to.deep.equal([]);
  }

  it('Typesense: the index goes on where it was as soon as Typesense is ready', async () => {
    const from = await outage('Typesense', 'index.back');
    expectPhases(from, 'Typesense', 'index.back');
    expectContinued(from, 'Typesense');
  });

  it('Neo4j: the first write is taken soon after the start, and search follows', async () => {
    const from = await outage('Neo4j', 'graph.back', 'graph.written', 'index.back');
    const { waitedMs, startMs, afterMs } = expectPhases(from, 'Neo4j', 'graph.written');
    // To plan the first statements costs a Neo4j that has just started more than its start.
    expect(Number(waitedMs) + Number(afterMs)).to.be.below(2 * Number(startMs));
    expectContinued(from, 'Neo4j');
  });
});
