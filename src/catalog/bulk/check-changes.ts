/**
 * What is wrong with a bulk change as a whole is refused before it begins: otherwise it would be refused once for each entity.
 */
import { badBody, noSuchEntity, tooMany } from '../../errors.ts';
import type { BulkChanges, LinkChange } from '../../graph/bulk.ts';
import { PROPERTY_TYPE } from '../../model/known-names.ts';
import { linkPartsOf } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import type { LinkPart, Model, Part } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { linkChangeOf } from '../parts/edit-links.ts';
import { bulkParts } from './bulk-edits.ts';

type Exists = (urns: readonly Urn[]) => Promise<boolean[]>;

interface NamedEntity {
  readonly urn: Urn;
  /** Must it exist? What is removed need not. */
  readonly exists: boolean;
}

/**
 * The changes with canonical URNs.
 *
 * @param ofColumns are they of columns?
 * @param place pointer to them in the request
 * @throws Refusal malformed if nothing is to change, if two changes contradict each other, for a URN of the wrong type, or for what columns do not have;
 *   notFound for a link, owner, property or replacement that does not exist
 */
export async function checkedChanges(
  model: Model,
  exists: Exists,
  changes: BulkChanges,
  ofColumns: boolean,
  place = '/changes',
): Promise<BulkChanges> {
  const named: NamedEntity[] = [];
  const checked = checkedOne(model, changes, ofColumns, place, named);
  await requireAll(exists, named);
  return checked;
}

/** The most tags, terms, owners and others that changes name which each entity has of its own: all of them are looked for at once. */
const MOST_NAMED = 100_000;

/** The same, of changes that each entity has of its own. @throws Refusal as `checkedChanges`; malformed also for a deletion, and if they name too much */
export async function checkedOwn(model: Model, exists: Exists, list: readonly BulkChanges[]): Promise<BulkChanges[]> {
  const named: NamedEntity[] = [];
  const checked: BulkChanges[] = [];
  const slices = makeSlices();
  for (const [at, changes] of list.entries()) {
    await yieldIfDue(slices);
    const pointer = `/each/${at}/changes`;
    if (changes.deletion) throw badBody(`${pointer}/deletion`, 'no deletion: order that for all alike', changes.deletion);
    checked.push(checkedOne(model, changes, false, pointer, named));
    if (named.length > MOST_NAMED) throw tooMany('/each', `${MOST_NAMED} URNs in all changes`, named.length);
  }
  await requireAll(exists, named);
  return checked;
}

/** @throws Refusal notFound for what must exist and does not */
async function requireAll(exists: Exists, named: readonly NamedEntity[]): Promise<void> {
  const required = [...new Map(named.filter((each) => each.exists).map(({ urn }) => [urn.text, urn])).values()];
  const there = await exists(required);
  const missing = required.find((_, index) => !there[index]);
  if (missing) throw noSuchEntity(missing.text);
}

/** @param place pointer to the changes @param named gets the URNs in them */
function checkedOne(model: Model, changes: BulkChanges, ofColumns: boolean, place: string, named: NamedEntity[]): BulkChanges {
  const urn = (text: string, pointer: string, types: readonly string[], mustExist: boolean): string => {
    const parsed = parseUrn(model, text);
    if (isProblem(parsed)) throw badBody(pointer, `a URN; this one ${parsed.problem}`, text);
    if (types.length > 0 && !types.includes(parsed.type.name)) throw badBody(pointer, `a URN of type ${types.join(' or ')}`, text);
    named.push({ urn: parsed, exists: mustExist });
    return parsed.text;
  };
  const urns = (list: readonly string[] | undefined, pointer: string, types: readonly string[], mustExist: boolean): string[] =>
    (list ?? []).map((text, index) => urn(text, `${pointer}/${index}`, types, mustExist));
  /** What is asked of a part of links, with canonical URNs. */
  const links = (part: Pick<LinkPart, 'name' | 'types'>, { add, remove, set, unset }: LinkChange): LinkChange => {
    const at = `${place}/${part.name}`;
    if (set !== undefined) return { set: urn(set, `${at}/set`, part.types, true) };
    if (unset) return { unset };
    return { add: urns(add, `${at}/add`, part.types, true), remove: urns(remove, `${at}/remove`, part.types, false) };
  };
  const { description, owners, properties, deprecation, forms, deletion } = changes;
  refuseContradictions(model, changes, place);
  if (ofColumns) for (const part of bulkParts(model)) refuseOfColumns(part, changes, place);
  const ofLinks = linkPartsOf(model).flatMap((part) => {
    const change = linkChangeOf(changes, part);
    return change ? [[part.name, links(part, change)]] : [];
  });
  return {
    ...(description && { description }),
    ...Object.fromEntries(ofLinks),
    ...(owners && {
      owners: {
        add: (owners.add ?? []).map((each, index) => ({
          ...each,
          owner: urn(each.owner, `${place}/owners/add/${index}/owner`, OWNERS, true),
          ...(each.typeUrn !== undefined && { typeUrn: urn(each.typeUrn, `${place}/owners/add/${index}/typeUrn`, ['ownershipType'], true) }),
        })),
        remove: urns(owners.remove, `${place}/owners/remove`, OWNERS, false),
      },
    }),
    ...(properties && {
      properties: {
        set: (properties.set ?? []).map((each, index) => ({
          ...each,
          property: urn(each.property, `${place}/properties/set/${index}/property`, [PROPERTY_TYPE], true),
        })),
        remove: urns(properties.remove, `${place}/properties/remove`, [PROPERTY_TYPE], false),
      },
    }),
    ...(deprecation && {
      deprecation:
        deprecation.set?.replacement === undefined
          ? deprecation
          : { set: { ...deprecation.set, replacement: urn(deprecation.set.replacement, `${place}/deprecation/set/replacement`, [], true) } },
    }),
    ...(forms && { forms: links({ name: 'forms', types: ['form'] }, forms) }),
    ...(deletion && { deletion }),
  };
}

const OWNERS = ['corpuser', 'corpGroup'];

/** @throws Refusal malformed for what columns do not have */
function refuseOfColumns({ name, columns, plural }: Part, changes: BulkChanges, place: string): void {
  const change = changes[name];
  if (change !== undefined && columns === undefined) throw badBody(`${place}/${name}`, `no ${plural}: columns have none of their own`, change);
}

/** @throws Refusal malformed */
function refuseContradictions(model: Model, changes: BulkChanges, place: string): void {
  const { deletion } = changes;
  const parts = Object.values(changes).filter((change) => change !== undefined);
  const ofOneValue = model.parts.filter(({ shape }) => shape === 'link' || shape === 'deprecation').map(({ name }) => name);
  for (const name of ['description', ...ofOneValue]) {
    const part = changes[name];
    if (isRecord(part) && (part.set === undefined) === (part.unset === undefined)) throw badBody(`${place}/${name}`, 'either set or unset', part);
  }
  const asks = (part: unknown): boolean => !isRecord(part) || Object.values(part).some((each) => !Array.isArray(each) || each.length > 0);
  if (!parts.some(asks)) throw badBody(place, 'at least one change');
  if (deletion === 'hard' && parts.length > 1)
    throw badBody(`${place}/deletion`, 'no other change beside hard, which leaves nothing to change', deletion);
}
