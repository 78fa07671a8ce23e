/**
 * System metadata on its way in and out (docs/semantics.md 4.3).
 */
import type { AspectState, SystemMetadata } from '../../catalog/index.ts';
import { readJson } from '../../model/read-json.ts';
import { longText, type Param, paramsOf, text, time } from '../request/params.ts';

/** What clients may send. Fields that the server sets itself are accepted and ignored. */
export const SYSTEM_METADATA: Param<SystemMetadata> = {
  type: 'object',
  properties: {
    lastObserved: time,
    runId: text,
    lastRunId: text,
    pipelineName: text,
    registryName: text,
    registryVersion: text,
    properties: { type: 'object', additionalProperties: longText },
    version: text,
    schemaVersion: time,
    aspectCreated: { type: 'object' },
    aspectModified: { type: 'object' },
  },
  additionalProperties: false,
};

const read = paramsOf('ingestProposal', { systemMetadata: SYSTEM_METADATA });

/**
 * @param sent an object; some clients send it as JSON text
 * @throws Refusal notJson, malformed
 */
export function metadataFrom(sent: SystemMetadata | string): SystemMetadata {
  const parsed = typeof sent === 'string' ? read({ systemMetadata: readJson(sent, 'proposal.systemMetadata').json }).systemMetadata : sent;
  const { lastObserved, runId, pipelineName, registryName, registryVersion, properties } = parsed;
  return Object.fromEntries(
    Object.entries({ lastObserved, runId, pipelineName, registryName, registryVersion, properties }).filter(([, value]) => value !== undefined),
  );
}

/** System metadata as answers show it. */
export function systemMetadataOf({ seq, meta, at, by, firstAt, firstBy }: AspectState): Record<string, unknown> {
  const { definitions: _definitions, identity: _identity, observed: _observed, added: _added, ...shown } = meta;
  return { ...shown, version: String(seq), aspectCreated: { time: firstAt, actor: firstBy }, aspectModified: { time: at, actor: by } };
}

/** What is never shown. The mark of a default is a word that no value of a client can have; for the others the text has to be read. */
const ADDED = /,"added":true|"added":true,?/;
const INTERNAL = /"(?:definitions|identity|observed)"/;

/** System metadata as JSON text, as answers show it. What is stored as text goes out as text. */
export function systemMetadataText(state: AspectState): string {
  const { seq, metaText, at, by, firstAt, firstBy } = state;
  if (metaText === undefined || INTERNAL.test(metaText)) return JSON.stringify(systemMetadataOf(state));
  const sent = metaText.replace(ADDED, '').slice(1, -1);
  return `{${sent}${sent === '' ? '' : ','}"version":"${seq}","aspectCreated":${stampText(firstAt, firstBy)},"aspectModified":${stampText(at, by)}}`;
}

/** `{"time":…,"actor":…}` */
export function stampText(time: number, actor: string): string {
  return `{"time":${time},"actor":${JSON.stringify(actor)}}`;
}
