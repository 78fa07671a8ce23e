import type { Property, ValueKind } from '../api/properties.ts';

export const KIND_WORDS: Readonly<Record<ValueKind, string>> = {
  string: 'Text',
  number: 'Number',
  date: 'Date',
  urn: 'Entity',
  rich_text: 'Long text',
};

/** `Text, one of 3 values`. */
export function kindWord({ kind, many, choices }: Property): string {
  const parts = [KIND_WORDS[kind]];
  if (choices) parts.push(many ? `several of ${choices.length} values` : `one of ${choices.length} values`);
  else if (many) parts.push('several');
  return parts.join(', ');
}
