/**
 * Filter fields that stand for several, and other spellings (docs/semantics.md 9.4).
 */
import { badFilterCondition, badFilterValue } from '../../errors.ts';
import { type Fields, isTypeField, nearestFields, TYPE_FIELD, URN_FIELD } from '../../model/fields.ts';
import { foreignName } from '../../model/names.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, entityTypeNamed } from '../../model/urn.ts';
import { askedFields } from '../document/asked-fields.ts';
import { fitting } from './exact.ts';
import { type Criterion, criterion, type Filter, mapCriteria } from './tree.ts';

/** Compared with the URN too, because the alias is stored only if somebody has written one. */
const LOWERCASED_URN = 'lowercasedUrn';
const TYPE_AND_SUBTYPE = `${TYPE_FIELD}\u241ftypeNames`;
/** For how many unknown fields similar names are searched: comparing a name with all names takes time. */
const MOST_LIKENESSES = 20;
const MARK = '\u241e';

/** A field that the model does not have, and the known names that resemble it. */
export interface UnknownField {
  readonly field: string;
  readonly nearest: readonly string[];
}

/** What an answer says about the text of the request. */
interface TextRemark {
  /** A sentence. */
  readonly note: string;
}

/** What an answer says about its request. */
export type Remark = UnknownField | TextRemark;

/** The same filter with fields of the model and URNs in the spelling of the registry only. A criterion on an unknown field matches nothing. */
export function expanded(model: Model, fields: Fields, filter: Filter): { filter: Filter; unknown: UnknownField[] } {
  const unknown = new Map<string, UnknownField>();
  const known = mapCriteria(filter, (asked) => {
    // Documents have URNs in one spelling.
    const each = { ...asked, values: asked.values.map((value) => canonicalUrn(model, value)) };
    const name = each.field.endsWith('.keyword') ? each.field.slice(0, -'.keyword'.length) : each.field;
    if (name === URN_FIELD || fields.get(name)?.types.has('urn')) refuseForeign(model, each);
    if (name === '') return each;
    if (isTypeField(name)) return { ...each, field: TYPE_FIELD, values: each.values.map((value) => typeName(model, value)) };
    if (name === TYPE_AND_SUBTYPE || name === TYPE_AND_SUBTYPE.replace('\u241f', MARK)) return typesAndSubtypes(model, each);
    if (each.exact && fields.has(name)) return each;
    if (fields.has(name)) return alternatives(fields, { ...each, field: name });
    const dot = name.indexOf('.');
    if (dot > 0 && fields.get(name.slice(0, dot))?.types.has('map')) return entryOf(name.slice(0, dot), name.slice(dot + 1), each);
    unknown.set(name, { field: name, nearest: unknown.size < MOST_LIKENESSES ? nearestFields(fields, name) : [] });
    return { is: 'or', of: [] };
  });
  return { filter: known, unknown: [...unknown.values()] };
}

/** No entity here can have such a URN: the answer would be empty, and nobody would know why. */
function refuseForeign({ names }: Model, { field, values }: Criterion): void {
  for (const value of values) {
    const problem = foreignName(names, value);
    if (problem !== undefined) throw badFilterValue(field, `a URN of this catalog (this one ${problem})`, value);
  }
}

function alternatives(fields: Fields, each: Criterion): Filter {
  if (each.field === LOWERCASED_URN && (each.condition === 'EQUAL' || each.condition === 'IN'))
    return { is: 'or', of: [each, { ...each, field: URN_FIELD, condition: 'IEQUAL' }] };
  const field = fields.get(each.field);
  const standsFor = field?.standsFor ?? [];
  const asked = field ? askedFields(field).filter((name) => fields.has(name)) : [];
  if (field?.kind === 'boolean' && asked.length > 1) return flagged(each, asked);
  if (asked.length < 2 && standsFor.length === 0) return each;
  const all = (standsFor.length > 0 ? standsFor : asked).map((field) => ({ ...each, field }));
  const of = fitting(fields, all);
  return each.condition === 'IS_NULL' ? { is: 'and', of } : { is: 'or', of };
}

/** A flag is true if one of these is; it is false where the entity has it, and none is true. */
function flagged(each: Criterion, [own, ...shared]: readonly string[]): Filter {
  const of = (field: string | undefined, value: string): Filter => ({ ...each, field: field ?? each.field, condition: 'EQUAL', values: [value] });
  const isTrue: Filter = { is: 'or', of: [own, ...shared].map((field) => of(field, 'true')) };
  const isFalse: Filter = { is: 'and', of: [of(own, 'false'), ...shared.map((field): Filter => ({ is: 'not', of: of(field, 'true') }))] };
  const meanings = each.values.map((value) => ({ true: isTrue, false: isFalse })[value.trim().toLowerCase()]);
  const known = meanings.filter((meaning) => meaning !== undefined);
  const isEquality = ['EQUAL', 'IN', 'IEQUAL', 'WORD'].includes(each.condition) && known.length > 0 && known.length === meanings.length;
  return isEquality ? { is: 'or', of: known } : each;
}

/** Entity types may be spelled as in URNs or as in GraphQL, in any case. */
function typeName(model: Model, value: string): string {
  const constant = value.toUpperCase();
  const byConstant = [...model.entityTypes.values()].find(({ graphql }) => graphql === constant);
  return (entityTypeNamed(model, value) ?? byConstant)?.name ?? value;
}

/** `dataset␞View`: type and sub type together. */
function typesAndSubtypes(model: Model, { values }: Criterion): Filter {
  return {
    is: 'or',
    of: values.map((value) => {
      const [type = '', subtype] = value.split(MARK);
      const ofType = criterion(TYPE_FIELD, 'EQUAL', typeName(model, type));
      return subtype === undefined ? ofType : { is: 'and', of: [ofType, criterion('typeNames', 'EQUAL', subtype)] };
    }),
  };
}

/** `customProperties.team`: the entry of a map with this key. */
function entryOf(field: string, key: string, { condition, values }: Criterion): Filter {
  if (condition === 'EXISTS') return criterion(field, 'START_WITH', `${key}=`);
  if (condition === 'IS_NULL') return { is: 'not', of: criterion(field, 'START_WITH', `${key}=`) };
  if (['EQUAL', 'IN', 'IEQUAL', 'START_WITH'].includes(condition)) return criterion(field, condition, ...values.map((value) => `${key}=${value}`));
  if (condition === 'WORD' || condition === 'PHRASE') return criterion(field, 'IEQUAL', ...values.map((value) => `${key}=${value}`));
  if (condition === 'LIKE') return criterion(field, 'LIKE', ...values.map((value) => `${key}=${value}`));
  if (condition === 'END_WITH' || condition === 'CONTAIN') {
    return criterion(field, 'LIKE', ...values.map((value) => `${key}=\u0001${value}${condition === 'CONTAIN' ? '\u0001' : ''}`));
  }
  throw badFilterCondition(
    `${field}.${key}`,
    `: ${condition} compares complete fields, not the entries of a map`,
    'EQUAL, IEQUAL, IN, CONTAIN, START_WITH, END_WITH, EXISTS or IS_NULL for an entry of a map',
    condition,
  );
}
