/**
 * The filters of restricted reading, and what the code is without each of them. Without any one the proof fails, or a test of
 * the pure core.
 */

export interface Filter {
  readonly name: string;
  /** In `src/`. */
  readonly file: string;
  /** Occurs once. */
  readonly find: string;
  readonly replace: string;
  /** The requests that ask for it most. */
  readonly rows: RegExp;
  /** Tests of the pure core that are asked if no world notices. */
  readonly elsewhere: readonly string[];
}

const UNIT = 'test/unit/access/';

const filters =
  (file: string, ...tests: string[]) =>
  (name: string, find: string, replace: string, rows = /./): Filter => ({
    ...{ name, file, find, replace, rows },
    elsewhere: tests.map((each) => `${UNIT}${each}.test.ts`),
  });

const restricted = filters('catalog/access/restricted.ts', 'restricted');
const part = filters('catalog/access/part-calls.ts', 'restricted');
const edges = filters('catalog/access/restricted-edges.ts', 'restricted');
const index = filters('catalog/access/sight-filter.ts', 'visible');
const viewer = filters('catalog/access/viewer.ts', 'restricted');
const visible = filters('access/visible.ts', 'visible');
const facts = filters('catalog/access/read-facts.ts', 'restricted');
const decided = filters('access/decide.ts', 'visible', 'access');
const columns = filters('catalog/access/hidden-columns.ts', 'hidden-columns');
const values = filters('catalog/access/without-columns.ts', 'hidden-columns');
const documents = filters('search/query/scope.ts', '../search/document');
const joins = filters('graph/joins.ts', 'restricted');
const across = filters('catalog/lineage/search.ts', 'restricted');

/** A policy that is not understood is not here: it is compiled to one that grants to nobody. */
const IN_FORCE = 'if (!policy.active || policy.problem !== undefined || isOver(policy, now)) continue;';

/** Requests about tables whose answers name columns. */
const OF_COLUMNS = /aspects\/|entit|timeline|timeseries|GraphQL (dataset|entities|getTimeseries)|describe|lineage/i;

export const FILTERS: readonly Filter[] = [
  part('lists', 'urns.push(...seen);', 'urns.push(...page.urns);', /\{entityType\}$|listUrns|GraphQL list/),
  part('counts', "input: '*', filter, start: 0", "input: '*', start: 0", /Count|\{entityType\}$/),
  part('reads', 'if (asOf === undefined)', 'if (asOf === undefined) return read(urns, aspects);\n    if (asOf === undefined)'),
  part('reads of the past', 'const seen = await seenUrns(context, urns);', 'const seen = urns;', /^GET .*\/entit/),
  restricted('one version, versions, timeline, points, folders of one', 'urns.every((urn) => seen.has(urn))', 'true'),
  part(
    'what is answered for each of several: points, existence',
    'return own !== undefined && seen.has(urnOf(subject)) ? own : otherwise(subject);',
    'return own ?? otherwise(subject);',
    /entit|GraphQL/i,
  ),
  filters('catalog/suggestions/audience.ts', 'restricted')(
    'suggestions of changes',
    'if (!among || list.length === 0) return [...list];',
    'if (list.length >= 0) return [...list];',
    /GraphQL suggest/,
  ),
  part('search', 'within: request.within ? both(filter, request.within) : filter', '...(request.within && { within: request.within })'),
  part(
    'suggestions',
    'suggest({ ...request, filter: both(viewer.filter, request.filter), naming',
    'suggest({ ...request, naming',
    /auto-?complete|suggest/i,
  ),
  part('folders of old', 'browse(type, path, both(viewer.filter, asked), start', 'browse(type, path, asked, start', /=browse$|GraphQL browse$/),
  part('folders', 'folders({ ...request, filter: both(viewer.filter, request.filter), naming', 'folders({ ...request, naming', /browseV2/),
  viewer('how far history reaches', 'OF_WHAT_IS_THERE.includes(reason.code)', 'false', /aspects\/|timeline|\{aspect\}$/),
  part('folded tables', '(await onTime(found)).map(({ folded: _, ...hit }) => hit)', 'await onTime(found)', /find_data/),
  edges(
    'near ends of relationships',
    '(seen.has(text) ? (pages[at]?.related ?? []).filter(({ urn }) => seen.has(urn)) : [])',
    '(pages[at]?.related ?? []).filter(({ urn }) => seen.has(urn))',
    /relationships$|relationship\/\{entityType\}/,
  ),
  edges(
    'far ends of relationships',
    '(pages[at]?.related ?? []).filter(({ urn }) => seen.has(urn))',
    '(pages[at]?.related ?? [])',
    /relationships$|relationship\/\{entityType\}/,
  ),
  edges('far ends of pages', 'const left = page.filter((each) => seen.has(each.urn));', 'const left = page;', /relationship/),
  edges(
    'near ends of the past',
    'if (asOf !== undefined && !(await among([urn.text])).has(urn.text)) return NOTHING;',
    '',
    /relationships$|relationship\/\{entityType\}/,
  ),
  edges('near ends of pages', 'if (!seen.has(urn.text)) return [];', '', /relationship/),
  edges(
    'sources of edges',
    'page.filter(({ source, target }) => seen.has(source) && seen.has(target))',
    'page.filter(({ target }) => seen.has(target))',
    /relationship|lineage/,
  ),
  edges(
    'targets of edges',
    'page.filter(({ source, target }) => seen.has(source) && seen.has(target))',
    'page.filter(({ source }) => seen.has(source))',
    /relationship|lineage/,
  ),
  edges('the start of lineage', 'if (!seen.has(urn.text)) return nothing;', '', /lineage|relationships/i),
  edges(
    'lineage',
    'page.reached.filter((each) => seen.has(each.urn)).map((each) => withSeenPath(each, seen))',
    'page.reached.map((each) => withSeenPath(each, seen))',
    /lineage/i,
  ),
  edges(
    'soft-deleted in lineage',
    'filtered: all.reached.filter((each) => seen.has(each.urn)).length - reached.length,',
    'filtered: page.filtered,',
    /lineage/i,
  ),
  edges('starts of neighbours', 'seen.has(urn) ? (found.get(urn)', 'true ? (found.get(urn)', /[Nn]eighbours/),
  edges('neighbours', '.filter((far) => seen.has(far)) : [];', ': [];', /[Nn]eighbours|lineage/),
  edges('neighbours of columns that others make', 'count: MOST_RELATED }, judges)', 'count: MOST_RELATED })', /[Nn]eighbours/),
  edges('ways of columns that others make', 'await made.ways(await seenWays(ways))', 'await seenWays(ways)', /paths_between/),
  edges('ways behind hidden ones', 'shown.length >= count || ways.length < size', 'true', /paths_between|joins/),
  edges('ends of ways', 'if (!ends.has(from) || !ends.has(to)) return [];', '', /paths_between|joins/),
  filters('catalog/lineage/steps-seen.ts', 'restricted')(
    'lineage of columns that others make',
    'isBehind(step) || (isSaid(step) && (!isOfTables(step) || (isTold?.(step) ?? true)))',
    'true',
    /[lL]ineage|impact/,
  ),
  filters('catalog/lineage/steps-seen.ts', 'hidden-columns')(
    'lineage of tables that only hidden columns tell',
    '(!isOfTables(step) || (isTold?.(step) ?? true))',
    'true',
    /[lL]ineage|impact|[nN]eighbours/,
  ),
  edges('ways', 'return ways.filter(({ urns }) => urns.every((urn) => seen.has(urn)));', 'return [...ways];', /paths_between|joins/),
  joins('joins that are shown', 'edgeOf(row).every((edge) => shown?.(edge) ?? true) && ', '', /[sS]earch|find_data/),
  joins('joins through what is seen', '(row.through === null || (named?.has(row.through) ?? true))', 'true', /[sS]earch|find_data/),
  edges(
    'lineage along what is seen',
    'await catalog.lineage({ ...request, start: 0, count: MOST_REACHED }, judges)',
    'await catalog.lineage({ ...request, start: 0, count: MOST_REACHED })',
    /lineage/i,
  ),
  edges(
    'where columns land along what is seen',
    'catalog.landings(prefix, MOST_LANDED, judges)',
    'catalog.landings(prefix, MOST_LANDED)',
    /impact_of/,
  ),
  edges('the start of steps below', '(await among([urn.text])).has(urn.text) ? catalog.stepsBelow', 'true ? catalog.stepsBelow', /impact/),
  edges('steps below along what is seen', 'catalog.stepsBelow(urn, judges)', 'catalog.stepsBelow(urn)', /impact/),
  edges('landing columns', '.filter(({ urn }) => seen.has(urn))\n        .map(({ urn, landed })', '.map(({ urn, landed })', /impact_of/),
  edges('where columns land', 'const shown = landed.filter(([far]) => seen.has(far));', 'const shown = landed;', /impact_of/),
  edges(
    'search across lineage',
    'request.naming, among } }, judges);\n      return',
    'request.naming, among } });\n      return',
    /AcrossLineage$|lineage_of/,
  ),
  edges(
    'counts across lineage',
    'catalog.countLineage({ ...request, naming: { ...request.naming, among } }, judges)',
    'catalog.countLineage(request)',
    /AcrossLineageCounts/,
  ),
  across('starts across lineage', 'if (!shown.has(request.urn.text)) return { filtered: 0, reached: [], steps };', '', /AcrossLineage|lineage_of/),
  across(
    'what is found across lineage',
    'reached: reached.filter(([urn]) => shown.has(urn)), steps };',
    'reached, steps };',
    /AcrossLineage|lineage_of/,
  ),
  across('soft-deleted across lineage', 'countOf(all) - countOf(found.reached)', 'found.filtered', /AcrossLineage|lineage_of/),
  filters('catalog/properties/searched-properties.ts', 'restricted')(
    'properties that are named',
    'await seen(urns, naming)',
    'urns',
    /[sS]earch|filter|find_data|scroll|browse|{entityType}$/,
  ),
  filters('catalog/properties/searched-properties.ts', 'restricted')(
    'properties that are offered',
    'await seen(await everyProperty(model, graph), naming)',
    'await everyProperty(model, graph)',
    /[sS]earch|aggregate/,
  ),
  index('columns in search', "added(conditionOf(sight), { is: 'not', of: exact(TYPE_FIELD, 'EQUAL', SCHEMA_FIELD_TYPE) })", 'conditionOf(sight)'),
  documents('whole documents', ', seen]));', ', true]));', /[sS]earch|find_data/),
  documents('open documents alone', "of(undefined, 'open'), rest", "of(undefined, 'whole'), rest", /[sS]earch|find_data/),
  documents('ids of others', 'if (!shown.has(id)) ids.add(id);', ';', /[sS]earch|find_data/),
  index('types of owners in search', 'return types === undefined', 'return true'),
  index('containers below in search', "if (fact === 'container') return exact(field, 'DESCENDANTS_INCL', ...values);", ''),
  index('domains below in search', "if (fact !== 'domain') return exact(field, 'IN', ...values);", "return exact(field, 'IN', ...values);"),
  index(
    'NOT in search',
    "if (sight.is === 'not') return { is: 'not', of: conditionOf(sight.of) };",
    "if (sight.is === 'not') return { is: 'and', of: [] };",
  ),
  viewer('what is decided by facts', 'if (sees(sight, resource)) seen.add(urn);', 'seen.add(urn);'),
  visible('types of owners', 'sight.types === undefined || (type !== undefined && sight.types.includes(type))', 'true'),
  visible('owners', "return allOf([...about, { is: 'owned', by: [actor.urn, ...actor.groups], types: ownerTypes }]);", 'return allOf(about);'),
  visible('NOT', 'return !sees(sight.of, resource);', 'return true;'),
  visible('all criteria', 'return sight.of.every((each) => sees(each, resource));', 'return sight.of.some((each) => sees(each, resource));'),
  visible('criteria that are not understood', 'if (parts && (parts.length === 0 || parts.includes(undefined))) return NO_ENTITIES;', ''),
  visible('to whom a policy grants', 'if (grantsTo({ actors, criteria, ...policy }, actor, undefined)) return allOf(about);', 'return allOf(about);'),
  visible(
    'bare: all criteria',
    "if (sight.is === 'and') return sight.of.every((each) => isSeenBare(each, resource));",
    "if (sight.is === 'and') return sight.of.some((each) => isSeenBare(each, resource));",
  ),
  visible('the beginning of values', "sight.condition === 'EQUALS' ? sight.values.includes(each)", 'true ? sight.values.includes(each)'),
  facts('groups that are there', 'const groups = named.filter((group) => isThere(rows.get(group)));', 'const groups = named;'),
  facts(
    'columns as their tables',
    'return urn.type.name === SCHEMA_FIELD_TYPE ? canonicalUrn(model, urn.parts[0] ?? urn.text) : urn.text;',
    'return text;',
  ),
  columns(
    'columns that are nested in hidden ones',
    'beginningsOf(keyOf(path)).some((each) => paths.has(each))',
    'paths.has(keyOf(path))',
    OF_COLUMNS,
  ),
  columns('tags of old versions', ' || !seesColumn(policies, actor, table, own, tags)', '', OF_COLUMNS),
  columns(
    'columns as entities',
    '...columns.filter(({ table, path }) => isHidden(table, path)).map(({ urn }) => urn),',
    '',
    /schema[fF]ield|entit|lineage|relationship|GraphQL/,
  ),
  columns(
    'assertions about columns',
    '...values.filter(({ urn, aspect, json }) => isAboutHidden(model, aspect, urn, json, isHidden)).map(({ urn }) => urn),',
    '',
    /assertion|entit|relationship|GraphQL/,
  ),
  columns('tags in aspects of tables', 'await addColumnTags(model, reader, own, known);', '', OF_COLUMNS),
  columns('tags of columns as entities', 'columnTags.set(path, [...(columnTags.get(path) ?? []), ...more]);', '', OF_COLUMNS),
  columns('columns in other letters', 'return spelled(columnPath(path)).toLowerCase();', 'return spelled(columnPath(path));', OF_COLUMNS),
  filters('catalog/access/viewer.ts', 'hidden-columns')(
    'hidden columns of what is seen',
    'hidden && hidden.size > 0 ? shown.filter((urn) => !hidden.has(urn)) : shown',
    'shown',
    OF_COLUMNS,
  ),
  filters('catalog/access/viewer.ts', 'hidden-columns')(
    'rights of afterwards',
    'now.sight ? await makeViewer(parts, decided.user, now.sight, now.columns)',
    'now.sight ? await makeViewer(parts, decided.user, sight, columns)',
  ),
  filters('catalog/access/afterwards.ts', 'afterwards')(
    'rights that change under way',
    "if (newest === by.view && outcome.status === 'fulfilled') return outcome.value;",
    "if (outcome.status === 'fulfilled') return outcome.value;",
  ),
  filters('catalog/access/closed.ts', 'hidden-columns')('columns in values', 'const named = shown(piece);', 'const named = unchanged;', OF_COLUMNS),
  values('texts beside columns', 'return depth + 2 === place.out ? blanked(left, leaving) : left;', 'return left;', OF_COLUMNS),
  values(
    'items that have lost their columns',
    'if (shown === GONE && depth + 1 < place.out) return GONE;',
    '',
    /lineage|impact|aspects\/|entit|GraphQL dataset/i,
  ),
  filters('catalog/access/column-edges.ts', 'hidden-columns')(
    'relationships that only columns make',
    'return (edge) => isLeft(edge) || told.has(textOf(edge));',
    'return () => true;',
    /relationship/,
  ),
  filters('catalog/access/column-edges.ts', 'hidden-columns')(
    'relationships that columns of other tables make',
    'return new Set([...naming, ...(others.length === 0 ? [] : await columns.hiding(others, asOf))]);',
    'return new Set(others.length === 0 ? [] : await columns.hiding(others, asOf));',
    /relationship/,
  ),
  columns(
    'relationships of columns that had sensitive tags',
    ', ...(await readPastTagged(parts.graph, tables, [...tags], asOf))',
    '',
    /^GET \/relationships$/,
  ),
  filters('catalog/access/column-edges.ts', 'restricted')(
    'column lineage that others make',
    'holders.some((urn) => seen.has(urn))',
    'holders.length > 0',
    /relationship|lineage\/scroll/,
  ),
  edges('who makes column lineage', 'row.holders.filter((urn) => seen.has(urn))', 'row.holders', /relationship/),
  decided('policies that are not active', IN_FORCE, 'if (policy.problem !== undefined || isOver(policy, now)) continue;'),
  decided('policies that are over', IN_FORCE, 'if (!policy.active || policy.problem !== undefined) continue;'),
];
