/**
 * `POST` and `PATCH …/{urn}/{aspect}` (docs/semantics.md 13.4, 13.6).
 */
import { type Catalog, type ProposalResult, type RawProposal, withEmptyDefaults } from '../../catalog/index.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { sendJson } from '../answer/send.ts';
import { flagParam } from '../request/query.ts';
import { writeAll } from '../request/write-items.ts';
import type { Context } from '../types.ts';
import { readJsonBody } from './body.ts';
import { type AspectText, entityText, envelope, pointEnvelope, sentAspect, sentPatch } from './envelope.ts';
import { changeTypeOf, proposalOf } from './proposals.ts';
import { targetOf, versionOf } from './target.ts';
import { nameTrace } from './trace.ts';

export async function writeAspect(context: Context, catalog: Catalog): Promise<void> {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  const changeType = changeTypeOf(context);
  const sent = sentAspect(versionOf(context), await readJsonBody(context));
  await writeOne(context, catalog, proposalOf(urn, aspect.name, changeType, sent), urn, changeType === 'UPSERT');
}

export async function patchAspect(context: Context, catalog: Catalog): Promise<void> {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  const sent = sentPatch(await readJsonBody(context));
  await writeOne(context, catalog, proposalOf(urn, aspect.name, 'PATCH', sent), urn, false);
}

/** The answer shows the aspect as it is stored now. */
async function writeOne(context: Context, catalog: Catalog, proposal: RawProposal, urn: Urn, entityMustExist: boolean): Promise<void> {
  const asynchronous = flagParam(context, 'async', false);
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const { items } = await writeAll(context, catalog, [proposal], { asynchronous, entityMustExist });
  nameTrace(context);
  const first = items[0];
  const written = first && 'written' in first ? first.written.find(({ added }) => !added) : undefined;
  const shown = proposal.changeType === 'PATCH' ? patchedAspect(catalog.model) : writtenAspect;
  const text = entityText(versionOf(context), { urn: urn.text, aspects: written ? [shown(written, withMetadata)] : [] });
  sendJson(context, text, asynchronous ? 202 : 200);
}

/** As `writtenAspect`, with the lists and maps that are empty by default, as known clients read them. */
export function patchedAspect(model: Model): typeof writtenAspect {
  return (written, withMetadata) => {
    const { aspect, now } = written;
    if (!now || aspect.kind === 'timeseries') return writtenAspect(written, withMetadata);
    const text = withEmptyDefaults(model, aspect, now.value);
    return envelope(aspect.name, { ...now, value: { ...now.value, text } }, withMetadata);
  };
}

/** What became of a write; an aspect that a patch has left empty is shown empty. */
export function writtenAspect({ aspect, now }: ProposalResult, withMetadata: boolean): AspectText {
  if (!now) return [aspect.name, '{"value":{}}'];
  if (aspect.kind === 'timeseries') return pointEnvelope(aspect.name, { text: now.value.text, meta: now.meta }, withMetadata);
  return envelope(aspect.name, now, withMetadata);
}
