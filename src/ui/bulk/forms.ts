/**
 * The form of each change of many entities.
 */
import type { ComponentType } from 'preact';
import { DomainForm, type FormProps, FormsForm, OwnersForm, TagsForm, TermsForm } from './link-fields.tsx';
import type { BulkPart } from './parts.ts';
import { DeletionForm, DeprecationForm, DescriptionForm, PropertiesForm } from './state-fields.tsx';

export const BULK_FORMS: Readonly<Record<BulkPart, ComponentType<FormProps>>> = {
  tags: TagsForm,
  terms: TermsForm,
  owners: OwnersForm,
  domain: DomainForm,
  properties: PropertiesForm,
  description: DescriptionForm,
  deprecation: DeprecationForm,
  forms: FormsForm,
  deletion: DeletionForm,
};
