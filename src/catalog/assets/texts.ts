/**
 * Names and descriptions of entities: which fields hold them. A type may declare those of its names; otherwise a rule over the model finds
 * them. What people wrote in the catalog comes before what a platform sent. Pure.
 */
import { isRecord } from '../../model/path.ts';
import { textIn, textsIn } from '../../model/pick.ts';
import type { AspectSpec, EntityTypeSpec } from '../../model/types.ts';
import { keyValue, lastPart, type Urn } from '../../model/urn.ts';
import type { EntityView } from '../read/read.ts';

const EDITED = /editable/i;
/** Aspects that say what their entity is. Others, such as `deprecation` or `access`, name something else. */
const TEXT_ASPECTS = /(Properties|Info|Definition)$/;
const NAMES = ['displayName', 'title', 'name', 'fullName', 'qualifiedName'];
const DESCRIPTIONS = ['description', 'definition', 'about', 'aboutMe'];

interface TextField {
  readonly aspect: AspectSpec;
  readonly field: string;
}

function textFields(type: EntityTypeSpec, names: readonly string[]): TextField[] {
  const textAspects = [...type.aspects.values()].filter(({ name, kind }) => kind === 'versioned' && (TEXT_ASPECTS.test(name) || EDITED.test(name)));
  const ordered = [...textAspects.filter(({ name }) => EDITED.test(name)), ...textAspects.filter(({ name }) => !EDITED.test(name))];
  return ordered.flatMap((aspect) => {
    const { properties } = aspect.schema;
    return names.flatMap((field) => (isRecord(properties) && isText(properties[field]) ? [{ aspect, field }] : []));
  });
}

function declaredNames({ names, aspects }: EntityTypeSpec): TextField[] | undefined {
  return names?.flatMap(([name, field]) => {
    const aspect = aspects.get(name);
    return aspect ? [{ aspect, field }] : [];
  });
}

function isText(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'string' && schema.format === undefined;
}

const known = new WeakMap<EntityTypeSpec, { readonly names: readonly TextField[]; readonly descriptions: readonly TextField[] }>();

function fieldsOf(type: EntityTypeSpec) {
  const found = known.get(type) ?? { names: declaredNames(type) ?? textFields(type, NAMES), descriptions: textFields(type, DESCRIPTIONS) };
  known.set(type, found);
  return found;
}

interface Texts {
  /** The fields that name entities of a type, as `aspect.field`: the first that has a text wins. */
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** The aspect of the first description can be written with no more than a name, a description and what the page of the type adds. */
  readonly describable: boolean;
  /** The names that this aspect requires. All others stay out of it until somebody writes one. */
  readonly namesNeeded: readonly string[];
}

/** Where the names and descriptions of a type are, for clients. */
export function textsOf(type: EntityTypeSpec): Texts {
  const { names, descriptions } = fieldsOf(type);
  const written = (fields: readonly TextField[]): string[] => fields.map(({ aspect, field }) => `${aspect.name}.${field}`);
  const aspect = descriptions[0]?.aspect;
  const inAspect = (fields: readonly TextField[]): string[] => fields.flatMap((each) => (each.aspect === aspect ? [each.field] : []));
  const required = aspect === undefined ? [] : textsIn(aspect.schema, 'required');
  const given = new Set([...inAspect(names), ...inAspect(descriptions), ...Object.keys(type.page.whenDescribed ?? {})]);
  const describable = aspect !== undefined && required.every((field) => given.has(field));
  const namesNeeded = inAspect(names).filter((field) => required.includes(field));
  return { names: written(names), descriptions: written(descriptions), describable, namesNeeded };
}

/** The aspects that a name may be read from. */
export function namingAspects(type: EntityTypeSpec): string[] {
  return [...new Set(fieldsOf(type).names.map(({ aspect }) => aspect.name))];
}

/** The aspects that a description may be read from. */
export function describingAspects(type: EntityTypeSpec): string[] {
  return [...new Set(fieldsOf(type).descriptions.map(({ aspect }) => aspect.name))];
}

/** The field that a person's description is written to; absent if the type has no description. */
export function descriptionField(type: EntityTypeSpec): TextField | undefined {
  return fieldsOf(type).descriptions[0];
}

/** The field that a person's name for it is written to; absent if the type has no name. */
export function nameField(type: EntityTypeSpec): TextField | undefined {
  return fieldsOf(type).names[0];
}

function firstText({ aspects }: Pick<EntityView, 'aspects'>, fields: readonly TextField[]): string | undefined {
  for (const { aspect, field } of fields) {
    const state = aspects.find((each) => each.aspect === aspect)?.state;
    const text = state && textIn(state.value.json, field);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The name that people know an entity by. Without one: what its URN calls it. */
export function nameIn(view: Pick<EntityView, 'urn' | 'aspects'>): string {
  return firstText(view, fieldsOf(view.urn.type).names) ?? keyName(view.urn);
}

/** The description; absent if nobody wrote one. */
export function descriptionIn(view: Pick<EntityView, 'urn' | 'aspects'>): string | undefined {
  return firstText(view, fieldsOf(view.urn.type).descriptions);
}

/** What a URN calls its entity. */
export function keyName(urn: Urn): string {
  const key = keyValue(urn);
  return key.name ?? key.fieldPath ?? key.id ?? lastPart(urn.parts.at(-1) ?? urn.text);
}

/** All texts that people call an entity by, in lower case. */
export function callNames(view: Pick<EntityView, 'urn' | 'aspects'>): Set<string> {
  const texts = fieldsOf(view.urn.type).names.flatMap(({ aspect, field }) => {
    const state = view.aspects.find((each) => each.aspect === aspect)?.state;
    return state ? (textIn(state.value.json, field) ?? []) : [];
  });
  return new Set([...texts, keyName(view.urn)].map((text) => text.toLowerCase()));
}
