/**
 * Edits of the parts that hold links: tags, terms, a domain, and those of models of your own. Pure.
 */
import { noPartOfColumns } from '../../errors.ts';
import type { BulkChanges, LinkChange } from '../../graph/bulk.ts';
import { EDITABLE_SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { pointerText } from '../../model/pointer.ts';
import type { LinkPart, Model } from '../../model/types.ts';
import { type EditOperation, type EditStamp, type EditTarget, entriesOf, ownUrn, patchEdit, refuseOthers, replacing } from '../assets/edit.ts';
import type { RawProposal } from '../write/proposal.ts';

/** Links that an edit adds and removes. URNs. */
export interface Links {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What changes ask for of a part of links. */
export function linkChangeOf(changes: BulkChanges, { name }: Pick<LinkPart, 'name'>): LinkChange | undefined {
  const change: unknown = changes[name];
  return isLinkChange(change) ? change : undefined;
}

function isLinkChange(change: unknown): change is LinkChange {
  const isUrns = (list: unknown): boolean => list === undefined || (Array.isArray(list) && list.every((each) => typeof each === 'string'));
  return isRecord(change) && isUrns(change.add) && isUrns(change.remove);
}

/**
 * Adds and removes links; of a part with one link, the one that is added replaces what there is.
 *
 * @param stamp noted if something is added and the aspect says who has changed it
 * @throws Refusal invalid if the type has no columns, or columns have no such part
 */
export function linksEdit(model: Model, target: EditTarget, part: LinkPart, { add, remove }: Links, stamp?: EditStamp): RawProposal {
  if (part.shape === 'link') return linkEdit(model, target, part, add[0]);
  const { aspect, list } = part;
  const places = placesOf(target, part);
  const [before = []] = places;
  const operations = [
    ...(stamp && add.length > 0 && hasStamp(model, aspect) ? [{ op: 'add', path: pointerText([...before, STAMP]), value: stamp } as const] : []),
    ...places.flatMap((place) => remove.map((text): EditOperation => ({ op: 'remove', path: pointerText([...place, list, text]) }))),
    ...add.map((text): EditOperation => ({ op: 'add', path: pointerText([...before, list, text]), value: itemOf(part, text) })),
  ];
  if (isInTable(target, part)) return patchEdit(target.urn.text, EDITABLE_SCHEMA_METADATA, operations);
  return patchEdit(ownUrn(model, target).text, aspect, operations, target.urn.text);
}

/** Sets the one link of a part, or none. @throws Refusal invalid if columns have no such part of their own */
export function linkEdit(model: Model, target: EditTarget, part: LinkPart, urn: string | undefined): RawProposal {
  const places = placesOf(target, part);
  const value = { [part.list]: urn === undefined ? [] : [itemOf(part, urn)] };
  if (isInTable(target, part)) {
    const [own = [], ...others] = places;
    const operations = others.map((place): EditOperation => ({ op: 'remove', path: pointerText(place) }));
    const last: EditOperation = urn === undefined ? { op: 'remove', path: pointerText(own) } : { op: 'add', path: pointerText(own), value };
    return patchEdit(target.urn.text, EDITABLE_SCHEMA_METADATA, [...operations, last]);
  }
  return { ...replacing(ownUrn(model, target).text, part.aspect, value, target.urn.text), ...(urn === undefined && { onlyPresent: true }) };
}

/**
 * What to propose for a change of a part. Removals from what is not there are left out: they would make an empty aspect.
 *
 * @param stored the aspects that there are
 */
export function linkEdits(
  model: Model,
  target: EditTarget,
  part: LinkPart,
  change: LinkChange | undefined,
  stored: ReadonlyMap<string, unknown>,
): RawProposal[] {
  if (!change) return [];
  const isThere = stored.has(part.aspect);
  if (part.shape === 'link') {
    if (change.set !== undefined) return [linkEdit(model, target, part, change.set)];
    return change.unset && isThere ? [linkEdit(model, target, part, undefined)] : [];
  }
  const [add, remove] = [change.add ?? [], isThere ? (change.remove ?? []) : []];
  return add.length + remove.length > 0 ? [linksEdit(model, target, part, { add, remove })] : [];
}

/** Is it written into what the table says of its columns? */
function isInTable({ column }: EditTarget, { columns }: LinkPart): boolean {
  return column !== undefined && columns === 'table';
}

/** Where the aspect of a part is: at the top, or in each entry of a column. */
function placesOf(target: EditTarget, { aspect, columns, plural }: LinkPart): string[][] {
  const { urn, column } = target;
  if (column === undefined) return [[]];
  refuseOthers(urn);
  if (columns === undefined) throw noPartOfColumns(plural, column);
  return columns === 'own' ? [[]] : entriesOf(target, column).map((entry) => ['editableSchemaFieldInfo', entry, aspect]);
}

function itemOf({ key }: LinkPart, urn: string): unknown {
  return key === undefined ? urn : { [key]: urn };
}

/** Where an aspect says who has changed it, and when. */
const STAMP = 'auditStamp';

function hasStamp({ aspects }: Model, aspect: string): boolean {
  const properties = aspects.get(aspect)?.schema.properties;
  return isRecord(properties) && STAMP in properties;
}
