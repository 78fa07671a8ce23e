/**
 * The edits with a form of their own: description, name, owners, properties, pages, deprecation and removal. Those of links are in `parts/`. Each is a
 * patch if it leaves something of the aspect as it is. None makes an entity: one that was hard-deleted meanwhile is refused. Pure.
 */
import { badParameter, noDescription, noEditOfColumns } from '../../errors.ts';
import { columnUrn } from '../../model/column-urn.ts';
import { valueOf } from '../../model/json.ts';
import { DEPRECATION, EDITABLE_SCHEMA_METADATA, OWNERSHIP, PROPERTY_VALUES, STATUS } from '../../model/known-names.ts';
import { urnFrom } from '../../model/named.ts';
import { pointerText } from '../../model/pointer.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import { keysOfWay, wayOfOwning } from './ownership.ts';
import { descriptionField, nameField } from './texts.ts';

/** An entity, or the column of it with this path. */
export interface EditTarget {
  readonly urn: Urn;
  readonly column: string | undefined;
  /** The spellings under which people have written about the column, if not under its path. */
  readonly entries?: readonly string[] | undefined;
}

/** A step of a patch: see docs/semantics.md 13.6 for the paths. */
export interface EditOperation {
  readonly op: 'add' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

export interface OwnerLink {
  readonly owner: string;
  /** A way of owning of the model, such as DATA_STEWARD. */
  readonly type: string;
  /** The ownership type that is an entity, if it is one of the catalog's own. */
  readonly typeUrn?: string | undefined;
  /** Who said so, as the model has it: `MANUAL`. */
  readonly source?: string | undefined;
}

/** Who makes an edit, and when. */
export interface EditStamp {
  /** Epoch ms. */
  readonly time: number;
  readonly actor: string;
}

/** A deprecation, or the end of one. */
export interface Deprecating {
  readonly deprecated: boolean;
  readonly note?: string | null | undefined;
  /** Epoch ms. */
  readonly decommissionTime?: number | null | undefined;
  /** URN of what to use instead. */
  readonly replacement?: string | null | undefined;
}

const PAGES = 'institutionalMemory';

/**
 * A patch of an aspect: of one that does not exist, it begins with an empty one, unless it only removes.
 *
 * @param asset the entity that must exist: absent, the patched one
 */
export function patchEdit(urn: string, aspectName: string, operations: readonly EditOperation[], asset = urn): RawProposal {
  const onlyRemoves = operations.every(({ op }) => op === 'remove');
  return { entityUrn: urn, changeType: 'PATCH', aspectName, value: valueOf(operations), onlyWith: asset, ...(onlyRemoves && { onlyPresent: true }) };
}

/**
 * Writes the description that people see.
 *
 * @param text undefined removes it
 * @throws Refusal invalid if the type has no description, or no columns
 */
export function describeEdit(target: EditTarget, text: string | undefined): RawProposal {
  const { urn, column } = target;
  if (column !== undefined) {
    refuseOthers(urn);
    const [own, ...others] = entriesOf(target, column).map((entry) => pointerText(['editableSchemaFieldInfo', entry, 'description']));
    return patchEdit(urn.text, EDITABLE_SCHEMA_METADATA, [
      ...others.map((path) => textOperation(path, undefined)),
      ...(own === undefined ? [] : [textOperation(own, text)]),
    ]);
  }
  const place = descriptionField(urn.type);
  if (!place) throw noDescription(urn.type.name);
  return patchEdit(urn.text, place.aspect.name, [textOperation(pointerText([place.field]), text)]);
}

function textOperation(path: string, text: string | undefined): EditOperation {
  return text === undefined ? { op: 'remove', path } : { op: 'add', path, value: text };
}

/** Where people have written about a column: the first is edited, and what is taken off goes from all. */
export function entriesOf({ entries = [] }: EditTarget, column: string): readonly string[] {
  return entries.length > 0 ? entries : [column];
}

/** The type as an entity before the word: who and which type identify an owner. */
const OWNER_KEYS = { owners: ['owner', 'typeUrn', 'type'] };

/**
 * Adds and removes owners.
 *
 * @param remove URNs of those who lose every way of owning, unless the edit adds one; or single ways
 */
export function ownerEdit(model: Model, target: EditTarget, add: readonly OwnerLink[], remove: readonly (string | OwnerLink)[]): RawProposal {
  const at = (...keys: string[]): string => pointerText(['owners', ...keys]);
  const removes = (owner: string, keys: readonly string[][]): EditOperation[] => keys.map((each) => ({ op: 'remove', path: at(owner, ...each) }));
  const added = add.map((each) => ({ ...each, ...wayOfOwning(each.type, each.typeUrn) }));
  const operations = [
    ...remove.flatMap((each) =>
      typeof each === 'string' ? removes(each, [[]]) : removes(each.owner, keysOfWay(wayOfOwning(each.type, each.typeUrn))),
    ),
    // Whoever owns it in this way, as many connectors write it, is not listed twice: without its type as an entity, or as CUSTOM.
    ...added.flatMap(({ owner, type, typeUrn }) =>
      typeUrn === undefined || type === 'CUSTOM'
        ? []
        : removes(owner, [
            ['', type],
            [typeUrn, 'CUSTOM'],
          ]),
    ),
    ...added.map(({ owner, type, typeUrn, source }): EditOperation => {
      const value = { owner, type, ...(typeUrn !== undefined && { typeUrn }), ...(source !== undefined && { source: { type: source } }) };
      return { op: 'add', path: at(owner, typeUrn ?? '', type), value };
    }),
  ];
  const edit = patchEdit(ownUrn(model, target).text, OWNERSHIP, operations, target.urn.text);
  return { ...edit, value: valueOf({ patch: operations, arrayPrimaryKeys: OWNER_KEYS }) };
}

/** Sets the values of structured properties, and removes properties. URNs of properties. */
export function propertyEdit(
  model: Model,
  target: EditTarget,
  set: readonly { readonly property: string; readonly values: readonly (string | number)[] }[],
  remove: readonly string[],
): RawProposal {
  const operations = [
    ...remove.map((property): EditOperation => ({ op: 'remove', path: pointerText(['properties', property]) })),
    ...set.map(({ property, values }): EditOperation => {
      const value = { propertyUrn: property, values: values.map((each) => (typeof each === 'number' ? { double: each } : { string: each })) };
      return { op: 'add', path: pointerText(['properties', property]), value };
    }),
  ];
  return patchEdit(ownUrn(model, target).text, PROPERTY_VALUES, operations, target.urn.text);
}

/**
 * Names an entity.
 *
 * @throws Refusal malformed if the type has no name
 */
export function nameEdit({ text, type }: Urn, name: string): RawProposal {
  const place = nameField(type);
  if (!place) throw badParameter('/input/urn', 'an entity that has a name', text);
  return patchEdit(text, place.aspect.name, [{ op: 'add', path: pointerText([place.field]), value: name }]);
}

/** A link to a page about an entity. */
export interface PageLink {
  readonly url: string;
  readonly description: string;
  readonly settings?: object;
}

/**
 * Adds links to pages about an entity, by address, and removes them.
 *
 * @param since when the link was added that this one changes; undefined for a new one
 */
export function pageEdit(urn: string, add: readonly PageLink[], remove: readonly string[], stamp: EditStamp, since?: unknown): RawProposal {
  const stamps = since === undefined ? { createStamp: stamp } : { createStamp: since, updateStamp: stamp };
  const operations = [
    ...remove.map((url): EditOperation => ({ op: 'remove', path: pointerText(['elements', url]) })),
    ...add.map((link): EditOperation => ({ op: 'add', path: pointerText(['elements', link.url]), value: { ...link, ...stamps } })),
  ];
  return patchEdit(urn, PAGES, operations);
}

/** Says that an entity, or a column of it, should not be used any more, or that it may be again. `actor`: who says so. */
export function deprecationEdit(model: Model, target: EditTarget, deprecating: Deprecating, actor: string): RawProposal {
  const { deprecated, note, decommissionTime, replacement } = deprecating;
  const value = {
    deprecated,
    note: note ?? '',
    actor,
    ...(typeof decommissionTime === 'number' && { decommissionTime }),
    ...(replacement && { replacement }),
  };
  return replacing(ownUrn(model, target).text, DEPRECATION, value, target.urn.text);
}

/** Soft-deletes an entity, or restores it. */
export function removalEdit(urn: string, removed: boolean): RawProposal {
  return patchEdit(urn, STATUS, [{ op: 'add', path: '/removed', value: removed }]);
}

export function replacing(entityUrn: string, aspectName: string, json: object, asset = entityUrn): RawProposal {
  return { ...upsert(entityUrn, aspectName, json), onlyWith: asset };
}

/** The entity that has the owners, properties and deprecation of a column: the column itself. */
export function ownUrn(model: Model, { urn, column }: EditTarget): Urn {
  return column === undefined ? urn : urnFrom(model, columnUrn(model, urn.text, column));
}

/** @throws Refusal invalid for an entity that has no columns */
export function refuseOthers({ type }: Urn): void {
  if (!type.aspects.has(EDITABLE_SCHEMA_METADATA)) throw noEditOfColumns(type.name);
}
