/**
 * The proposals of a bulk change for one entity. They are the edits of `assets/edit.ts`, so an entity that was changed before does not change
 * again. Pure.
 */
import type { BulkChanges, BulkOrder } from '../../graph/bulk.ts';
import { DEPRECATION, DOMAINS, GLOBAL_TAGS, GLOSSARY_TERMS, OWNERSHIP, PROPERTY_VALUES, STATUS } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { deprecationEdit, domainEdit, type EditTarget, ownerEdit, propertyEdit, removalEdit, tagEdit, termEdit } from '../assets/edit.ts';
import type { EntityView } from '../read/read.ts';
import type { RawProposal } from '../write/proposal.ts';

/** The aspects that the changes look at. */
export function bulkAspects(changes: BulkChanges): string[] {
  return Object.entries(ASPECTS).flatMap(([part, aspect]) => (changes[part as keyof BulkChanges] === undefined ? [] : [aspect]));
}

const ASPECTS: Readonly<Record<keyof BulkChanges, string>> = {
  tags: GLOBAL_TAGS,
  terms: GLOSSARY_TERMS,
  owners: OWNERSHIP,
  domain: DOMAINS,
  properties: PROPERTY_VALUES,
  deprecation: DEPRECATION,
  deletion: STATUS,
};

/**
 * What to propose for an entity. Removals from what it does not have are left out: they would make an empty aspect.
 *
 * @param view the entity with `bulkAspects`
 */
export function bulkEdits(
  model: Model,
  view: EntityView,
  { changes, run, createdBy }: Pick<BulkOrder, 'changes' | 'run' | 'createdBy'>,
): RawProposal[] {
  const { urn } = view;
  const target: EditTarget = { urn, column: undefined };
  const stored = new Map(view.aspects.map(({ aspect, state }) => [aspect.name, state.value.json]));
  const edits: RawProposal[] = [];
  const { tags, terms, owners, domain, properties, deprecation, deletion } = changes;
  if (deletion === 'hard') {
    return view.exists ? [{ entityUrn: urn.text, aspectName: urn.type.key.name, changeType: 'DELETE', systemMetadata: { runId: run } }] : [];
  }
  /** Removals count only where there is such an aspect. */
  const removals = <Item>(aspect: string, list: readonly Item[] = []): readonly Item[] => (stored.has(aspect) ? list : []);
  const [lostTags, lostTerms, lostOwners] = [
    removals(GLOBAL_TAGS, tags?.remove),
    removals(GLOSSARY_TERMS, terms?.remove),
    removals(OWNERSHIP, owners?.remove),
  ];
  const lostProperties = removals(PROPERTY_VALUES, properties?.remove);
  const owned = recordsIn(stored.get(OWNERSHIP), 'owners');
  // An owner who owns it in this way, with its type as an entity, keeps that entry.
  const newOwners = (owners?.add ?? []).filter(
    ({ owner, type, typeUrn }) =>
      typeUrn !== undefined ||
      lostOwners.includes(owner) ||
      !owned.some((each) => each.owner === owner && each.type === type && each.typeUrn !== undefined),
  );
  if (lostTags.length + (tags?.add?.length ?? 0) > 0) edits.push(tagEdit(target, { add: tags?.add ?? [], remove: lostTags }));
  if (lostTerms.length + (terms?.add?.length ?? 0) > 0) edits.push(termEdit(target, { add: terms?.add ?? [], remove: lostTerms }));
  if (lostOwners.length + newOwners.length > 0) edits.push(ownerEdit(model, target, newOwners, lostOwners));
  if (lostProperties.length + (properties?.set?.length ?? 0) > 0) edits.push(propertyEdit(model, target, properties?.set ?? [], lostProperties));
  if (domain?.set !== undefined) edits.push(domainEdit(urn.text, domain.set));
  if (domain?.unset && stored.has(DOMAINS)) edits.push(domainEdit(urn.text, undefined));
  if (deprecation?.set) edits.push(deprecationEdit(model, target, { deprecated: true, ...deprecation.set }, createdBy));
  const deprecated = stored.get(DEPRECATION);
  if (deprecation?.unset && isRecord(deprecated) && deprecated.deprecated === true) {
    edits.push({ ...deprecationEdit(model, target, { deprecated: false }, createdBy), onlyPresent: true });
  }
  if (deletion === 'soft') edits.push(removalEdit(urn.text, true));
  if (deletion === 'restore' && stored.has(STATUS)) edits.push({ ...removalEdit(urn.text, false), onlyPresent: true });
  return edits.map((edit) => ({ ...edit, systemMetadata: { runId: run } }));
}
