/**
 * The table of all calls of the core, and what a call means for readers who do not see everything. A reader opens a core of their own, in layers:
 *
 * 1. `restricted` makes the calls by `part`, for who sees a part of the entities.
 * 2. `withholding` makes them by `closed`, for who may not read everything of the entities that are seen.
 * 3. `afterwards` makes them `again` if rights have changed before the answer was there.
 * 4. `observed` makes those that name a `sender` for who sends a request: policies judge what it writes, and the request is told of it.
 *
 * So a new call needs its type (calls.ts), what it does (catalog.ts), and its row here; it does not compile without one.
 * test/unit/catalog/rows.test.ts asks each of them as such a reader.
 */
import { noSuchAspect, noSuchEntity, noSuchVersion } from '../errors.ts';
import {
  changesOpen,
  closedOf,
  describeRunOpen,
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
  actorsOfPart,
  browseOfPart,
  changesOfPart,
  countEachOfPart,
  countOfPart,
  edgesOfPart,
  foldersOfPart,
  listOfPart,
  mayIOfPart,
  readOfPart,
  resourcesOfPart,
  rightsOverPart,
  searchOfPart,
  suggestionsOfPart,
  suggestOfPart,
  urnsOfPart,
} from './access/part-calls.ts';
import { versionedAspect } from './read/read.ts';
import { absent, type Calls, each, filtered, first, firsts, type RowsOf, refused, same, stripped } from './row.ts';

const WRITE = 'write';
const noEntity = (urn: { readonly text: string }): never => {
  throw noSuchEntity(urn.text);
};

/** Services that a reader of a part does not get, and calls that only tell of the server, not of entities. */
const OF_RUNS = { about: 'any', part: refused('use runs'), again: false, sender: WRITE } as const;
const OF_WEBHOOKS = { about: 'any', gives: 'values', part: refused('use webhooks'), closed: refused('use webhooks'), again: false } as const;
const OF_BULK = { about: 'any', gives: 'values', part: refused('use bulk changes'), closed: same, again: false } as const;
const OF_SUBSCRIPTIONS = { about: 'any', gives: 'names', part: refused('use subscriptions'), closed: same, again: false } as const;
const OF_INDEX = { about: 'any', gives: 'counts', part: refused('use the search index'), closed: same, again: false } as const;
const OF_SERVER = { does: 'reads', about: 'none', gives: 'nothing', part: same, closed: same, again: false } as const;
const OF_ENTRY = { does: 'writes', about: 'none', gives: 'nothing', part: same, closed: same, again: false } as const;
const SIGN_IN = { ...OF_ENTRY, sender: 'sign anybody in' } as const;
const PROGRAM = { ...OF_ENTRY, sender: 'let programs in' } as const;
/** Rights judge each. */
const RIGHTS = { does: 'reads', about: 'any', gives: 'rights', part: same, closed: same, again: false, sender: 'use rights' } as const;
const RIGHTS_WRITE = { ...RIGHTS, does: 'writes' } as const;
const SUGGESTIONS = { about: 'any', gives: 'values', closed: same, sender: 'use suggestions' } as const;

export const ROWS: RowsOf<Calls> = {
  // Entities and their values
  read: { does: 'reads', about: firsts, gives: 'values', part: filtered(readOfPart), closed: stripped(readOpen), again: true },
  readVersion: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(readVersionOpen), again: true },
    part: absent((urn, name, version, asOf) => {
      const aspect = versionedAspect(urn, name);
      throw version === 0 || asOf !== undefined ? noSuchAspect(urn.text, aspect.name, asOf) : noSuchVersion(urn.text, aspect.name, version);
    }),
  },
  versions: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(versionsOpen), again: true },
    part: absent((urn, name, _start, _count, asOf) => {
      throw noSuchAspect(urn.text, versionedAspect(urn, name).name, asOf);
    }),
  },
  timeline: { does: 'reads', about: first, gives: 'values', part: absent(noEntity), closed: stripped(timelineOpen), again: true },
  timelineOfVersions: {
    ...{ does: 'reads', about: first, gives: 'values', closed: stripped(timelineOfVersionsOpen), again: true },
    part: refused('read the changes of all versions'),
  },
  series: { does: 'reads', about: first, gives: 'values', part: absent(() => []), closed: stripped(seriesOpen), again: true },
  seriesOfEach: { does: 'reads', about: firsts, gives: 'values', part: each([]), closed: stripped(seriesOfEachOpen), again: true },
  latestPoints: {
    ...{ does: 'reads', gives: 'values', part: each([]), closed: stripped(latestPointsOpen), again: true },
    about: (subjects) => subjects.map(({ urn }) => urn.text),
  },
  // The core that strips values answers it. Nobody else is refused anything.
  closed: { does: 'reads', about: first, gives: 'rights', part: same, closed: stripped(closedOf), again: true },

  // Which entities there are
  exists: { does: 'reads', about: firsts, gives: 'names', part: each(false), closed: same, again: true },
  pending: { does: 'reads', about: firsts, gives: 'names', part: each(false), closed: same, again: true },
  list: { does: 'reads', about: 'any', gives: 'names', part: filtered(listOfPart), closed: same, again: true },
  urnsOf: { does: 'reads', about: 'any', gives: 'names', part: filtered(urnsOfPart), closed: same, again: true },
  count: { does: 'reads', about: 'any', gives: 'counts', part: filtered(countOfPart), closed: same, again: true },
  countEach: { does: 'reads', about: 'any', gives: 'counts', part: filtered(countEachOfPart), closed: same, again: true },
  countAspect: { does: 'reads', about: 'any', gives: 'counts', part: refused('count aspects'), closed: same, again: true },
  indexProblems: { does: 'reads', about: 'any', gives: 'names', part: refused('list problems of the search index'), closed: same, again: true },

  // Search
  search: { does: 'reads', about: 'any', gives: 'names', part: filtered(searchOfPart), closed: stripped(searchOpen), again: true },
  suggest: { does: 'reads', about: 'any', gives: 'names', part: filtered(suggestOfPart), closed: stripped(suggestOpen), again: true },
  browse: { does: 'reads', about: 'any', gives: 'names', part: filtered(browseOfPart), closed: stripped(browseOpen), again: true },
  folders: { does: 'reads', about: 'any', gives: 'counts', part: filtered(foldersOfPart), closed: stripped(foldersOpen), again: true },
  browsePaths: { does: 'reads', about: first, gives: 'names', part: absent(() => []), closed: same, again: true },

  // Relationships and lineage
  related: { does: 'reads', about: first, gives: 'edges', part: edgesOfPart('related'), closed: same, again: true },
  relatedOf: { does: 'reads', about: firsts, gives: 'edges', part: edgesOfPart('relatedOf'), closed: same, again: true },
  relatedCounts: { does: 'reads', about: firsts, gives: 'counts', part: edgesOfPart('relatedCounts'), closed: same, again: true },
  relatedAfter: { does: 'reads', about: first, gives: 'edges', part: edgesOfPart('relatedAfter'), closed: same, again: true },
  edges: { does: 'reads', about: 'any', gives: 'edges', part: edgesOfPart('edges'), closed: same, again: true },
  columnHolders: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('columnHolders'), closed: same, again: true },
    about: (edges) => edges.flatMap(({ source, target }) => [source, target]),
  },
  lineage: { does: 'reads', about: ({ urn }) => [urn.text], gives: 'edges', part: edgesOfPart('lineage'), closed: same, again: true },
  neighbours: { does: 'reads', about: ({ urns }) => firsts(urns), gives: 'edges', part: edgesOfPart('neighbours'), closed: same, again: true },
  lineageWays: { does: 'reads', about: ({ from, to }) => [from, to], gives: 'edges', part: edgesOfPart('lineageWays'), closed: same, again: true },
  relationshipWays: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('relationshipWays'), closed: same, again: true },
    about: ({ from, to }) => [from, to],
  },
  landings: { does: 'reads', about: 'any', gives: 'edges', part: edgesOfPart('landings'), closed: same, again: true },
  stepsBelow: { does: 'reads', about: first, gives: 'edges', part: edgesOfPart('stepsBelow'), closed: same, again: true },
  searchLineage: {
    ...{ does: 'reads', gives: 'edges', part: edgesOfPart('searchLineage'), closed: stripped(searchLineageOpen), again: true },
    about: ({ urn }) => [urn.text],
  },
  countLineage: {
    ...{ does: 'reads', gives: 'counts', part: edgesOfPart('countLineage'), closed: stripped(countLineageOpen), again: true },
    about: ({ urn }) => [urn.text],
  },
  references: { does: 'reads', about: first, gives: 'edges', part: refused('list what refers to an entity'), closed: same, again: true },

  // The change stream
  changes: { does: 'reads', about: 'any', gives: 'values', part: changesOfPart('changes'), closed: stripped(changesOpen), again: true },
  newestChanges: { does: 'reads', about: 'any', gives: 'values', part: changesOfPart('newestChanges'), closed: stripped(changesOpen), again: true },
  placeBefore: { does: 'reads', about: 'any', gives: 'counts', part: changesOfPart('placeBefore'), closed: same, again: false },

  // Writes. Rights judge each change, and refuse one of what is not seen.
  write: { does: 'writes', about: 'any', gives: 'values', part: same, closed: stripped(writeOpen), again: false, sender: WRITE },
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
  runs: {
    list: { ...OF_RUNS, does: 'reads', gives: 'counts', closed: same },
    describe: { ...OF_RUNS, does: 'reads', gives: 'values', closed: stripped(describeRunOpen) },
    rollback: { ...OF_RUNS, does: 'writes', gives: 'names', closed: same },
    left: { ...OF_RUNS, does: 'reads', gives: 'counts', closed: same },
    undoSome: { ...OF_RUNS, does: 'writes', gives: 'counts', closed: same },
  },
  bulk: {
    preview: { ...OF_BULK, does: 'reads', sender: WRITE },
    create: { ...OF_BULK, does: 'upkeep', sender: WRITE },
    list: { ...OF_BULK, does: 'reads' },
    read: { ...OF_BULK, does: 'reads' },
    refused: { ...OF_BULK, does: 'reads' },
    stop: { ...OF_BULK, does: 'upkeep' },
    resume: { ...OF_BULK, does: 'upkeep' },
    undo: { ...OF_BULK, does: 'upkeep', sender: WRITE },
    step: { ...OF_BULK, does: 'writes' },
  },
  suggestions: {
    suggest: { ...SUGGESTIONS, does: 'writes', part: suggestionsOfPart('suggest'), again: false },
    list: { ...SUGGESTIONS, does: 'reads', part: suggestionsOfPart('list'), again: true },
    preview: { ...SUGGESTIONS, does: 'reads', part: suggestionsOfPart('preview'), again: true },
    decide: { ...SUGGESTIONS, does: 'writes', part: suggestionsOfPart('decide'), again: false },
    news: { ...SUGGESTIONS, does: 'reads', part: refused('know all suggestions'), again: false },
    among: { ...SUGGESTIONS, does: 'reads', part: suggestionsOfPart('among'), again: false },
  },

  // People, rights, and how somebody comes in
  people: {
    signIn: OF_SERVER,
    confirm: OF_SERVER,
    requireActive: OF_SERVER,
    policies: OF_SERVER,
    view: OF_SERVER,
    require: OF_SERVER,
    rights: OF_SERVER,
    actor: { ...OF_SERVER, about: (urn) => [urn], gives: 'rights', part: absent((urn) => noEntity({ text: urn })) },
    actors: { ...OF_SERVER, about: (urns) => urns, gives: 'rights', part: filtered(actorsOfPart) },
    resource: { ...OF_SERVER, about: (urn) => [urn], gives: 'rights', part: absent((urn) => noEntity({ text: urn })) },
    resources: { ...OF_SERVER, about: (urns) => urns, gives: 'rights', part: filtered(resourcesOfPart) },
  },
  access: {
    mayI: { ...RIGHTS, about: (_, on) => (on === undefined ? [] : [on]), part: filtered(mayIOfPart) },
    mayISomewhere: RIGHTS,
    rightsOver: { ...RIGHTS, about: first, part: filtered(rightsOverPart) },
    require: RIGHTS,
    createToken: RIGHTS_WRITE,
    revokeToken: RIGHTS_WRITE,
    tokenOf: RIGHTS,
    token: RIGHTS,
    createServiceAccount: RIGHTS_WRITE,
    deleteServiceAccount: RIGHTS_WRITE,
    invite: RIGHTS_WRITE,
    acceptRole: RIGHTS_WRITE,
    createResetToken: RIGHTS_WRITE,
    ask: RIGHTS_WRITE,
    requests: RIGHTS,
    decide: RIGHTS_WRITE,
    requestNews: { ...RIGHTS, part: refused('know all requests') },
  },
  signIns: {
    userNamed: { ...SIGN_IN, does: 'reads' },
    check: { ...SIGN_IN, does: 'reads' },
    logIn: SIGN_IN,
    begin: SIGN_IN,
    beginExternal: SIGN_IN,
    useUp: SIGN_IN,
    end: SIGN_IN,
    endExternal: SIGN_IN,
    operatorsWhoSignIn: { ...SIGN_IN, does: 'reads' },
    sweep: SIGN_IN,
    signUp: SIGN_IN,
    reset: SIGN_IN,
  },
  programs: { allow: PROGRAM, redeem: PROGRAM, renew: PROGRAM },
  secrets: { seal: OF_SERVER, open: OF_SERVER },
  authors: {
    of: { ...OF_SERVER, about: 'any', gives: 'rights', part: refused('know authors') },
    gone: { ...OF_SERVER, about: 'any', gives: 'rights', part: refused('know authors') },
  },

  // What is sent to others
  webhooks: {
    create: { ...OF_WEBHOOKS, does: 'upkeep' },
    list: { ...OF_WEBHOOKS, does: 'reads' },
    read: { ...OF_WEBHOOKS, does: 'reads' },
    change: { ...OF_WEBHOOKS, does: 'upkeep' },
    remove: { ...OF_WEBHOOKS, does: 'upkeep' },
    rotate: { ...OF_WEBHOOKS, does: 'upkeep' },
    replay: { ...OF_WEBHOOKS, does: 'upkeep' },
    resume: { ...OF_WEBHOOKS, does: 'upkeep' },
    deliveries: { ...OF_WEBHOOKS, does: 'reads' },
    ping: { ...OF_WEBHOOKS, does: 'reads' },
  },
  subscriptions: {
    create: { ...OF_SUBSCRIPTIONS, does: 'upkeep' },
    list: { ...OF_SUBSCRIPTIONS, does: 'reads' },
    remove: { ...OF_SUBSCRIPTIONS, does: 'upkeep' },
    events: { ...OF_SUBSCRIPTIONS, does: 'reads' },
  },

  // The server and its store
  lag: OF_SERVER,
  newest: OF_SERVER,
  sees: OF_SERVER,
  epoch: OF_SERVER,
  drained: OF_SERVER,
  index: {
    state: { ...OF_INDEX, does: 'reads' },
    node: { ...OF_INDEX, does: 'reads' },
    oldest: { ...OF_INDEX, does: 'reads' },
    rebuild: { ...OF_INDEX, does: 'upkeep' },
    dropUnused: { ...OF_INDEX, does: 'upkeep' },
    reindex: { ...OF_INDEX, does: 'upkeep' },
  },
  finishDeletes: { does: 'upkeep', about: 'any', gives: 'nothing', part: refused('finish deletions'), closed: same, again: false },
  settleNext: { does: 'upkeep', about: 'any', gives: 'nothing', part: refused('settle deletions'), closed: same, again: false },
  verify: { does: 'upkeep', about: 'any', gives: 'names', part: refused('verify the store'), closed: same, again: false },
};
