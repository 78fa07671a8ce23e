/**
 * The rules of the core: what a value must keep to beyond its schema, checked under the locks of the commit, on every face alike.
 */
import type { AspectSpec } from '../../model/types.ts';
import type { Context } from '../apply.ts';
import type { EntityDraft } from '../draft.ts';
import type { Value } from '../json.ts';
import { PROPERTY_DEFINITION, PROPERTY_SETTINGS, PROPERTY_TYPE, PROPERTY_VALUES } from '../known-aspects.ts';
import { checkMustExist } from './must-exist.ts';
import { checkDefinition } from './property-definition.ts';
import { checkSettings } from './property-settings.ts';
import { checkRemoval, checkValues, type Governed } from './property-values.ts';

/**
 * The value as it may be written.
 *
 * @param patch does the proposal change the value rather than replace it?
 * @throws Refusal invalid
 */
export function governed(context: Context, draft: EntityDraft, aspect: AspectSpec, value: Value, patch: boolean): Governed {
  checkMustExist(context, draft, aspect, value);
  if (aspect.name === PROPERTY_VALUES) return checkValues(context, draft, value, patch);
  if (draft.urn.type.name === PROPERTY_TYPE && aspect.name === PROPERTY_DEFINITION) checkDefinition(context, draft, value);
  if (aspect.name === PROPERTY_SETTINGS) checkSettings(draft, value);
  return { value, definitions: undefined };
}

/** @throws Refusal invalid when the aspect may not be deleted */
export function governRemoval(context: Context, draft: EntityDraft, aspect: AspectSpec): void {
  if (aspect.name === PROPERTY_VALUES) checkRemoval(context, draft);
  if (draft.urn.type.name === PROPERTY_TYPE && aspect.name === PROPERTY_DEFINITION) checkDefinition(context, draft, undefined);
}
