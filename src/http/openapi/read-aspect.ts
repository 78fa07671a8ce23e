/**
 * `GET` and `HEAD …/{urn}/{aspect}` (docs/semantics.md 13.3, 13.7).
 */
import { type AspectState, aspectTag, type Catalog } from '../../catalog/index.ts';
import { badParameter, noSuchPoint, Refusal } from '../../errors.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { sendJson } from '../answer/send.ts';
import { sendTagged } from '../answer/tagged.ts';
import { asOfParam } from '../request/as-of.ts';
import { refuseClosed } from '../request/closed.ts';
import { flagParam, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { aspectText, type Envelope, envelopeOf, envelopeOfPoint } from './envelope.ts';
import { targetOf, versionOf } from './target.ts';

/** The latest version, or the one that `version` names; of a timeseries the latest point, or the latest up to the time `version`. */
export async function readAspect(context: Context, catalog: Catalog): Promise<void> {
  const { urn, aspect } = targetOf(context, catalog.model) as { urn: Urn; aspect: AspectSpec };
  const number = versionFrom(textParam(context, 'version'));
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const asOf = await asOfParam(context, catalog);
  try {
    const version = versionOf(context);
    const alone = catalog.model.names.aspectsAlone;
    if (aspect.kind === 'timeseries') {
      const point = await pointUpTo(catalog, urn, aspect, number === 0 ? asOf : Math.min(number, asOf ?? number), withMetadata);
      return sendJson(context, aspectText(version, urn.text, aspect.name, point, alone).join(''));
    }
    const state = await stateAt(catalog, urn, aspect, number, asOf);
    const shown = envelopeOf(state, withMetadata);
    await sendTagged(context, aspectText(version, urn.text, aspect.name, shown, alone), aspectTag(state));
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'notFound') context.set('Not-Found-Reason', 'ASPECT');
    throw error;
  }
}

export async function headAspect(context: Context, catalog: Catalog): Promise<void> {
  await readAspect(context, catalog);
  const { status } = context;
  context.body = null;
  context.status = status === 304 ? 304 : 204;
}

/** A version by its number; here the number of the latest content gives the latest too (docs/semantics.md 4.1). */
export async function stateAt(catalog: Catalog, urn: Urn, aspect: AspectSpec, number: number, asOf?: number): Promise<AspectState> {
  if (number > 0) {
    const { state } = await catalog.readVersion(urn, aspect.name, 0, asOf);
    if (state.seq === number) return state;
  }
  return (await catalog.readVersion(urn, aspect.name, number, asOf)).state;
}

/**
 * The latest point of a time up to `upTo` (epoch ms).
 *
 * @throws Refusal notFound; forbidden
 */
export async function pointUpTo(catalog: Catalog, urn: Urn, aspect: AspectSpec, upTo: number | undefined, withMetadata: boolean): Promise<Envelope> {
  const [[latest] = []] = await catalog.latestPoints([{ urn, aspects: [aspect] }], upTo);
  if (!latest) await refuseClosed(catalog, urn, aspect.name);
  if (!latest) throw noSuchPoint(urn.text, aspect.name, upTo);
  return envelopeOfPoint(latest.point, withMetadata);
}

/** @throws Refusal malformed for a text that is no whole number */
export function versionFrom(text: string | undefined, pointer = '/version'): number {
  if (text === undefined) return 0;
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(Number(text))) throw badParameter(pointer, 'a whole number', text);
  return Number(text);
}
