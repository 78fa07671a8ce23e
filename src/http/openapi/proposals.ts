/**
 * From what a client sent for an aspect to a proposal of the core (semantics 13.4).
 */
import type { ChangeType, RawProposal, SystemMetadata } from '../../catalog/proposal.ts';
import type { Urn } from '../../model/urn.ts';
import type { Context } from '../context.ts';
import { paramsOf, text } from '../params.ts';
import { flagParam } from '../query.ts';
import { metadataFrom, SYSTEM_METADATA } from '../system-metadata.ts';
import type { SentAspect } from './envelope.ts';

const read = paramsOf<{ systemMetadata?: SystemMetadata; headers?: Record<string, string> }>('the OpenAPI face', [], {
  systemMetadata: SYSTEM_METADATA,
  headers: { type: 'object', additionalProperties: text },
});

/** What a POST does to an aspect that is there: replaces it, unless the request asks for creation (semantics 13.4, 19). */
export function changeTypeOf(context: Context): ChangeType {
  if (flagParam(context, 'createIfEntityNotExists', false)) return 'CREATE_ENTITY';
  return flagParam(context, 'createIfNotExists', false) ? 'CREATE' : 'UPSERT';
}

/**
 * @param conditions conditional headers of the request itself; those beside the value go first
 * @throws Refusal malformed for system metadata or headers of another shape
 */
export function proposalOf(
  urn: Urn,
  aspectName: string,
  changeType: ChangeType,
  sent: SentAspect,
  conditions: Readonly<Record<string, string>> = {},
): RawProposal {
  const { systemMetadata, headers } = read({ systemMetadata: sent.systemMetadata ?? null, headers: sent.headers ?? null });
  return {
    entityUrn: urn.text,
    aspectName,
    changeType,
    value: sent.value,
    headers: { ...conditions, ...headers },
    ...(systemMetadata ? { systemMetadata: metadataFrom(systemMetadata) } : {}),
  };
}

const CONDITIONAL = ['If-Version-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-None-Match'];

/** Conditional headers of a request that writes one aspect (semantics 4.4). */
export function conditionsOf(context: Context): Record<string, string> {
  return Object.fromEntries(CONDITIONAL.map((name) => [name.toLowerCase(), context.get(name)] as const).filter(([, value]) => value !== ''));
}
