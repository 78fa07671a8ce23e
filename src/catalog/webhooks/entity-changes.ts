/**
 * Entity change events (`EntityChangeEvent_v1`): what a change of an aspect means for its entity, such as "a tag was added". They follow from
 * the values before and after; the timeline compares them in the same way (docs/semantics.md 22.2). Pure.
 */
import { columnUrn } from '../../model/column-urn.ts';
import { DEPRECATION, SCHEMA_FIELD_TYPE, STATUS } from '../../model/known-names.ts';
import { isRecord, type JsonObject } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { isWholeEntity } from '../changes/change-text.ts';
import type { Change } from '../changes/types.ts';
import { categoriesOf, differences, type ItemDifference, itemReader, parametersOf } from '../read/timeline-items.ts';

interface EntityChange {
  readonly entityUrn: string;
  readonly entityType: string;
  readonly category: string;
  readonly operation: string;
  readonly modifier?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly auditStamp: { readonly actor: string; readonly time: number };
  readonly version: 0;
}

type ChangeKind = Pick<EntityChange, 'category' | 'operation' | 'modifier' | 'parameters'> & { readonly column?: string | undefined };

/** Categories whose name differs from that of the timeline. */
const OTHER_NAMES: Readonly<Record<string, string>> = { OWNERSHIP: 'OWNER' };

/** The events of a change that was read with its values; none if it means nothing for the entity. */
export function entityChanges(model: Model, change: Change): EntityChange[] {
  const { urn, entityType, actor, at } = change;
  return happened(model, change).map(({ column, ...rest }) => ({
    entityUrn: column === undefined ? urn : columnUrn(model, urn, column),
    entityType: column === undefined ? entityType : SCHEMA_FIELD_TYPE,
    ...rest,
    auditStamp: { actor, time: at },
    version: 0,
  }));
}

function happened(model: Model, change: Change): ChangeKind[] {
  const { urn, entityType, aspect: name, type } = change;
  const aspect = model.aspects.get(name);
  if (!aspect || type === 'point') return [];
  if (name === model.entityTypes.get(entityType)?.key.name) {
    const operation = isWholeEntity(model, change) ? 'HARD_DELETE' : type === 'create' ? 'CREATE' : undefined;
    return operation ? [{ category: 'LIFECYCLE', operation }] : [];
  }
  const readers = categoriesOf(model).flatMap((category) => {
    const read = itemReader(model, category, aspect);
    return read ? [{ category, read }] : [];
  });
  const [before, after] = [jsonOf(change.beforeValue), jsonOf(change.value)];
  // The store no longer has one of the values: only that something changed is certain.
  if (before === null || after === null) {
    const special = { [STATUS]: 'LIFECYCLE', [DEPRECATION]: 'DEPRECATION' }[name];
    const categories = [...readers.map(({ category }) => category), ...(special === undefined ? [] : [special])];
    return categories.map((category) => ({ category: OTHER_NAMES[category] ?? category, operation: 'MODIFY' }));
  }
  return [
    ...(name === STATUS
      ? ofFlag(before?.removed, after?.removed, (on) => ({ category: 'LIFECYCLE', operation: on ? 'SOFT_DELETE' : 'REINSTATE' }))
      : []),
    ...(name === DEPRECATION
      ? ofFlag(before?.deprecated, after?.deprecated, (on) => {
          const status = on ? 'DEPRECATED' : 'ACTIVE';
          return { category: 'DEPRECATION', operation: 'MODIFY', modifier: status, parameters: { status } };
        })
      : []),
    ...readers.flatMap(({ category, read }) => differences(read, before, after).map((each) => ofItem(model, urn, category, each))),
  ];
}

/** The value of a version: `undefined` if there was none, null if the store no longer has it. */
function jsonOf(text: string | null | undefined): JsonObject | undefined | null {
  if (text === undefined || text === null) return text;
  const json: unknown = JSON.parse(text);
  return isRecord(json) ? json : {};
}

function ofFlag(before: unknown, after: unknown, event: (on: boolean) => ChangeKind): ChangeKind[] {
  return (before === true) === (after === true) ? [] : [event(after === true)];
}

function ofItem(model: Model, urn: string, category: string, { operation, item }: ItemDifference): ChangeKind {
  const { name, column, noun } = item;
  const named = { category: OTHER_NAMES[category] ?? category, operation };
  const parameters = parametersOf(model, urn, category, item);
  // The event of a column of the schema is about its dataset.
  if (category === 'TECHNICAL_SCHEMA') return { ...named, modifier: columnUrn(model, urn, name), parameters };
  return {
    ...named,
    ...(noun === 'description' ? {} : { modifier: name }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    column,
  };
}
