/**
 * What can be done to many entities at once.
 */
import type { ComponentType } from 'preact';
import { DomainForm, type FormProps, OwnersForm, TagsForm, TermsForm } from './link-fields.tsx';
import { DeletionForm, DeprecationForm, PropertiesForm } from './state-fields.tsx';

export interface BulkAction {
  readonly id: string;
  readonly title: string;
  readonly Form: ComponentType<FormProps>;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  { id: 'tags', title: 'Tags', Form: TagsForm },
  { id: 'terms', title: 'Terms', Form: TermsForm },
  { id: 'owners', title: 'Owners', Form: OwnersForm },
  { id: 'domain', title: 'Domain', Form: DomainForm },
  { id: 'properties', title: 'Property', Form: PropertiesForm },
  { id: 'deprecation', title: 'Deprecation', Form: DeprecationForm },
  { id: 'deletion', title: 'Deletion', Form: DeletionForm },
];
