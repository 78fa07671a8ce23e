/**
 * The body of a bulk change.
 */
import { type BulkChanges, type BulkRequest, type Catalog, DELETIONS, readFilter } from '../../catalog/index.ts';
import { badBody } from '../../errors.ts';
import { ENTITY, FILTER, FLAGS, typesNamed } from '../legacy/find-params.ts';
import { boolean, listOf, longText, members, oneOf, type Param, paramsOf, someText, time } from '../request/params.ts';
import { urnAt } from '../request/urn-in-body.ts';

/** The most URNs of one request: about as many as a body has room for. */
const MOST_URNS = 100_000;
/** The most tags, terms, owners, properties or forms of one request. */
const MOST_LINKS = 100;
const MOST_VALUES = 100;
const MOST_COLUMNS = 1_000;

const urns = listOf(someText, MOST_LINKS);
const unset = oneOf([true]);
const links = members({}, { add: urns, remove: urns });
const OWNER = members({ owner: someText }, { type: someText, typeUrn: someText });
const VALUE: Param<string | number> = { type: ['string', 'number'] };
const PROPERTY = members({ property: someText, values: listOf(VALUE, MOST_VALUES) });
const CHANGES = members(
  {},
  {
    description: members({}, { set: longText, unset }),
    tags: links,
    terms: links,
    owners: members({}, { add: listOf(OWNER, MOST_LINKS), remove: urns }),
    domain: members({}, { set: someText, unset }),
    properties: members({}, { set: listOf(PROPERTY, MOST_LINKS), remove: urns }),
    deprecation: members({}, { set: members({}, { note: longText, replacement: someText, decommissionTime: time }), unset }),
    forms: links,
    deletion: oneOf(DELETIONS),
  },
);

export const readOrder = paramsOf(
  'createBulk',
  { changes: CHANGES },
  {
    urns: listOf(someText, MOST_URNS),
    search: members({}, { input: longText, entities: ENTITY, filter: FILTER, searchFlags: FLAGS }),
    columns: { ...listOf(someText, MOST_COLUMNS), minItems: 1 },
    dryRun: boolean,
    runId: someText,
  },
);

/** A way of owning where the request names none. */
const USUAL_WAY = 'TECHNICAL_OWNER';

/** @throws Refusal malformed, naming the place; unknownName for entity types */
export function bulkRequest(catalog: Catalog, { urns: texts, search, changes, columns }: ReturnType<typeof readOrder>): BulkRequest {
  if ((texts === undefined) === (search === undefined)) throw badBody('', 'exactly one of urns, search');
  const { owners, ...rest } = changes;
  const add = owners?.add?.map((each) => ({ ...each, type: each.type ?? (each.typeUrn === undefined ? USUAL_WAY : 'CUSTOM') }));
  const checked: BulkChanges = { ...rest, ...(owners && { owners: { ...owners, add } }) };
  if (!search) return { urns: (texts ?? []).map((text, index) => urnAt(catalog.model, text, `/urns/${index}`)), changes: checked, columns };
  const { input = '*', entities, filter, searchFlags: { includeSoftDeleted = false, allWords = false } = {} } = search;
  // The filter is kept as it was sent; it is refused now if it cannot be read.
  readFilter(filter, '/search/filter');
  const types = typesNamed(catalog, typeof entities === 'string' ? entities : entities && [...entities], '/search/entities').map(({ name }) => name);
  return { search: { types, input, ...(filter !== undefined && { filter }), includeSoftDeleted, allWords }, changes: checked, columns };
}
