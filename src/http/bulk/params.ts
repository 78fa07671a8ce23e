/**
 * The body of a bulk change.
 */
import { type BulkChanges, type BulkRequest, type Catalog, DELETIONS, readFilter } from '../../catalog/index.ts';
import { badBody } from '../../errors.ts';
import type { JsonSchema } from '../../model/types.ts';
import { ENTITY, FILTER, FLAGS, type Flags, typesNamed } from '../legacy/find-params.ts';
import { listOf, longText, paramsOf, someText, time } from '../request/params.ts';
import { urnAt } from '../request/urn-in-body.ts';

/** The most URNs of one request: about as many as a body has room for. */
const MOST_URNS = 100_000;
/** The most tags, terms, owners, properties or forms of one request. */
const MOST_LINKS = 100;
const MOST_VALUES = 100;
const MOST_COLUMNS = 1_000;

function members(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const urns = listOf(someText, MOST_LINKS);
const unset = { enum: [true] };
const CHANGES = members({
  description: members({ set: longText, unset }),
  tags: members({ add: urns, remove: urns }),
  terms: members({ add: urns, remove: urns }),
  owners: members({
    add: listOf(members({ owner: someText, type: someText, typeUrn: someText }, ['owner']), MOST_LINKS),
    remove: urns,
  }),
  domain: members({ set: someText, unset }),
  properties: members({
    set: listOf(members({ property: someText, values: listOf({ type: ['string', 'number'] }, MOST_VALUES) }, ['property', 'values']), MOST_LINKS),
    remove: urns,
  }),
  deprecation: members({ set: members({ note: longText, replacement: someText, decommissionTime: time }), unset }),
  forms: members({ add: urns, remove: urns }),
  deletion: { enum: DELETIONS },
});

interface Owner {
  readonly owner: string;
  readonly type?: string;
  readonly typeUrn?: string;
}

interface Input {
  readonly urns?: readonly string[];
  readonly search?: {
    readonly input?: string;
    readonly entities?: string | readonly string[];
    readonly filter?: unknown;
    readonly searchFlags?: Flags;
  };
  readonly columns?: readonly string[];
  readonly changes: Omit<BulkChanges, 'owners'> & { readonly owners?: { readonly add?: readonly Owner[]; readonly remove?: readonly string[] } };
}

export const readOrder = paramsOf<Input & { readonly dryRun?: boolean; readonly runId?: string }>('createBulk', ['changes'], {
  urns: listOf(someText, MOST_URNS),
  search: members({ input: longText, entities: ENTITY, filter: FILTER, searchFlags: FLAGS }),
  changes: CHANGES,
  columns: { ...listOf(someText, MOST_COLUMNS), minItems: 1 },
  dryRun: { type: 'boolean' },
  runId: someText,
});

/** A way of owning where the request names none. */
const USUAL_WAY = 'TECHNICAL_OWNER';

/** @throws Refusal malformed, naming the place; unknownName for entity types */
export function bulkRequest(catalog: Catalog, { urns: texts, search, changes, columns }: Input): BulkRequest {
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
