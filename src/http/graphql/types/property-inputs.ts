/**
 * What the operations on definitions have in common.
 */

import type { RawProposal } from '../../../catalog/index.ts';
import { valueOf } from '../../../model/json.ts';
import type { GraphContext, Part } from '../operation.ts';

export type SettingsInput = Readonly<Record<string, boolean | null>>;

/** Given flags only. */
export const propertyInputs: Part = {
  sdl: `
input StructuredPropertySettingsInput {
  isHidden: Boolean showInSearchFilters: Boolean showInAssetSummary: Boolean hideInAssetSummaryWhenEmpty: Boolean
  showAsAssetBadge: Boolean showInColumnsTable: Boolean
}
input TypeQualifierInput { "URNs of entity types." allowedTypes: [String!]! }`,
  resolvers: {},
};

/** A change of the given flags; the others stay. */
export function settingsProposal(entityUrn: string, settings: SettingsInput, { actor }: GraphContext): RawProposal {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  const hiding = settings.showInAssetSummary === false ? [['hideInAssetSummaryWhenEmpty', false] as const] : [];
  const patch = [...given, ...hiding, ['lastModified', stampOf(actor)] as const].map(([field, value]) => ({ op: 'add', path: `/${field}`, value }));
  return { entityUrn, aspectName: 'structuredPropertySettings', changeType: 'PATCH', value: valueOf({ patch }) };
}

export function stampOf(actor: string): { time: number; actor: string } {
  return { time: Date.now(), actor };
}
