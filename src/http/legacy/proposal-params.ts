/**
 * A proposal as legacy clients write it (docs/semantics.md 3.1), decoded for the core.
 */
import { CHANGE_TYPES, type RawProposal, type SystemMetadata } from '../../catalog/index.ts';
import { badParameter, badParameters } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { readLongJson } from '../../model/read-json.ts';
import { metadataFrom, SYSTEM_METADATA } from '../answer/system-metadata.ts';
import { longText, members, oneOf, type Param, paramsOf, someText, text, textsByName, type ValueOf } from '../request/params.ts';

const SERIALIZED = members({ value: longText, contentType: text });
/** Some clients send it as JSON text. */
const METADATA: Param<SystemMetadata | string> = { if: { type: 'string' }, else: SYSTEM_METADATA };

const readProposal = paramsOf('ingestProposal', {
  proposal: members(
    { entityType: someText, changeType: oneOf(CHANGE_TYPES) },
    {
      entityUrn: someText,
      entityKeyAspect: SERIALIZED,
      aspectName: someText,
      aspect: SERIALIZED,
      systemMetadata: METADATA,
      headers: textsByName,
      auditHeader: {},
    },
  ),
});

/** @throws Refusal malformed, naming the field */
export async function proposalFrom(proposal: unknown): Promise<RawProposal> {
  const params = readProposal({ proposal }).proposal;
  // What a DELETE brings is not looked at.
  const sent = params.changeType === 'DELETE' ? undefined : params.aspect;
  const value = sent && (await decoded(sent, 'aspect', params.changeType === 'PATCH' ? PATCHES : JSON_TEXT));
  const entityKey = params.entityKeyAspect && (await decoded(params.entityKeyAspect, 'entityKeyAspect', JSON_TEXT));
  if (params.aspectName === undefined && params.changeType !== 'DELETE') {
    throw badParameters('ingestProposal', [
      { pointer: '/proposal/aspectName', expected: 'field is required but not found and has no default value' },
    ]);
  }
  return {
    entityType: params.entityType,
    changeType: params.changeType,
    ...(params.entityUrn === undefined ? {} : { entityUrn: params.entityUrn }),
    ...(params.aspectName === undefined ? {} : { aspectName: params.aspectName }),
    ...(entityKey ? { entityKey } : {}),
    ...(value ? { value } : {}),
    ...(params.systemMetadata === undefined ? {} : { systemMetadata: metadataFrom(params.systemMetadata) }),
    ...(params.headers ? { headers: params.headers } : {}),
  };
}

const JSON_TEXT = /^application\/json(;|$)/i;
/** A patch may come under its own content type too. */
const PATCHES = /^application\/json(-patch\+json)?(;|$)/i;

function decoded({ value, contentType }: ValueOf<typeof SERIALIZED>, field: string, accepted: RegExp): Promise<Value> {
  if (!accepted.test(contentType)) {
    throw badParameter(`/proposal/${field}/contentType`, 'application/json', contentType);
  }
  return readLongJson(value, `proposal.${field}.value`);
}
