/**
 * Damage done by hand to each of the things that `npm run verify` checks, and the expected reports.
 */
import { EVIDENCE_ALIAS, SOURCE_ALIAS, WORDS_ALIAS } from '../../../src/search/index.ts';
import { deletion, proposal, tags, urns } from '../../support/make.ts';
import { columnOf, type Damage, rareWord, type StoreByHand, upstreamOf } from './damage.ts';

const ENTITY = 'MATCH (e:Entity {urn: $urn})';
const aspect = (name: string): string => `${ENTITY}-[:LATEST]->(a:Aspect {name: '${name}'})`;
const SECRET = urns.tag('secret');
/** A column has these tags and no others. */
const hiding = (urn: string, ...secret: string[]): unknown =>
  proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'c', globalTags: tags(...secret) }] });

/** @param store the store to damage */
export function damagesTo({ cypher, documents, documentId, write }: StoreByHand): readonly Damage[] {
  /** The id of the open document of a table, of which a column is hidden now. */
  const openId = async (urn: string): Promise<string> => {
    await write([proposal(SECRET, 'tagProperties', { name: 'Secret', isSensitive: true }), hiding(urn, SECRET)]);
    const lines = (await documents('GET', '/export?include_fields=id,urn,type')).split('\n');
    const all = lines.map((line) => JSON.parse(line) as { id: string; urn: string; type: string });
    return all.find((each) => each.urn === urn && each.type.startsWith('qv'))?.id ?? 'there is none';
  };
  return [
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
      root: true,
      does: (urn) => cypher(`${aspect('status')} CREATE (e)-[:LATEST]->(b:Aspect) SET b = properties(a), b.twin = true`, { urn }),
      says: [/^version status: one latest version \/ 2$/, /^version status: versions down to 1 \/ LATEST 2$/],
      undoes: (urn) => cypher(`${aspect('status')} WHERE a.twin DETACH DELETE a`, { urn }),
    },
    {
      title: 'a deleted aspect does not say when it ended',
      does: async (urn) => {
        await write([deletion(urn, 'globalTags')]);
        await cypher(`${ENTITY}-[l:ENDED]->() SET l.kept = l.until REMOVE l.until`, { urn });
      },
      says: [/^version globalTags: the name and the end of a deleted aspect .* \/ name globalTags, until null$/],
      undoes: (urn) => cypher(`${ENTITY}-[l:ENDED]->() SET l.until = l.kept REMOVE l.kept`, { urn }),
    },
    {
      title: 'a version of a deleted aspect counts for its run',
      does: async (urn) => {
        await write([deletion(urn, 'globalTags')]);
        await cypher(`${ENTITY}-[:ENDED]->(a) SET a.runId = a.run`, { urn });
      },
      says: [/^run globalTags: version 1 counted for no run \/ counted for run /],
      undoes: (urn) => cypher(`${ENTITY}-[:ENDED]->(a) REMOVE a.runId`, { urn }),
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
      title: 'an edge begins at a time of no version',
      does: (urn) => cypher(`${ENTITY}-[r:OwnedBy]->() SET r.kept = r.since, r.since = r.since - 5`, { urn }),
      says: [/^edge ownership: .* -OwnedBy-> .* since a version of its aspect \/ since \d+$/],
      undoes: (urn) => cypher(`${ENTITY}-[r:OwnedBy]->() SET r.since = r.kept REMOVE r.kept`, { urn }),
    },
    {
      title: 'a version that no commit has written',
      does: (urn) =>
        cypher(
          `${aspect('datasetProperties')}-[:PREV]->(b) MATCH (e)-[l:LATEST]->(a) DELETE l CREATE (e)-[:LATEST]->(c:Aspect)-[:PREV]->(a) SET c = properties(a), c.seq = 4, c.added = true`,
          { urn },
        ),
      says: [/^version datasetProperties: a commit that has written version 4 \/ none$/],
      undoes: (urn) =>
        cypher(`${aspect('datasetProperties')}-[:PREV]->(b) WHERE a.added MATCH (e)-[l:LATEST]->(a) DETACH DELETE a CREATE (e)-[:LATEST]->(b)`, {
          urn,
        }),
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
      title: 'a past edge of lineage that does not say since when',
      does: (urn) =>
        cypher(
          `${ENTITY} MERGE (t:Entity {urn: $to}) CREATE (e)-[:PAST_UPSTREAM {aspect: 'upstreamLineage', holder: $urn, via: 'DownstreamOf', until: 2}]->(t)`,
          { urn, to: urns.dataset('somewhere') },
        ),
      says: [/^past edge : .* on PAST_UPSTREAM \/ some are missing$/],
      undoes: (urn) => cypher(`${ENTITY}-[p:PAST_UPSTREAM]->() WHERE p.since IS NULL DELETE p`, { urn }),
    },
    {
      title: 'a past edge ends at a time of no version',
      does: async (urn) => {
        await write([deletion(urn, 'globalTags')]);
        await cypher(`${ENTITY}-[p:PAST {type: 'TaggedWith'}]->() SET p.kept = p.until, p.until = p.until + 5`, { urn });
      },
      says: [/^past edge globalTags: .* -TaggedWith-> .* until a version of its aspect, .* \/ since \d+, until \d+$/],
      undoes: (urn) => cypher(`${ENTITY}-[p:PAST {type: 'TaggedWith'}]->() SET p.until = p.kept REMOVE p.kept`, { urn }),
    },
    {
      title: 'a past edge of lineage ends in the future',
      does: async (urn) => {
        await write([deletion(urn, 'upstreamLineage')]);
        await cypher(`${ENTITY}-[p:PAST_UPSTREAM]->() SET p.kept = p.until, p.until = p.until + 100000000`, { urn });
      },
      says: [/^past edge upstreamLineage: .* -DownstreamOf-> .* until a version of its aspect, .* \/ since \d+, until \d+$/],
      undoes: (urn) => cypher(`${ENTITY}-[p:PAST_UPSTREAM]->() SET p.until = p.kept REMOVE p.kept`, { urn }),
    },
    {
      title: 'a past edge ends before it begins',
      does: async (urn) => {
        await write([deletion(urn, 'ownership')]);
        await cypher(`${ENTITY}-[p:PAST {type: 'OwnedBy'}]->() SET p.kept = p.until, p.until = p.since - 1`, { urn });
      },
      says: [/^past edge ownership: .* -OwnedBy-> .* until a version of its aspect, .* \/ since \d+, until \d+$/],
      undoes: (urn) => cypher(`${ENTITY}-[p:PAST {type: 'OwnedBy'}]->() SET p.until = p.kept REMOVE p.kept`, { urn }),
    },
    {
      title: 'a point that a commit has written is gone',
      // Its document follows what is left: not one of the pairs.
      of: (urn) => urn,
      does: (urn) => cypher('MATCH (p:Point {series: $series}) CREATE (k:Lost) SET k = properties(p) DELETE p', { series: `${urn}|datasetProfile` }),
      says: [
        /^point datasetProfile: a point at 1, which commit \d+ has written \/ none$/,
        /^document : what its latest aspects say \/ something else in .*rowCount/,
      ],
      undoes: (urn) =>
        cypher('MATCH (k:Lost {series: $series}) CREATE (p:Point) SET p = properties(k) DELETE k', { series: `${urn}|datasetProfile` }),
    },
    {
      title: 'an entity is soft-deleted although its status does not say so',
      root: true,
      does: (urn) => cypher(`${ENTITY} SET e.removed = true`, { urn }),
      says: [
        /^entity status: removed: false, as its status says \/ removed: true$/,
        /^document : what its latest aspects say \/ something else in .*live/,
      ],
    },
    {
      title: 'an entity has lost its label',
      does: (urn) => cypher(`${ENTITY} REMOVE e:dataset`, { urn }),
      says: [/^entity : labels Entity, dataset \/ labels Entity$/],
    },
    {
      title: 'an entity has lost its type',
      does: (urn) => cypher(`${ENTITY} REMOVE e.type`, { urn }),
      says: [/^entity : type dataset \/ type none$/, /^document : no document, because the entity does not exist \//],
    },
    {
      title: 'an entity has the label of another type',
      does: (urn) => cypher(`${ENTITY} SET e:chart`, { urn }),
      says: [/^entity : labels Entity, dataset \/ labels Entity, chart, dataset$/],
    },
    {
      title: 'an aspect that makes edges has two latest versions',
      root: true,
      does: (urn) => cypher(`${aspect('ownership')} CREATE (e)-[:LATEST]->(b:Aspect) SET b = properties(a), b.twin = true`, { urn }),
      says: [/^version ownership: one latest version \/ 2$/],
      undoes: (urn) => cypher(`${aspect('ownership')} WHERE a.twin DETACH DELETE a`, { urn }),
    },
    {
      title: 'an entity has no key any more',
      root: true,
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
      title: 'an entity has a key that its URN does not say',
      root: true,
      does: (urn) => cypher(`${aspect('datasetKey')} SET a.kept = a.value, a.value = replace(a.value, 'PROD', 'DEV')`, { urn }),
      says: [/^entity datasetKey: the key .*PROD.* \/ .*DEV/, /^document : what its latest aspects say \/ something else in .*origin/],
      undoes: (urn) => cypher(`${aspect('datasetKey')} SET a.value = a.kept REMOVE a.kept`, { urn }),
    },
    {
      title: 'an aspect of which the value cannot be read',
      root: true,
      does: (urn) => cypher(`${aspect('globalTags')} SET a.kept = a.value, a.value = '{"tags'`, { urn }),
      says: [/^entity globalTags: a value that is JSON \/ \{"tags$/],
      undoes: (urn) => cypher(`${aspect('globalTags')} SET a.value = a.kept REMOVE a.kept`, { urn }),
    },
    {
      title: 'an entity was not soft-deleted as often as it was restored',
      does: (urn) => cypher(`${ENTITY} SET e.toggled = e.toggled + e.toggled[0]`, { urn }),
      says: [/^entity status: an even number of times in toggled \/ 3$/],
      undoes: (urn) => cypher(`${ENTITY} SET e.toggled = e.toggled[0..2]`, { urn }),
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
      title: 'a point without its identity',
      does: (urn) => cypher('CREATE (:Point {by: $urn})', { urn }),
      of: () => '',
      says: [/^point : a point with its identity \/ series null, /],
      undoes: (urn) => cypher('MATCH (p:Point {by: $urn}) DELETE p', { urn }),
    },
    {
      title: 'a point of which the system metadata cannot be read',
      does: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.kept = p.meta, p.meta = 7', { series: `${urn}|datasetProfile` }),
      says: [/^point datasetProfile: system metadata that are JSON, at 1 \/ 7$/],
      undoes: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.meta = p.kept REMOVE p.kept', { series: `${urn}|datasetProfile` }),
    },
    {
      title: 'a point counts for a run that did not write it',
      does: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.kept = p.runId, p.runId = null', { series: `${urn}|datasetProfile` }),
      says: [/^run datasetProfile: the point at 1 counted for run .* \/ counted for no run$/],
      undoes: (urn) => cypher('MATCH (p:Point {series: $series}) SET p.runId = p.kept REMOVE p.kept', { series: `${urn}|datasetProfile` }),
    },
    {
      title: 'a document is gone',
      does: async (urn) => documents('DELETE', `/${await documentId(urn)}`),
      says: [/^document : a document \/ none$/],
    },
    {
      title: 'a document for questions is gone',
      does: async (urn) => documents('DELETE', `/${await documentId(urn)}`, undefined, EVIDENCE_ALIAS),
      says: [/^evidence : a document \/ none$/],
    },
    {
      title: 'a document for questions says something else',
      does: async (urn) => documents('PATCH', `/${await documentId(urn)}`, { n: 'other' }, EVIDENCE_ALIAS),
      says: [/^evidence : what its latest aspects say \/ something else in n$/],
    },
    {
      title: 'a document for questions without an entity',
      does: (urn) => {
        const stray = {
          id: `stray${urn.replace(/\D/g, '')}`,
          key: 1,
          urn: upstreamOf(urn),
          type: 'x',
          live: true,
          n: 'x',
          p: '',
          c: '',
          k: '',
          d: '',
          len: 0,
          u: [],
        };
        return documents('POST', '?action=upsert', { ...stray, group: 'x', rank: 1, care: 0 }, EVIDENCE_ALIAS);
      },
      says: [/^evidence : no document, because the entity does not exist \/ document stray/],
      of: upstreamOf,
    },
    {
      title: 'the document with the values as they were written is gone',
      does: async (urn) => documents('DELETE', `/${await documentId(urn)}`, undefined, SOURCE_ALIAS),
      says: [/^source : a document \/ none$/],
    },
    {
      title: 'a document with values as they were written without an entity',
      does: (urn) => {
        const stray = { id: `stray${urn.replace(/\D/g, '')}`, key: 1, urn: upstreamOf(urn), names: '{}', written: '{}' };
        return documents('POST', '?action=upsert', stray, SOURCE_ALIAS);
      },
      says: [/^source : no document, because the entity does not exist \/ document stray/],
      of: upstreamOf,
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
      says: [/^document : no document, because the entity does not exist \/ document stray/],
    },
    {
      title: 'the open document of a table with hidden columns is gone',
      writes: true,
      does: async (urn) => documents('DELETE', `/${await openId(urn)}`),
      says: [/^document : a document \/ none$/],
    },
    {
      title: 'an open document for questions says something else',
      writes: true,
      does: async (urn) => documents('PATCH', `/${await openId(urn)}`, { n: 'other' }, EVIDENCE_ALIAS),
      says: [/^evidence : what its latest aspects say \/ something else in n$/],
    },
    {
      title: 'an open document stays although no column is hidden',
      writes: true,
      does: async (urn) => {
        const document = await documents('GET', `/${await openId(urn)}`);
        await write([hiding(urn)]);
        await documents('POST', '?action=upsert', JSON.parse(document));
      },
      says: [/^document : no document \/ one$/],
    },
    {
      title: 'an entity has two documents',
      does: async (urn) => {
        const document = JSON.parse(await documents('GET', `/${await documentId(urn)}`)) as object;
        await documents('POST', '?action=upsert', { ...document, id: `twin${urn.replace(/\D/g, '')}` });
      },
      says: [/^document : one document, .* \/ document twin\d+, too$/],
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
    {
      title: 'a word is missing in the list in which parts of words are found',
      does: (urn) => documents('DELETE', `/${rareWord(urn)}`, undefined, WORDS_ALIAS),
      says: [/^words : to be found by parts of its words \/ not found by parts of rare\d+$/],
    },
  ];
}
