/** The shipped model, loaded once for all tests of the pure core, and shortcuts to it. */
import { loadModel } from '../../../src/model/load.ts';
import { linkPartNamed } from '../../../src/model/parts.ts';
import type { AspectSpec, LinkPart, Model } from '../../../src/model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../../src/model/urn.ts';

export const model = loadModel('svc', undefined);

export function aspectOf(name: string): AspectSpec {
  const aspect = model.aspects.get(name);
  if (!aspect) throw new Error(`the model has no aspect ${name}`);
  return aspect;
}

export function urnOf(text: string): Urn {
  const urn = parseUrn(model, text);
  if (isProblem(urn)) throw new Error(`${text} ${urn.problem}`);
  return urn;
}

export function partOf(name: string, of: Model = model): LinkPart {
  const part = linkPartNamed(of, name);
  if (!part) throw new Error(`the model has no part of links ${name}`);
  return part;
}
