/**
 * The table of all calls of the core, and what a call means for readers who do not see everything. A reader opens a core of their own, in layers:
 *
 * 1. `restricted` makes the calls by `part`, for who sees a part of the entities.
 * 2. `withholding` makes them by `closed`, for who may not read everything of the entities that are seen.
 * 3. `afterwards` makes them `again` if rights have changed before the answer was there.
 * 4. `observed` makes those that name a `sender` for who sends a request: policies judge what it writes, and the request is told of it. Those with
 *    `searches` are told the commit that the request waits for, and tell it how far search was.
 *
 * So a new call needs its type (calls.ts), what it does (catalog.ts), and its row here; it does not compile without one.
 * test/unit/catalog/rows.test.ts asks each of them as such a reader.
 */
import { noSuchAspect, noSuchEntity, noSuchVersion } from '../errors.ts';
import type { Urn } from '../model/urn.ts';
import {
  changesOpen,
  closedOf,
  latestPointsOpen,
  readOpen,
  readVersionOpen,
  seriesOfEachOpen,
  seriesOpen,
  timelineOfVersionsOpen,
  timelineOpen,
  versionsOpen,
  writeOpen,
} from './access/closed-calls.ts';
import { browseOpen, countLineageOpen, foldersOpen, searchLineageOpen, searchOpen, suggestOpen } from './access/closed-search-calls.ts';
import {
  browseOfPart,
  changesOfPart,
  countEachOfPart,
  countOfPart,
  edgesOfPart,
  foldersOfPart,
  listOfPart,
  readOfPart,
  searchOfPart,
  suggestOfPart,
  urnsOfPart,
} from './access/part-calls.ts';
import { versionedAspect } from './read/read.ts';
import { absent, type Calls, each, filtered, first, firsts, type RowsOf, refused, same, stripped } from './row.ts';
import {
  ACCESS,
  AUTHORS,
  BULK,
  INDEX,
  OF_SERVER,
  PEOPLE,
  PROGRAMS,
  REFUSALS,
  RUNS,
  SECRETS,
  SIGN_INS,
  SUBSCRIPTIONS,
  SUGGESTIONS,
  WEBHOOKS,
  WRITE,
} from './service-rows.ts';

const noEntity = ({ text }: Urn): never => {
  throw noSuchEntity(text);
};

/** So many aspects an entity has, if all are asked for. */
const ALL_ASPECTS = 10;
/** What each of a list brings, and what a page does. */
const counted = ({ length }: readonly unknown[]): number => length;
const pageOf = ({ count }: { readonly count: number }): number => count;

export const ROWS = {
  // Entities and their values
  read: {
    ...{ does: 'reads', about: firsts, gives: 'values', part: filtered(readOfPart), closed: stripped(readOpen), again: true },
    brings: (urns, aspects) => urns.length * (aspects?.length ?? ALL_ASPECTS),
    told: 'entities read',
  },
  readVersion: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(readVersionOpen), again: true },
    part: absent((urn, name, version, asOf) => {
      const aspect = versionedAspect(urn, name);
      throw version === 0 || asOf !== undefined ? noSuchAspect(urn.text, aspect.name, asOf) : noSuchVersion(urn.text, aspect.name, version);
    }),
  },
  versions: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(versionsOpen), again: true },
    brings: (_urn, _aspect, _start, count) => count,
    told: 'versions read',
    part: absent((urn, name, _start, _count, asOf) => {
      throw noSuchAspect(urn.text, versionedAspect(urn, name).name, asOf);
    }),
  },
  timeline: {
    ...{ does: 'reads', about: first, gives: 'values', part: absent(noEntity), closed: stripped(timelineOpen), again: true },
    told: 'changes read',
  },
  timelineOfVersions: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(timelineOfVersionsOpen), again: true },
    part: refused('read the changes of all versions'),
  },
  series: {
    ...{ does: 'reads', about: first, gives: 'values', part: absent(() => []), closed: stripped(seriesOpen), again: true },
    brings: (_urn, { limit }) => limit,
    told: 'points read',
  },
  seriesOfEach: {
    ...{ does: 'reads', about: firsts, gives: 'values', part: each([]), closed: stripped(seriesOfEachOpen), again: true },
    brings: (urns, { limit }) => urns.length * limit,
    told: 'points read',
  },
  latestPoints: {
    ...{ does: 'reads', gives: 'values', part: each([]), closed: stripped(latestPointsOpen), again: true },
    brings: (asked) => asked.reduce((sum, { aspects }) => sum + aspects.length, 0),
    told: 'points read',
    about: (subjects) => subjects.map(({ urn }) => urn.text),
  },
  // The core that strips values answers it. Nobody else is refused anything.
  closed: { does: 'reads', about: first, gives: 'rights', part: same, closed: stripped(closedOf), again: true },

  // Which entities there are
  exists: { does: 'reads', about: firsts, gives: 'names', part: each(false), closed: same, again: true, brings: counted },
  pending: { does: 'reads', about: firsts, gives: 'names', part: each(false), closed: same, again: true, brings: counted },
  list: { does: 'reads', about: 'any', gives: 'names', part: filtered(listOfPart), closed: same, again: true, brings: pageOf },
  urnsOf: {
    ...{ does: 'reads', about: 'any', gives: 'names', part: filtered(urnsOfPart), closed: same, again: true },
    brings: (_type, _start, count) => count,
  },
  count: { does: 'reads', about: 'any', gives: 'counts', part: filtered(countOfPart), closed: same, again: true },
  countEach: { does: 'reads', about: 'any', gives: 'counts', part: filtered(countEachOfPart), closed: same, again: true },
  countAspect: { does: 'reads', about: 'any', gives: 'counts', part: refused('count aspects'), closed: same, again: true },
  indexProblems: {
    ...{ does: 'reads', about: 'any', gives: 'names', part: refused('list problems of the search index'), closed: same, again: true },
    brings: (_after, count) => count,
  },

  // Search
  search: {
    ...{ does: 'reads', about: 'any', gives: 'names', part: filtered(searchOfPart), closed: stripped(searchOpen), again: true, searches: true },
    brings: pageOf,
    told: 'searched',
  },
  suggest: { does: 'reads', about: 'any', gives: 'names', part: filtered(suggestOfPart), closed: stripped(suggestOpen), again: true, searches: true },
  browse: { does: 'reads', about: 'any', gives: 'names', part: filtered(browseOfPart), closed: stripped(browseOpen), again: true, searches: true },
  folders: {
    does: 'reads',
    about: 'any',
    gives: 'counts',
    part: filtered(foldersOfPart),
    closed: stripped(foldersOpen),
    again: true,
    searches: true,
  },
  browsePaths: { does: 'reads', about: first, gives: 'names', part: absent(() => []), closed: same, again: true },

  // Relationships and lineage
  related: {
    ...{ does: 'reads', about: first, gives: 'edges', part: edgesOfPart('related'), closed: same, again: true },
    brings: (_urn, _direction, _types, _start, count) => count,
    told: 'relationships read',
  },
  relatedOf: {
    ...{ does: 'reads', about: firsts, gives: 'edges', part: edgesOfPart('relatedOf'), closed: same, again: true },
    brings: (urns, _direction, _types, _start, count) => urns.length * count,
  },
  relatedCounts: { does: 'reads', about: firsts, gives: 'counts', part: edgesOfPart('relatedCounts'), closed: same, again: true, brings: counted },
  relatedAfter: {
    ...{ does: 'reads', about: first, gives: 'edges', part: edgesOfPart('relatedAfter'), closed: same, again: true },
    brings: (_urn, _direction, _types, _after, count) => count,
  },
  edges: { does: 'reads', about: 'any', gives: 'edges', part: edgesOfPart('edges'), closed: same, again: true, brings: pageOf },
  columnHolders: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('columnHolders'), closed: same, again: true },
    brings: counted,
    about: (edges) => edges.flatMap(({ source, target }) => [source, target]),
  },
  lineage: {
    ...{ does: 'reads', about: ({ urn }) => [urn.text], gives: 'edges', part: edgesOfPart('lineage'), closed: same, again: true },
    told: 'lineage followed',
  },
  neighbours: {
    ...{ does: 'reads', about: ({ urns }) => firsts(urns), gives: 'edges', part: edgesOfPart('neighbours'), closed: same, again: true },
    brings: ({ urns, count }) => urns.length * count,
  },
  lineageWays: {
    ...{ does: 'reads', about: ({ from, to }) => [from, to], gives: 'edges', part: edgesOfPart('lineageWays'), closed: same, again: true },
    told: 'ways found',
  },
  relationshipWays: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('relationshipWays'), closed: same, again: true },
    told: 'ways found',
    about: ({ from, to }) => [from, to],
  },
  landings: { does: 'reads', about: 'any', gives: 'edges', part: edgesOfPart('landings'), closed: same, again: true, told: 'columns followed' },
  stepsBelow: { does: 'reads', about: first, gives: 'edges', part: edgesOfPart('stepsBelow'), closed: same, again: true },
  searchLineage: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('searchLineage'), closed: stripped(searchLineageOpen), again: true, searches: true },
    told: 'lineage searched',
    about: ({ urn }) => [urn.text],
  },
  countLineage: {
    ...{ does: 'reads', gives: 'counts', part: edgesOfPart('countLineage'), closed: stripped(countLineageOpen), again: true, searches: true },
    about: ({ urn }) => [urn.text],
  },
  references: { does: 'reads', about: first, gives: 'edges', part: refused('list what refers to an entity'), closed: same, again: true },

  // The change stream
  changes: {
    ...{ does: 'reads', about: 'any', gives: 'values', part: changesOfPart('changes'), closed: stripped(changesOpen), again: true },
    brings: ({ limit }) => limit,
    told: 'changes read',
  },
  newestChanges: {
    ...{ does: 'reads', about: 'any', gives: 'values', part: changesOfPart('newestChanges'), closed: stripped(changesOpen), again: true },
    brings: ({ limit }) => limit,
  },
  placeBefore: { does: 'reads', about: 'any', gives: 'counts', part: changesOfPart('placeBefore'), closed: same, again: false },

  // Writes. Rights judge each change, and refuse one of what is not seen.
  write: { does: 'writes', about: 'any', gives: 'values', part: same, closed: stripped(writeOpen), again: false, sender: WRITE, told: 'written' },
  dropLatestPoint: { does: 'upkeep', about: first, gives: 'nothing', part: same, closed: same, again: false, sender: WRITE },
  deleteReferences: {
    ...{ does: 'writes', about: first, gives: 'nothing', closed: same, again: false, sender: WRITE },
    part: refused('remove references to an entity'),
  },
  deletion: {
    ...{ does: 'reads', about: first, gives: 'counts', closed: same, again: false, sender: WRITE },
    part: refused('list what a deletion takes'),
  },
  dropEdges: { does: 'upkeep', about: first, gives: 'counts', part: refused('remove relationships'), closed: same, again: false, sender: WRITE },
  runs: RUNS,
  refusals: REFUSALS,
  bulk: BULK,
  suggestions: SUGGESTIONS,

  // People, rights, and how somebody comes in
  people: PEOPLE,
  access: ACCESS,
  signIns: SIGN_INS,
  programs: PROGRAMS,
  secrets: SECRETS,
  authors: AUTHORS,

  // What is sent to others
  webhooks: WEBHOOKS,
  subscriptions: SUBSCRIPTIONS,

  // The server and its store
  lag: { ...OF_SERVER, searches: true },
  newest: OF_SERVER,
  sees: OF_SERVER,
  epoch: OF_SERVER,
  drained: OF_SERVER,
  index: INDEX,
  finishDeletes: { does: 'upkeep', about: 'any', gives: 'nothing', part: refused('finish deletions'), closed: same, again: false },
  settleNext: { does: 'upkeep', about: 'any', gives: 'nothing', part: refused('settle deletions'), closed: same, again: false },
  verify: { does: 'upkeep', about: 'any', gives: 'names', part: refused('verify the store'), closed: same, again: false },
} satisfies RowsOf<Calls>;
