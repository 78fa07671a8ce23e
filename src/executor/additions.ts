/**
 * What a source says of tags, terms, owners and other parts that people edit, too, as additions to what is there. The sources that do this with
 * `write_semantics: PATCH` would read what is there, by names that a catalog of Cairn's own does not have. Pure.
 */
import { markInexact } from '../model/exact-numbers.ts';
import { isRecord } from '../model/path.ts';
import { textIn } from '../model/pick.ts';
import { pointerText } from '../model/pointer.ts';
import { itemSchema, propertySchema } from '../model/schema-walk.ts';
import type { AspectSpec, JsonSchema, Model } from '../model/types.ts';
import { encoded, type TranslatedProposal } from './translate.ts';

interface Addition {
  readonly op: 'add';
  readonly path: string;
  readonly value: unknown;
}

/** Aspects that hold what people edit. */
const EDITS = /^editable[A-Z]/;

/** The proposals that add what a proposal sets. What people do not edit stays as it is; a domain is set only where there is none. */
export function additionsFrom(model: Model, proposal: TranslatedProposal): TranslatedProposal[] {
  const spec = model.aspects.get(proposal.aspectName);
  if (!spec || proposal.changeType !== 'UPSERT' || !proposal.aspect) return [proposal];
  if (spec.part?.shape === 'link') return [{ ...proposal, changeType: 'CREATE' }];
  const isList = hasKeys(model, spec.schema);
  if (!EDITS.test(spec.name) && !(spec.part && isList)) return [proposal];
  const value: unknown = JSON.parse(markInexact(proposal.aspect.value));
  const additions = isRecord(value) ? membersOf(model, spec.schema, value, []) : [];
  const own = isList ? additions.filter(({ path }) => !isStamp(model, spec, path)) : additions;
  return own.length === 0 ? [] : [{ ...proposal, changeType: 'PATCH', aspect: encoded(own, true) }];
}

/** The time of the run would make a new version of what has not changed. */
function isStamp(model: Model, { schema }: AspectSpec, path: string): boolean {
  return propertySchema(model, schema, path.slice(1))['x-record'] === 'common.AuditStamp';
}

/** Does it have a list whose items are found by keys, at any depth? */
function hasKeys(model: Model, schema: JsonSchema): boolean {
  return Object.keys(isRecord(schema.properties) ? schema.properties : {}).some((name) => {
    const own = propertySchema(model, schema, name);
    return Array.isArray(own['x-patch-key']) || (own.type === 'object' && hasKeys(model, own));
  });
}

function membersOf(model: Model, schema: JsonSchema, value: Readonly<Record<string, unknown>>, at: readonly string[]): Addition[] {
  return Object.entries(value).flatMap(([name, each]): Addition[] => {
    const own = propertySchema(model, schema, name);
    const path = [...at, name];
    if (Array.isArray(each) && Array.isArray(own['x-patch-key'])) return itemsOf(model, own, each, path);
    if (isRecord(each) && hasKeys(model, own)) return membersOf(model, own, each, path);
    return [{ op: 'add', path: pointerText(path), value: each }];
  });
}

/** Each member of an item for itself: what people have said beside it stays. */
function itemsOf(model: Model, list: JsonSchema, items: readonly unknown[], at: readonly string[]): Addition[] {
  const keys: unknown[] = Array.isArray(list['x-patch-key']) ? list['x-patch-key'] : [];
  return items.filter(isRecord).flatMap((item) => {
    // An absent key is empty in a path.
    const names = keys.map((key) => textIn(item, String(key)) ?? '');
    return membersOf(model, itemSchema(model, list), item, [...at, ...names]);
  });
}
