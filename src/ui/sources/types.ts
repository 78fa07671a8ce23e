/**
 * The kinds of sources that have a form.
 */
import { SOURCE_FORMS, type SourceForm } from '../../generated/sources.ts';

/** Undefined: its recipe is edited as YAML. */
export function formOf(type: string): SourceForm | undefined {
  return SOURCE_FORMS.find((form) => form.type === type && form.sends === undefined);
}

/** As people call the type of a source. */
export function titleOfType(type: string): string {
  return SOURCE_FORMS.find((form) => form.type === type)?.title ?? type;
}
