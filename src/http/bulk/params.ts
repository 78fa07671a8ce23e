/**
 * The body of a bulk change.
 */
import { type BulkChanges, type BulkRequest, type Catalog, DELETIONS, readFilter } from '../../catalog/index.ts';
import { badBody } from '../../errors.ts';
import { linkPartsOf } from '../../model/parts.ts';
import type { Model } from '../../model/types.ts';
import { ENTITY, FILTER, FLAGS, typesNamed } from '../legacy/find-params.ts';
import { boolean, listOf, longText, members, oneOf, type Param, paramsOf, someText, time } from '../request/params.ts';
import { urnAt } from '../request/urn-in-body.ts';

/** The most URNs of one request: about as many as a body has room for. */
const MOST_URNS = 100_000;
/** The most entities with changes of their own in one request. */
export const MOST_EACH = 10_000;
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
/** What has one value. */
const link = members({}, { set: someText, unset });

/** The changes of parts with a form of their own; those of links have the names of the model. */
const OWN_FORMS = {
  description: members({}, { set: longText, unset }),
  owners: members({}, { add: listOf(OWNER, MOST_LINKS), remove: urns }),
  properties: members({}, { set: listOf(PROPERTY, MOST_LINKS), remove: urns }),
  deprecation: members({}, { set: members({}, { note: longText, replacement: someText, decommissionTime: time }), unset }),
  forms: links,
  deletion: oneOf(DELETIONS),
};

/** @returns what reads the body of an order, for the parts of a model */
function orderReader(model: Model) {
  const ofLinks = Object.fromEntries(linkPartsOf(model).map(({ name, shape }) => [name, shape === 'link' ? link : links]));
  const changes = members({}, { ...ofLinks, ...OWN_FORMS });
  return paramsOf(
    'createBulk',
    {},
    {
      changes,
      each: { ...listOf(members({ urn: someText, changes }), MOST_EACH), minItems: 1 },
      urns: listOf(someText, MOST_URNS),
      search: members({}, { input: longText, entities: ENTITY, filter: FILTER, searchFlags: FLAGS }),
      columns: { ...listOf(someText, MOST_COLUMNS), minItems: 1 },
      dryRun: boolean,
      runId: someText,
    },
  );
}

type Order = ReturnType<ReturnType<typeof orderReader>>;

let known: { readonly model: Model; readonly read: ReturnType<typeof orderReader> } | undefined;

/** Reads the body of an order. The schema is compiled once: a server has one model. @throws Refusal malformed */
export function readOrder(model: Model, body: unknown): Order {
  if (known?.model !== model) known = { model, read: orderReader(model) };
  return known.read(body);
}

/** A way of owning where the request names none. */
const USUAL_WAY = 'TECHNICAL_OWNER';

/** @throws Refusal malformed, naming the place; unknownName for entity types */
export function bulkRequest(catalog: Catalog, { urns: texts, search, each, changes, columns }: Order): BulkRequest {
  if ([texts, search, each].filter((part) => part !== undefined).length !== 1) throw badBody('', 'exactly one of urns, search, each');
  if (each) {
    if (changes) throw badBody('/changes', 'no changes beside each, whose entities have their own', changes);
    if (columns) throw badBody('/columns', 'no columns beside each, which is about entities', columns);
    return ownRequest(catalog, each);
  }
  if (!changes) throw badBody('/changes', 'the changes');
  const checked = withWays(changes);
  if (!search) return { urns: (texts ?? []).map((text, index) => urnAt(catalog.model, text, `/urns/${index}`)), changes: checked, columns };
  const { input = '*', entities, filter, searchFlags: { includeSoftDeleted = false, allWords = false } = {} } = search;
  // The filter is kept as it was sent; it is refused now if it cannot be read.
  readFilter(filter, '/search/filter');
  const types = typesNamed(catalog, typeof entities === 'string' ? entities : entities && [...entities], '/search/entities').map(({ name }) => name);
  return { search: { types, input, ...(filter !== undefined && { filter }), includeSoftDeleted, allWords }, changes: checked, columns };
}

type Changes = NonNullable<Order['changes']>;

function withWays({ owners, ...rest }: Changes): BulkChanges {
  const add = owners?.add?.map((each) => ({ ...each, type: each.type ?? (each.typeUrn === undefined ? USUAL_WAY : 'CUSTOM') }));
  return { ...rest, ...(owners && { owners: { ...owners, add } }) };
}

/** Entities with changes of their own. */
function ownRequest({ model }: Catalog, each: readonly { readonly urn: string; readonly changes: Changes }[]): BulkRequest {
  const urns = each.map(({ urn }, index) => urnAt(model, urn, `/each/${index}/urn`));
  const first = new Map<string, number>();
  for (const [index, { text }] of urns.entries()) {
    const before = first.get(text);
    if (before !== undefined) throw badBody(`/each/${index}/urn`, `each entity once; /each/${before} has it, too`, text);
    first.set(text, index);
  }
  return { urns, changes: each.map(({ changes }) => withWays(changes)) };
}
