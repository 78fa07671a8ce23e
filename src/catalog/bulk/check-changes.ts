/**
 * What is wrong with a bulk change as a whole is refused before it begins: otherwise it would be refused once for each entity.
 */
import { badBody, noSuchEntity } from '../../errors.ts';
import type { BulkChanges } from '../../graph/bulk.ts';
import { GLOSSARY_TERM_TYPE, PROPERTY_TYPE, TAG_TYPE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';

interface Named {
  readonly pointer: string;
  readonly urn: Urn;
  /** Must it exist? What is removed need not. */
  readonly exists: boolean;
}

/**
 * The changes with canonical URNs.
 *
 * @param ofColumns are they of columns?
 * @throws Refusal malformed if nothing is to change, if two changes contradict each other, for a URN of the wrong type, or for what columns do not have;
 *   notFound for a tag, term, owner, domain, property or replacement that does not exist
 */
export async function checkedChanges(
  model: Model,
  exists: (urns: readonly Urn[]) => Promise<boolean[]>,
  changes: BulkChanges,
  ofColumns: boolean,
): Promise<BulkChanges> {
  const named: Named[] = [];
  const urn = (text: string, pointer: string, types: readonly string[], mustExist: boolean): string => {
    const parsed = parseUrn(model, text);
    if (isProblem(parsed)) throw badBody(pointer, `a URN; this one ${parsed.problem}`, text);
    if (types.length > 0 && !types.includes(parsed.type.name)) throw badBody(pointer, `a URN of type ${types.join(' or ')}`, text);
    named.push({ pointer, urn: parsed, exists: mustExist });
    return parsed.text;
  };
  const urns = (list: readonly string[] | undefined, pointer: string, types: readonly string[], mustExist: boolean): string[] =>
    (list ?? []).map((text, index) => urn(text, `${pointer}/${index}`, types, mustExist));
  const { description, tags, terms, owners, domain, properties, deprecation, forms, deletion } = changes;
  refuseContradictions(changes);
  if (ofColumns && domain) throw badBody('/changes/domain', 'no domain: columns are in that of their table', domain);
  if (ofColumns && forms) throw badBody('/changes/forms', 'no forms: they are asked about tables', forms);
  if (ofColumns && deletion) throw badBody('/changes/deletion', 'no deletion: columns come and go with the schema', deletion);
  const checked: BulkChanges = {
    ...(description && { description }),
    ...(tags && {
      tags: { add: urns(tags.add, '/changes/tags/add', [TAG_TYPE], true), remove: urns(tags.remove, '/changes/tags/remove', [TAG_TYPE], false) },
    }),
    ...(terms && {
      terms: {
        add: urns(terms.add, '/changes/terms/add', [GLOSSARY_TERM_TYPE], true),
        remove: urns(terms.remove, '/changes/terms/remove', [GLOSSARY_TERM_TYPE], false),
      },
    }),
    ...(owners && {
      owners: {
        add: (owners.add ?? []).map((each, index) => ({
          ...each,
          owner: urn(each.owner, `/changes/owners/add/${index}/owner`, OWNERS, true),
          ...(each.typeUrn !== undefined && { typeUrn: urn(each.typeUrn, `/changes/owners/add/${index}/typeUrn`, ['ownershipType'], true) }),
        })),
        remove: urns(owners.remove, '/changes/owners/remove', OWNERS, false),
      },
    }),
    ...(domain && { domain: domain.set === undefined ? domain : { set: urn(domain.set, '/changes/domain/set', ['domain'], true) } }),
    ...(properties && {
      properties: {
        set: (properties.set ?? []).map((each, index) => ({
          ...each,
          property: urn(each.property, `/changes/properties/set/${index}/property`, [PROPERTY_TYPE], true),
        })),
        remove: urns(properties.remove, '/changes/properties/remove', [PROPERTY_TYPE], false),
      },
    }),
    ...(deprecation && {
      deprecation:
        deprecation.set?.replacement === undefined
          ? deprecation
          : { set: { ...deprecation.set, replacement: urn(deprecation.set.replacement, '/changes/deprecation/set/replacement', [], true) } },
    }),
    ...(forms && {
      forms: { add: urns(forms.add, '/changes/forms/add', ['form'], true), remove: urns(forms.remove, '/changes/forms/remove', ['form'], false) },
    }),
    ...(deletion && { deletion }),
  };
  const required = named.filter((each) => each.exists);
  const there = await exists(required.map((each) => each.urn));
  const missing = required.find((_, index) => !there[index]);
  if (missing) throw noSuchEntity(missing.urn.text);
  return checked;
}

const OWNERS = ['corpuser', 'corpGroup'];

/** @throws Refusal malformed */
function refuseContradictions(changes: BulkChanges): void {
  const { description, domain, deprecation, deletion } = changes;
  const parts = Object.values(changes).filter((change) => change !== undefined);
  for (const [name, part] of [
    ['description', description],
    ['domain', domain],
    ['deprecation', deprecation],
  ] as const) {
    if (part && (part.set === undefined) === (part.unset === undefined)) throw badBody(`/changes/${name}`, 'either set or unset', part);
  }
  const asks = (part: unknown): boolean => !isRecord(part) || Object.values(part).some((each) => !Array.isArray(each) || each.length > 0);
  if (!parts.some(asks)) throw badBody('/changes', 'at least one change');
  if (deletion === 'hard' && parts.length > 1)
    throw badBody('/changes/deletion', 'no other change beside hard, which leaves nothing to change', deletion);
}
