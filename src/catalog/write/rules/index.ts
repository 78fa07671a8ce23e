/**
 * Calls the rules: what a value must satisfy beyond its schema. They run under the locks of the commit, for every API. CONTRIBUTING.md
 * shows how to add one.
 */
import type { Value } from '../../../model/json.ts';
import {
  DOMAINS,
  INGESTION_SOURCE_INFO,
  PROPERTY_DEFINITION,
  PROPERTY_SETTINGS,
  PROPERTY_TYPE,
  PROPERTY_VALUES,
  STATUS,
  VERSION_PROPERTIES,
} from '../../../model/known-names.ts';
import type { AspectSpec } from '../../../model/types.ts';
import type { AspectState } from '../../state.ts';
import type { Context } from '../context.ts';
import type { EntityDraft } from '../draft.ts';
import type { Proposal } from '../proposal.ts';
import { withBothDomains } from './domains.ts';
import type { GovernedValue } from './governed.ts';
import { checkSchedule } from './ingestion-schedule.ts';
import { checkMustExist } from './must-exist.ts';
import { checkPersonNames } from './person-names.ts';
import { checkDefinition, checkDefinitionRemoval, checkReversal as checkDefinitionReversal } from './property-definition.ts';
import { checkSettings } from './property-settings.ts';
import { checkRemoval, checkValues, checkReversal as checkValuesReversal } from './property-values.ts';
import { checkRights } from './rights.ts';
import { checkStage } from './stage-transition.ts';
import { checkTagRemoval } from './tag-removal.ts';
import { withIsLatest } from './versions.ts';

/**
 * Checks a new value, and gives the value to write.
 *
 * @param value the value of the proposal, or what its patch makes
 * @throws Refusal invalid; forbidden
 */
export function governed(context: Context, draft: EntityDraft, proposal: Proposal, value: Value): GovernedValue {
  const { aspect } = proposal;
  checkRights(context, draft, aspect, value.json);
  checkMustExist(context, draft, aspect, value);
  checkPersonNames(context, draft, aspect, value);
  if (aspect.name === PROPERTY_VALUES) return checkValues(context, draft, proposal, value);
  if (draft.urn.type.name === PROPERTY_TYPE && aspect.name === PROPERTY_DEFINITION) return checkDefinition(context, draft, value);
  if (aspect.name === PROPERTY_SETTINGS) checkSettings(context, draft, value);
  if (aspect.name === INGESTION_SOURCE_INFO) checkSchedule(context, draft, value);
  if (aspect.name === STATUS) checkStage(context, draft, value);
  if (aspect.name === DOMAINS) return { value: withBothDomains(draft, proposal, value), meta: {} };
  if (aspect.name === VERSION_PROPERTIES) return { value: withIsLatest(context, draft, value), meta: {} };
  return { value, meta: {} };
}

/**
 * Checks the deletion of an aspect.
 *
 * @throws Refusal invalid; forbidden
 */
export function governRemoval(context: Context, draft: EntityDraft, aspect: AspectSpec): void {
  checkRights(context, draft, aspect, undefined);
  checkTagRemoval(draft, aspect);
  if (aspect.name === PROPERTY_VALUES) checkRemoval(context, draft);
  if (draft.urn.type.name === PROPERTY_TYPE && aspect.name === PROPERTY_DEFINITION) checkDefinitionRemoval(draft);
}

/**
 * Checks that a rollback may put an aspect back to an earlier version. Deleting a whole entity is nearly always allowed.
 *
 * @param previous if absent: the aspect is deleted
 * @throws Refusal invalid; forbidden
 */
export function governReversal(context: Context, draft: EntityDraft, aspect: AspectSpec, previous: AspectState | undefined): void {
  if (!previous) return governRemoval(context, draft, aspect);
  checkRights(context, draft, aspect, previous.value.json);
  if (aspect.name === PROPERTY_VALUES) checkValuesReversal(context, draft, previous);
  if (draft.urn.type.name === PROPERTY_TYPE && aspect.name === PROPERTY_DEFINITION) checkDefinitionReversal(draft, previous);
  if (aspect.name === PROPERTY_SETTINGS) checkSettings(context, draft, previous.value);
}
