/**
 * What questions ask for, in words.
 */
import type { Form, PromptType } from '../api/forms.ts';

export const KINDS: Readonly<Record<PromptType, string>> = {
  OWNERSHIP: 'Its owners',
  DOMAIN: 'Its domain',
  DOCUMENTATION: 'Its documentation',
  GLOSSARY_TERMS: 'Its glossary terms',
  TAGS: 'Its tags',
  STRUCTURED_PROPERTY: 'A property',
  FIELDS_STRUCTURED_PROPERTY: 'A property of each column',
};

/** The question if nobody words it otherwise. */
export const USUAL: Readonly<Record<PromptType, string>> = {
  OWNERSHIP: 'Who owns it?',
  DOMAIN: 'Which domain is it in?',
  DOCUMENTATION: 'What should others know about it?',
  GLOSSARY_TERMS: 'Which glossary terms describe it?',
  TAGS: 'Which tags does it have?',
  STRUCTURED_PROPERTY: '',
  FIELDS_STRUCTURED_PROPERTY: '',
};

export function isOfProperty(type: PromptType): boolean {
  return type.endsWith('STRUCTURED_PROPERTY');
}

export const formUrl = (urn: string): string => `/forms/${encodeURIComponent(urn)}`;

/** The list of the assets that a form is asked about. */
export function assetsUrl(
  field: 'incompleteForms' | 'completedForms' | 'verifiedForms',
  { urn }: Pick<Form, 'urn'>,
  of?: [field: string, value: string],
) {
  return `/search?is.${field}=${encodeURIComponent(urn)}${of ? `&is.${of[0]}=${encodeURIComponent(of[1])}` : ''}`;
}
