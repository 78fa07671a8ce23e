/**
 * From what a client sent for an aspect to a proposal of the core (docs/semantics.md 13.4).
 */
import type { ChangeType, RawProposal } from '../../catalog/index.ts';
import type { Urn } from '../../model/urn.ts';
import { metadataFrom, SYSTEM_METADATA } from '../answer/system-metadata.ts';
import { paramsOf, textsByName } from '../request/params.ts';
import { flagParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import type { SentAspect } from './envelope.ts';

const read = paramsOf('OpenAPI', {}, { systemMetadata: SYSTEM_METADATA, headers: textsByName });

/** What a POST does to an aspect that is there: replaces it, unless the request asks for creation (docs/semantics.md 13.4, 19). */
export function changeTypeOf(context: Context): ChangeType {
  if (flagParam(context, 'createIfEntityNotExists', false)) return 'CREATE_ENTITY';
  return flagParam(context, 'createIfNotExists', false) ? 'CREATE' : 'UPSERT';
}

/** @throws Refusal malformed for system metadata or headers of another shape */
export function proposalOf(urn: Urn, aspectName: string, changeType: ChangeType, sent: SentAspect): RawProposal {
  const { systemMetadata, headers } = read({
    ...(sent.systemMetadata !== undefined && { systemMetadata: sent.systemMetadata }),
    ...(sent.headers !== undefined && { headers: sent.headers }),
  });
  return {
    entityUrn: urn.text,
    aspectName,
    changeType,
    value: sent.value,
    ...(headers ? { headers } : {}),
    ...(systemMetadata ? { systemMetadata: metadataFrom(systemMetadata) } : {}),
  };
}
