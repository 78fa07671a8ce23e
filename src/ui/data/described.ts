/**
 * Finds where the description of an entity is, for reading and writing.
 */
import type { Values } from './aspects.ts';

const FIELDS = ['description', 'definition', 'aboutMe'] as const;
/** Aspects whose `description` describes something else. */
const OTHERS = /^(schemaMetadata|editableSchemaMetadata|viewProperties|schemafieldInfo)$/;

function textIn(value: Readonly<Record<string, unknown>> | undefined): string {
  for (const field of FIELDS) {
    const text = value?.[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return '';
}

/** A description that people wrote in the catalog wins over the one from the platform. */
export function describedIn(aspects: Values): string {
  const names = Object.keys(aspects).filter((name) => !OTHERS.test(name) && /(Properties|Info|Definition)$/.test(name));
  const edited = names.filter((name) => /editable/i.test(name));
  for (const name of [...edited, ...names]) {
    const text = textIn(aspects[name]);
    if (text !== '') return text;
  }
  return '';
}

export interface Place {
  readonly aspect: string;
  readonly field: string;
}

/**
 * Where to write a new description: the aspect for what people write, if the type has one; else the aspect that every entity of the type
 * has.
 *
 * @param aspectNames of the type
 */
export function placeOfDescription(type: string, aspectNames: readonly string[], present: Values): Place | undefined {
  const edited = aspectNames.find((name) => /^editable\w+Properties$/.test(name)) ?? aspectNames.find((name) => /EditableInfo$/.test(name));
  if (edited !== undefined) return { aspect: edited, field: edited === 'corpUserEditableInfo' ? 'aboutMe' : 'description' };
  if (type === 'glossaryTerm' || type === 'glossaryNode') return { aspect: `${type}Info`, field: 'definition' };
  const main = aspectNames.find(
    (name) => name.toLowerCase() === `${type}properties`.toLowerCase() || name.toLowerCase() === `${type}info`.toLowerCase(),
  );
  return main !== undefined && present[main] ? { aspect: main, field: 'description' } : undefined;
}
