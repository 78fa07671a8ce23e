/**
 * Where the description of an entity stands, to read and to write.
 */
import type { Values } from '../api/aspects.ts';

const FIELDS = ['description', 'definition', 'aboutMe'] as const;
/** Aspects whose `description` is about something else. */
const OTHERS = /^(schemaMetadata|editableSchemaMetadata|viewProperties|schemafieldInfo)$/;

function textIn(value: Readonly<Record<string, unknown>> | undefined): string {
  for (const field of FIELDS) {
    const text = value?.[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return '';
}

/** What people wrote in the catalog goes before what the platform says. */
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
 * Where a new description goes: the aspect for what people write, where the type has one, else the one that every entity of the type has.
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
