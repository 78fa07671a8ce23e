/**
 * `npm run verify` finds damage done by hand to each of the things that it looks at, mends what follows from the aspects, and says nothing
 * of a store that others write to.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import { type Client, makeClient } from '../support/client.ts';
import { deletion, description, ownership, ownNames, proposal, status, tags, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn } from '../support/process.ts';
import { writeSteadily } from '../support/steady-writer.ts';

const own = ownNames('verify');

interface Difference {
  readonly what: string;
  readonly urn: string;
  readonly aspect?: string;
  readonly expected: string;
  readonly got: string;
  readonly mended?: boolean;
}

/** One thing that is broken, and what is to be said of it. */
interface Damage {
  readonly title: string;
  readonly does: (urn: string) => Promise<unknown>;
  /** `<what> <aspect>: <expected> / <got>` of every difference, as patterns. */
  readonly says: readonly RegExp[];
  /** The URN that is named, where it is another one. */
  readonly of?: (urn: string) => string;
  /** What cannot be mended is put right by hand. */
  readonly undoes?: (urn: string) => Promise<unknown>;
}

describe('npm run verify', function () {
  this.timeout(1_200_000);
  let cairn: RunningCairn;
  let driver: Driver;
  const client: Client = makeClient(() => cairn.url, SVC);
  const read = (...names: string[]): string => readFileSync(path.join(cairn.dataDir, ...names), 'utf8').trim();

  before(async () => {
    cairn = await startCairn();
    driver = neo4j.driver(`bolt://127.0.0.1:${read('ports', 'neo4j').split(/\s+/)[0]}`, neo4j.auth.basic('neo4j', read('secrets', 'neo4j')));
  });
  after(async () => {
    await driver?.close();
    await endAll();
  });

  /** A statement by hand; it must change something. */
  async function cypher(text: string, params: Record<string, unknown> = {}): Promise<void> {
    const { summary } = await driver.executeQuery(text, params);
    expect(summary.counters.containsUpdates(), text).to.equal(true);
  }

  /** A call of Typesense's own API about the documents of the present index. */
  async function documents(method: string, where: string, body?: unknown): Promise<string> {
    const headers = { 'x-typesense-api-key': read('secrets', 'typesense'), 'Content-Type': 'application/json' };
    const address = `http://127.0.0.1:${read('ports', 'typesense').split(/\s+/)[0]}/collections/cairn/documents${where}`;
    const answer = await fetch(address, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    expect(answer.status, text).to.be.within(200, 201);
    return text;
  }

  async function documentId(urn: string): Promise<string> {
    const all = (await documents('GET', '/export?include_fields=id,urn')).split('\n').map((line) => JSON.parse(line) as { id: string; urn: string });
    return all.find((each) => each.urn === urn)?.id ?? 'there is none';
  }

  async function verify(...args: string[]): Promise<{ code: number | null; differences: Difference[]; stderr: string }> {
    const run = runNode('commands/verify.js', ['--url', cairn.url, ...args]);
    const { code } = await run.end;
    const lines = run.stdout().split('\n');
    return { code, differences: lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Difference), stderr: run.stderr() };
  }

  async function write(proposals: readonly unknown[]): Promise<void> {
    const answer = await client.send('POST', '/aspects?action=ingestProposalBatch', {
      json: { proposals },
      headers: { 'X-Svc-Sync-Index-Update': 'true' },
    });
    expect(answer.status, answer.text).to.equal(200);
  }

  const upstreamOf = (urn: string): string => urn.replace('verify_', 'up_verify_');
  const userOf = (urn: string): string => urns.user(`of_${urn.split(',')[1]}`);
  const rareWord = (urn: string): string => `rare${urn.replace(/\D/g, '')}`;
  const columnOf = (urn: string): string => urns.column(urn, 'c');

  /** What every damaged entity is at first, in three writes. */
  const WHOLE: readonly ((urn: string) => unknown[])[] = [
    (urn) => [proposal(urn, 'datasetProperties', description('first'))],
    (urn) => {
      const fine = {
        upstreamType: 'FIELD_SET',
        downstreamType: 'FIELD',
        upstreams: [urns.column(upstreamOf(urn), 'c')],
        downstreams: [columnOf(urn)],
      };
      const run = { systemMetadata: { runId: `run ${urn}` } };
      return [
        proposal(urn, 'datasetProperties', description('second')),
        proposal(urn, 'ownership', ownership(userOf(urn))),
        proposal(urn, 'upstreamLineage', { ...upstreams(upstreamOf(urn)), fineGrainedLineages: [fine] }),
        proposal(urn, 'status', status(true)),
        proposal(urn, 'globalTags', tags(urns.tag('a')), run),
        proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }, run),
      ];
    },
    (urn) => [proposal(urn, 'datasetProperties', description(`third ${rareWord(urn)}`)), proposal(urn, 'status', status(false))],
  ];

  const ENTITY = 'MATCH (e:Entity {urn: $urn})';
  const aspect = (name: string): string => `${ENTITY}-[:LATEST]->(a:Aspect {name: '${name}'})`;
  const DAMAGES: readonly Damage[] = [
    {
      title: 'a version in the middle of a chain is gone',
      does: (urn) => cypher(`${aspect('datasetProperties')} MATCH (a)-[:PREV]->(b) DETACH DELETE b`, { urn }),
      says: [/^version datasetProperties: versions down to 1 \/ LATEST 3$/],
      undoes: (urn) =>
        cypher(
          `${aspect('datasetProperties')} MATCH (b:Aspect {name: a.name, seq: 1}) WHERE NOT EXISTS { (b)<--() } CREATE (a)-[:PREV]->(:Aspect {name: a.name, seq: 2, value: a.value})-[:PREV]->(b)`,
          { urn },
        ),
    },
    {
      title: 'a version has the wrong number',
      does: (urn) => cypher(`${aspect('datasetProperties')} SET a.seq = 7`, { urn }),
      says: [/^version datasetProperties: versions in one row, .* \/ LATEST 7, 2, 1$/],
      undoes: (urn) => cypher(`${aspect('datasetProperties')} SET a.seq = 3`, { urn }),
    },
    {
      title: 'an aspect has two latest versions',
      does: (urn) => cypher(`${aspect('status')} CREATE (e)-[:LATEST]->(b:Aspect) SET b = properties(a), b.twin = true`, { urn }),
      says: [/^version status: one latest version \/ 2$/, /^version status: versions down to 1 \/ LATEST 2$/],
      undoes: () => cypher('MATCH (b:Aspect {twin: true}) DETACH DELETE b'),
    },
    {
      title: 'a deleted aspect does not say when it ended',
      does: async (urn) => {
        await write([deletion(urn, 'globalTags')]);
        await cypher(`${ENTITY}-[l:ENDED]->() REMOVE l.until`, { urn });
      },
      says: [/^version globalTags: the name and the end of a deleted aspect .* \/ name globalTags, until null$/],
      undoes: (urn) => cypher(`${ENTITY}-[l:ENDED]->() SET l.until = 1`, { urn }),
    },
    {
      title: 'an edge is gone',
      does: (urn) => cypher(`${ENTITY}-[r:OwnedBy]->() DELETE r`, { urn }),
      says: [/^edge ownership: .* -OwnedBy-> .* \/ none$/],
    },
    {
      title: 'an edge is there twice',
      does: (urn) => cypher(`${ENTITY}-[r:OwnedBy]->(t) CREATE (e)-[s:OwnedBy]->(t) SET s = properties(r)`, { urn }),
      says: [/^edge ownership: .* -OwnedBy-> .* \/ .*; .*$/],
    },
    {
      title: 'an edge that no aspect says',
      does: (urn) =>
        cypher(`${ENTITY} MERGE (t:Entity {urn: $to}) CREATE (e)-[:OwnedBy {aspect: 'ownership', holder: $urn, since: 1}]->(t)`, {
          urn,
          to: urns.user('nobody'),
        }),
      says: [/^edge ownership: none \/ .* -OwnedBy-> .*:nobody$/],
    },
    {
      title: 'an edge that nobody holds',
      does: (urn) => cypher(`${ENTITY} MERGE (t:Entity {urn: $to}) CREATE (e)-[:OwnedBy]->(t)`, { urn, to: urns.user('nobody') }),
      says: [/^edge : none \/ .* -OwnedBy-> .*:nobody$/],
    },
    {
      title: 'an edge in the name of another entity, which does not say it',
      does: (urn) =>
        cypher(
          `MERGE (e:Entity {urn: $from}) MERGE (t:Entity {urn: $to}) CREATE (e)-[:DownstreamOf {aspect: 'upstreamLineage', holder: $urn, since: 1}]->(t)`,
          { urn, from: urns.dataset('somewhere'), to: urns.dataset('else') },
        ),
      says: [/^edge upstreamLineage: none \/ .*somewhere.* -DownstreamOf-> .*else/],
    },
    {
      title: 'the edge of a column is gone',
      does: (urn) => cypher('MATCH (:Entity {urn: $column})-[r:DownstreamOf]->() DELETE r', { column: columnOf(urn) }),
      says: [/^edge upstreamLineage: .*schemaField.* -DownstreamOf-> .*, and its double for lineage \/ .* -UPSTREAM of DownstreamOf-> /],
    },
    {
      title: 'the double of an edge for lineage is gone',
      does: (urn) => cypher(`${ENTITY}-[r:UPSTREAM]->() DELETE r`, { urn }),
      says: [/^edge upstreamLineage: .* -DownstreamOf-> .*, and its double for lineage \/ .* -DownstreamOf-> /],
    },
    {
      title: 'an edge has other stamps',
      does: (urn) => cypher(`${ENTITY}-[r:DownstreamOf]->() SET r.updatedOn = 1`, { urn }),
      says: [/^edge upstreamLineage: .* with the stamps .* \/ others$/],
    },
    {
      title: 'a mark of a lost edge that no aspect says',
      does: (urn) =>
        cypher(
          `${ENTITY}-[:OwnedBy]->(t) CREATE (e)-[:DANGLING {aspect: 'ownership', type: 'OwnedBy', source: $urn, target: 'urn:svc:corpuser:never'}]->(t)`,
          { urn },
        ),
      says: [/^lost edge ownership: no mark .* \/ .*:never$/],
    },
    {
      title: 'a past edge that does not say of which type it was',
      does: (urn) =>
        cypher(`${ENTITY} MERGE (t:Entity {urn: $to}) CREATE (e)-[:PAST {aspect: 'ownership', holder: $urn, since: 1, until: 2}]->(t)`, {
          urn,
          to: urns.user('nobody'),
        }),
      says: [/^past edge : .* on PAST \/ some are missing$/],
      undoes: (urn) => cypher(`${ENTITY}-[p:PAST]->() WHERE p.type IS NULL DELETE p`, { urn }),
    },
    {
      title: 'an entity is soft-deleted although its status does not say so',
      does: (urn) => cypher(`${ENTITY} SET e.removed = true`, { urn }),
      says: [
        /^entity status: removed: false, as its status says \/ removed: true$/,
        /^document : what its latest aspects say \/ something else in .*live/,
      ],
      undoes: (urn) => cypher(`${ENTITY} REMOVE e.removed`, { urn }),
    },
    {
      title: 'an entity has lost its label',
      does: (urn) => cypher(`${ENTITY} REMOVE e:dataset`, { urn }),
      says: [/^entity : labels Entity, dataset \/ labels Entity$/],
      undoes: (urn) => cypher(`${ENTITY} SET e:dataset`, { urn }),
    },
    {
      title: 'an entity has no key any more',
      does: (urn) => cypher(`${aspect('datasetKey')} SET a.name = 'lost'`, { urn }),
      says: [
        /^entity : the key aspect datasetKey \/ only /,
        /^entity : type none: it does not exist \/ type dataset$/,
        /^entity : labels Entity \/ labels Entity, dataset$/,
        /^document : what its latest aspects say \//,
      ],
      undoes: (urn) => cypher(`${ENTITY}-[:LATEST]->(a:Aspect {name: 'lost'}) SET a.name = 'datasetKey'`, { urn }),
    },
    {
      title: 'a version counts for a run that did not write it',
      does: (urn) => cypher(`${aspect('globalTags')} SET a.runId = 'another'`, { urn }),
      says: [/^run globalTags: version 1 counted for run .* \/ counted for another$/, /^run : a record of the run another \/ none$/],
      undoes: (urn) => cypher(`${aspect('globalTags')} SET a.runId = a.run`, { urn }),
    },
    {
      title: 'the record of a run is gone',
      does: (urn) => cypher('MATCH (r:Run {id: $run}) DETACH DELETE r', { run: `run ${urn}` }),
      says: [/^run : a record of the run run .* \/ none$/, /^run datasetProfile: a record of the run run .* \/ none$/],
      undoes: (urn) => cypher('CREATE (:Run {id: $run, at: 1})', { run: `run ${urn}` }),
    },
    {
      title: 'a point has another time than its value says',
      does: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.time = 5', { series: `${urn}|datasetProfile` }),
      says: [/^point datasetProfile: the identity that its value says: 1, .*, at 5 \/ 5, /],
      undoes: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.time = 1', { series: `${urn}|datasetProfile` }),
    },
    {
      title: 'a point of which the value cannot be read',
      does: (urn) => cypher(`MATCH (p:Point {series: $series}) SET p.kept = p.value, p.value = '{"timestamp'`, { series: `${urn}|datasetProfile` }),
      says: [
        /^point datasetProfile: a value that is JSON, at 1 \/ \{"timestamp$/,
        /^document : what its latest aspects say \/ something else in .*rowCount/,
      ],
      undoes: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.value = p.kept REMOVE p.kept', { series: `${urn}|datasetProfile` }),
    },
    {
      title: 'a point without an entity',
      does: (urn) =>
        cypher(
          'MATCH (p:Point {series: $series}) CREATE (:Point {series: $other, time: p.time, rest: p.rest, value: p.value, meta: p.meta, runId: p.runId})',
          {
            series: `${urn}|datasetProfile`,
            other: `${upstreamOf(urn)}|datasetProfile`,
          },
        ),
      of: upstreamOf,
      says: [/^point datasetProfile: the entity of the point, at 1 \/ none$/],
      undoes: (urn) => cypher('MATCH (p:Point {series: $other}) DELETE p', { other: `${upstreamOf(urn)}|datasetProfile` }),
    },
    {
      title: 'a document is gone',
      does: async (urn) => documents('DELETE', `/${await documentId(urn)}`),
      says: [/^document : a document \/ none$/],
    },
    {
      title: 'a document says something else',
      does: async (urn) => documents('PATCH', `/${await documentId(urn)}`, { rank: 0.25 }),
      says: [/^document : what its latest aspects say \/ something else in rank$/],
    },
    {
      title: 'a document without an entity',
      does: (urn) =>
        documents('POST', '?action=upsert', { id: `stray${urn.replace(/\D/g, '')}`, urn: upstreamOf(urn), key: 1, type: 'x', rank: 1, exists: [] }),
      of: upstreamOf,
      says: [/^document : no document: there is no such entity \/ document stray/],
    },
    {
      title: 'an entity is not found by a word of its document, since Typesense has lost it',
      does: async (urn) => {
        const rare = rareWord(urn);
        const helper = { id: 'helper', key: 2, type: 'x', rank: 1, exists: [], t_text: [`${rare} ${rare}`] };
        await documents('POST', '?action=upsert', helper);
        await documents('POST', '?action=upsert', { ...helper, t_text: ['other'] });
        await documents('DELETE', '/helper');
      },
      says: [/^words : to be found by every word of its document \/ not found by t_text: rare\d+$/],
    },
  ];

  const told = ({ what, aspect: name = '', expected, got }: Difference): string => `${what} ${name}: ${expected} / ${got}`;

  it('finds nothing in a store that nobody has damaged, and says what it has looked at', async () => {
    const { code, differences, stderr } = await verify();
    expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
    expect(stderr).to.match(/\d+ entities, \d+ points, \d+ search documents: no difference/);
  });

  describe('after damage by hand', () => {
    const damaged = DAMAGES.map((damage) => ({ ...damage, urn: urns.dataset(own('t')) }));
    let found: Awaited<ReturnType<typeof verify>>;
    let mended: Awaited<ReturnType<typeof verify>>;
    const ofDamage = ({ differences }: typeof found, { urn, of = (each) => each }: (typeof damaged)[number]): Difference[] =>
      differences.filter((each) => each.urn === of(urn));

    before(async () => {
      for (const proposals of WHOLE) await write(damaged.flatMap(({ urn }) => proposals(urn)));
      for (const { urn, does } of damaged) await does(urn);
      found = await verify();
      mended = await verify('--repair');
    });

    for (const damage of damaged) {
      const { title, says, undoes } = damage;
      it(`${title}: named${undoes ? '' : ', and mended with --repair'}`, () => {
        const lines = ofDamage(found, damage).map(told);
        for (const pattern of says)
          expect(
            lines.some((line) => pattern.test(line)),
            `${pattern} among\n${lines.join('\n')}`,
          ).to.equal(true);
        if (undoes) return;
        const outcomes = ofDamage(mended, damage).map((each) => each.mended);
        expect(outcomes).to.not.be.empty;
        expect(outcomes).to.not.include(false);
      });
    }

    it('a version that no chain holds is named, though nobody knows of which entity it was', () => {
      const loose = found.differences.filter(({ urn }) => urn === '').map(told);
      expect(loose).to.have.length(1);
      expect(loose[0]).to.match(/^version datasetProperties: to be one of the versions of an entity \/ version 1 without one/);
    });

    it('nothing else is named; differences make the exit code 1, also when only a part could be mended', () => {
      const named = damaged.flatMap((damage) => ofDamage(found, damage)).length + 1;
      expect(found.differences.map(told)).to.have.length(named);
      expect([found.code, mended.code]).to.deep.equal([1, 1]);
    });

    it('when the rest is put right by hand, there is no difference any more', async () => {
      for (const { urn, undoes } of damaged) await undoes?.(urn);
      const { differences } = await verify('--repair');
      expect(differences.filter((each) => each.mended !== true).map(told)).to.deep.equal([]);
      const { code, differences: left, stderr } = await verify();
      expect({ code, left }, stderr).to.deep.equal({ code: 0, left: [] });
    });
  });

  it('finds nothing while others write', async () => {
    const writer = writeSteadily(cairn.url);
    const victims = Array.from({ length: 8 }, () => urns.dataset(own('v')));
    let wanted = true;
    const others = victims.map(async (urn, n) => {
      for (let round = 0; wanted; round++) {
        await write([
          proposal(urn, 'upstreamLineage', upstreams(victims[(n + round) % 8] ?? urn)),
          proposal(urn, 'status', status(round % 2 === 0)),
          proposal(urn, 'datasetProfile', { timestampMillis: round, rowCount: round }),
        ]);
        if (round % 3 === 2) await write([deletion(urn, 'datasetKey')]);
      }
    });
    try {
      for (let time = 0; time < 3; time++) {
        const { code, differences, stderr } = await verify();
        expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
      }
    } finally {
      wanted = false;
      await Promise.all([writer.stop(), ...others]);
    }
    const { code, differences, stderr } = await verify();
    expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
  });

  it('--help says what it does and what its exit codes mean; a server that is not there is told in a sentence', async () => {
    const help = runNode('commands/verify.js', ['--help']);
    expect(await help.end).to.deep.equal({ code: 0, signal: null });
    expect(help.stdout())
      .to.include('--repair')
      .and.to.match(/Exit code: 0 when/);
    const lost = runNode('commands/verify.js', ['--url', 'http://127.0.0.1:9']);
    expect((await lost.end).code).to.equal(1);
    expect(lost.stderr()).to.include('No Cairn answers at http://127.0.0.1:9');
  });
});
