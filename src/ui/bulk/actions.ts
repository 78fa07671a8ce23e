/**
 * What can be done to many entities at once.
 */
import type { ComponentType } from 'preact';
import type { BulkChanges } from '../api/bulk.ts';
import { DomainForm, type FormProps, OwnersForm, TagsForm, TermsForm } from './link-fields.tsx';
import { DeletionForm, DeprecationForm, DescriptionForm, PropertiesForm } from './state-fields.tsx';

export type BulkPart = keyof BulkChanges;

export interface BulkAction {
  readonly id: BulkPart;
  readonly title: string;
  readonly Form: ComponentType<FormProps>;
  /** Can columns be changed so, too? */
  readonly ofColumns: boolean;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  { id: 'tags', title: 'Tags', Form: TagsForm, ofColumns: true },
  { id: 'terms', title: 'Terms', Form: TermsForm, ofColumns: true },
  { id: 'owners', title: 'Owners', Form: OwnersForm, ofColumns: true },
  { id: 'domain', title: 'Domain', Form: DomainForm, ofColumns: false },
  { id: 'properties', title: 'Property', Form: PropertiesForm, ofColumns: true },
  { id: 'description', title: 'Description', Form: DescriptionForm, ofColumns: true },
  { id: 'deprecation', title: 'Deprecation', Form: DeprecationForm, ofColumns: true },
  { id: 'deletion', title: 'Deletion', Form: DeletionForm, ofColumns: false },
];

export function titleOfPart(part: BulkPart): string {
  return BULK_ACTIONS.find(({ id }) => id === part)?.title ?? part;
}
