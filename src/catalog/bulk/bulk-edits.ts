/**
 * The proposals of a bulk change for one entity. They are the edits of `assets/edit.ts`, so an entity that was changed before does not change
 * again. Pure.
 */
import { enoughToEdit, type Privilege } from '../../access/index.ts';
import { columnsIn, columnsLike, nearestColumns, spelled } from '../../column-names.ts';
import { COMMIT_TIME } from '../../commit-time.ts';
import { ambiguousColumn, noSuchColumn } from '../../errors.ts';
import type { BulkOrder } from '../../graph/bulk.ts';
import { valueOf } from '../../model/json.ts';
import { DEPRECATION, EDITABLE_SCHEMA_METADATA, FORMS, OWNERSHIP, PROPERTY_VALUES, SCHEMA_METADATA, STATUS } from '../../model/known-names.ts';
import { urnFrom } from '../../model/named.ts';
import { linkPartsOf } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn } from '../../model/pick.ts';
import type { Model, Part } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { editsByColumn, hasSchema, pathsOf } from '../assets/columns.ts';
import { deprecationEdit, describeEdit, type EditTarget, ownerEdit, ownUrn, propertyEdit, removalEdit } from '../assets/edit.ts';
import { askEdit, hasForm, unaskEdit } from '../assets/forms.ts';
import { descriptionField } from '../assets/texts.ts';
import { linkChangeOf, linkEdits } from '../parts/edit-links.ts';
import type { EntityView } from '../read/read.ts';
import { ownershipTypeOf } from '../write/normalise.ts';
import type { RawProposal } from '../write/proposal.ts';

type EditOrder = Pick<BulkOrder, 'changes' | 'run' | 'createdBy' | 'columns'>;

/** An edit of a bulk change. `column`: the path of the column that the edited entity is. */
export interface BulkEdit {
  readonly proposal: RawProposal;
  readonly column?: string | undefined;
}

/** The parts that bulk changes can change, beside the description, whose aspect depends on the type. Links to pages have no form here. */
export function bulkParts({ parts }: Pick<Model, 'parts'>): Part[] {
  return parts.filter(({ shape }) => shape !== 'pages');
}

/** Whom a policy grants one of these somewhere may give many entities changes of their own at once. Each change is judged. */
export function editingMany(model: Pick<Model, 'parts'>): Privilege[] {
  return enoughToEdit(bulkParts(model));
}

const MOST_NEAREST = 5;

/** The aspects that the changes look at. */
export function bulkAspects(model: Model, { changes, columns }: Pick<BulkOrder, 'changes' | 'columns'>): string[] {
  const parts = bulkParts(model).filter(({ name }) => changes[name] !== undefined);
  if (columns) return [SCHEMA_METADATA, EDITABLE_SCHEMA_METADATA, ...parts.filter((part) => part.columns === 'own').map(({ aspect }) => aspect)];
  const described = changes.description ? [...model.entityTypes.values()].flatMap((type) => descriptionField(type)?.aspect.name ?? []) : [];
  return [...parts.map(({ aspect }) => aspect), ...new Set(described)];
}

/** The columns that a bulk change is of, and a name that is not clear. `*` in a name stands for any letters. */
function columnsMeant(view: EntityView, columns: readonly string[]): { readonly paths: readonly string[]; readonly unclear?: readonly string[] } {
  const all = pathsOf(view);
  const meant = columnsIn(all);
  const found = columns.map((name) => (name.includes('*') ? columnsLike(all, name) : meant(name)));
  // Columns of one plain name and several types are all meant; those that differ in case are not.
  const unclear = found.find((paths, at) => !columns[at]?.includes('*') && new Set(paths.map(spelled)).size > 1);
  return { paths: [...new Set(found.flat())], ...(unclear && { unclear }) };
}

/** @throws Refusal invalid if the schema of the entity has none of these columns, or several of one name */
function requireColumns(view: EntityView, columns: readonly string[]): readonly string[] {
  const { paths, unclear } = columnsMeant(view, columns);
  if (unclear) throw ambiguousColumn('/columns', view.urn.text, columns.join(', '), unclear);
  if (paths.length > 0 || !hasSchema(view)) return paths;
  throw noSuchColumn('/columns', view.urn.text, columns.join(', '), nearestColumns(pathsOf(view), columns[0] ?? '', MOST_NEAREST));
}

/** The entities of columns that must be read to change them. */
export function columnEntities(model: Model, view: EntityView, { changes, columns }: EditOrder): Urn[] {
  if (!columns || !bulkParts(model).some((part) => part.columns === 'own' && changes[part.name])) return [];
  return columnsMeant(view, columns).paths.map((column) => ownUrn(model, { urn: view.urn, column }));
}

/**
 * What to propose for an entity. Removals from what it does not have are left out: they would make an empty aspect.
 *
 * @param view the entity with `bulkAspects`
 * @throws Refusal invalid if it has no description
 */
export function bulkEdits(model: Model, view: EntityView, order: EditOrder): RawProposal[] {
  const { urn } = view;
  const { changes, run } = order;
  if (changes.deletion === 'hard') {
    return view.exists ? [{ entityUrn: urn.text, aspectName: urn.type.key.name, changeType: 'DELETE', systemMetadata: { runId: run } }] : [];
  }
  const stored = storedIn(view);
  const described = changes.description ? descriptionField(urn.type) : undefined;
  const text = described && textIn(stored.get(described.aspect.name), described.field);
  const edits = editsOf(model, { urn, column: undefined }, stored, order, text);
  const { forms, deletion } = changes;
  for (const part of linkPartsOf(model))
    if (part.columns === undefined) edits.push(...linkEdits(model, { urn, column: undefined }, part, linkChangeOf(changes, part), stored));
  const stamp = { time: COMMIT_TIME, actor: order.createdBy };
  edits.push(...(forms?.add ?? []).map((form) => ({ ...askEdit(urn, urnFrom(model, form), stamp), onlyWith: urn.text })));
  edits.push(...(forms?.remove ?? []).filter((form) => hasForm(stored.get(FORMS), form)).map((form) => unaskEdit(urn.text, form)));
  if (deletion === 'soft') edits.push(removalEdit(urn.text, true));
  if (deletion === 'restore' && stored.has(STATUS)) edits.push({ ...removalEdit(urn.text, false), onlyPresent: true });
  return edits.map((edit) => ({ ...edit, systemMetadata: { runId: run } }));
}

/**
 * What to propose for columns of an entity: one patch for what the entity says of its columns, and what their own entities have.
 *
 * @param own the entities of the columns, by URN
 * @throws Refusal invalid if it has none of the columns, or several of a name
 */
export function bulkColumnEdits(model: Model, view: EntityView, own: ReadonlyMap<string, EntityView>, order: EditOrder): BulkEdit[] {
  const infos = editsByColumn(view);
  const edits = requireColumns(view, order.columns ?? []).flatMap((column): BulkEdit[] => {
    const written = infos.get(column) ?? [];
    const target = { urn: view.urn, column, entries: written.map(({ fieldPath }) => String(fieldPath)) };
    const ofColumn = own.get(ownUrn(model, target).text);
    const stored = new Map([...written.toReversed().flatMap((info) => Object.entries(info)), ...(ofColumn ? storedIn(ofColumn) : [])]);
    return editsOf(model, target, stored, order, textIn(written[0], 'description')).map((proposal) => ({ proposal, column }));
  });
  const isShared = ({ proposal }: BulkEdit): boolean => proposal.aspectName === EDITABLE_SCHEMA_METADATA;
  const shared = edits.filter(isShared).map(({ proposal }) => proposal);
  return [...together(shared).map((proposal) => ({ proposal })), ...edits.filter((edit) => !isShared(edit))].map((edit) => ({
    ...edit,
    proposal: { ...edit.proposal, systemMetadata: { runId: order.run } },
  }));
}

/** Patches of one aspect as one. */
function together(patches: readonly RawProposal[]): RawProposal[] {
  const [first, ...others] = patches;
  if (!first || others.length === 0) return [...patches];
  const value = valueOf(patches.flatMap((patch) => (isRecord(patch.value) && Array.isArray(patch.value.json) ? patch.value.json : [])));
  return [{ ...first, value, onlyPresent: patches.every(({ onlyPresent }) => onlyPresent === true) }];
}

function storedIn({ aspects }: EntityView): Map<string, unknown> {
  return new Map(aspects.map(({ aspect, state }) => [aspect.name, state.value.json]));
}

/** What entities and columns have alike. `text`: the description that there is. */
function editsOf(
  model: Model,
  target: EditTarget,
  stored: ReadonlyMap<string, unknown>,
  { changes, createdBy }: EditOrder,
  text: string | undefined,
): RawProposal[] {
  const edits: RawProposal[] = [];
  const { description, owners, properties, deprecation } = changes;
  /** Removals count only where there is such an aspect. */
  const removals = <Item>(aspect: string, list: readonly Item[] = []): readonly Item[] => (stored.has(aspect) ? list : []);
  const lostOwners = removals(OWNERSHIP, owners?.remove);
  const lostProperties = removals(PROPERTY_VALUES, properties?.remove);
  const owned = recordsIn(stored.get(OWNERSHIP), 'owners');
  // An owner who owns it in this way, with its type as an entity, keeps that entry.
  const newOwners = (owners?.add ?? []).filter(
    ({ owner, type, typeUrn }) =>
      lostOwners.includes(owner) ||
      !owned.some(
        (each) => each.owner === owner && each.typeUrn !== undefined && ownershipTypeOf(model, each) === ownershipTypeOf(model, { type, typeUrn }),
      ),
  );
  if (description?.set !== undefined) edits.push(describeEdit(target, description.set));
  if (description?.unset && text !== undefined) edits.push(describeEdit(target, undefined));
  for (const part of linkPartsOf(model))
    if (part.columns !== undefined) edits.push(...linkEdits(model, target, part, linkChangeOf(changes, part), stored));
  if (lostOwners.length + newOwners.length > 0) edits.push(ownerEdit(model, target, newOwners, lostOwners));
  if (lostProperties.length + (properties?.set?.length ?? 0) > 0) edits.push(propertyEdit(model, target, properties?.set ?? [], lostProperties));
  if (deprecation?.set) edits.push(deprecationEdit(model, target, { deprecated: true, ...deprecation.set }, createdBy));
  const deprecated = stored.get(DEPRECATION);
  if (deprecation?.unset && isRecord(deprecated) && deprecated.deprecated === true) {
    edits.push({ ...deprecationEdit(model, target, { deprecated: false }, createdBy), onlyPresent: true });
  }
  return edits;
}
