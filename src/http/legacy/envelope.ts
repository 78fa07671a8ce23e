/**
 * Enveloped aspects, as the legacy API gives them (docs/semantics.md 4, 6.1). Built as text: stored values
 * go out as they were written.
 */

import type { AspectState, EntityView } from '../../catalog/index.ts';
import { objectText } from '../answer/send.ts';
import { stampText, systemMetadataText } from '../answer/system-metadata.ts';

/** `{urn, entityName, aspects: {<name>: {name, type, version, value, created, systemMetadata}}}` */
export function entityText(asked: string, view: EntityView): string {
  return objectText([
    ['urn', JSON.stringify(asked)],
    ['entityName', JSON.stringify(view.urn.type.name)],
    ['aspects', objectText(view.aspects.map(({ aspect, state }) => [aspect.name, aspectText(aspect.name, state)]))],
  ]);
}

function aspectText(name: string, state: AspectState): string {
  const head = `{"name":${JSON.stringify(name)},"type":"VERSIONED","version":0,"value":${state.value.text},"created":${stampText(state.at, state.by)}`;
  return state.seq > 0 ? `${head},"systemMetadata":${systemMetadataText(state)}}` : `${head}}`;
}
