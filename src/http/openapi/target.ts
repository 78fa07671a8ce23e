/**
 * What a path names (docs/semantics.md 13.1): version of the face, entity type, URN, aspect. Types and aspects match without regard to case,
 * and `generic` stands for any type. A URN may be percent-encoded as a whole, or stand as it is, slashes and all.
 */

import { aspectNamed, entityTypeOrRefuse, findAspect, ofType, urnFrom } from '../../model/named.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { decodePart, urnText } from '../request/path-params.ts';
import type { Context } from '../types.ts';

export type Version = 'v2' | 'v3';

export interface Target {
  readonly urn: Urn;
  readonly aspect: AspectSpec | undefined;
}

const GENERIC = 'generic';
const PATH = /^\/openapi\/(?:v[23])\/entity\/([^/]+)(?:\/(.*))?$/;

export function versionOf(context: Context): Version {
  return context.path.startsWith('/openapi/v2/') ? 'v2' : 'v3';
}

/**
 * @returns undefined for `generic`: any type
 * @throws Refusal unknownName
 */
export function typeNamed(model: Model, text: string): EntityTypeSpec | undefined {
  const name = decodePart(text);
  if (name.toLowerCase() === GENERIC) return undefined;
  return entityTypeOrRefuse(model, name, '/entityName');
}

/** The entity type in the path; undefined for `generic`. */
export function typeOf(context: Context, model: Model): EntityTypeSpec | undefined {
  return typeNamed(model, PATH.exec(context.path)?.[1] ?? '');
}

/** @throws Refusal malformed for a URN that is none, or is of another type than the path; unknownName for an aspect */
export function targetOf(context: Context, model: Model): Target {
  const type = typeOf(context, model);
  const rest = PATH.exec(context.path)?.[2] ?? '';
  const [head, tail] = split(model, type, rest);
  const urn = ofType(type, urnFrom(model, urnText(model, head)));
  return { urn, aspect: tail === undefined ? undefined : aspectNamed(urn.type, decodePart(tail)) };
}

/** The URN and the last segment, where that names an aspect. Clients that encode URNs may have left their slashes as they are. */
function split(model: Model, type: EntityTypeSpec | undefined, path: string): [urn: string, aspect?: string] {
  const encoded = /^urn%3a/i.test(path);
  const rest = encoded && path.endsWith('/') ? path.slice(0, -1) : path;
  const at = rest.lastIndexOf('/');
  if (at < 0) return [rest];
  const [head, tail] = [rest.slice(0, at), rest.slice(at + 1)];
  const named = readUrn(model, head);
  if (encoded && named) return [head, tail];
  const aspectsOf = named?.type ?? type;
  const whole = readUrn(model, rest);
  if (aspectsOf && findAspect(aspectsOf, decodePart(tail)) && (named || !whole)) return [head, tail];
  if (!named || whole) return [rest];
  return tail === '' ? [head] : [head, tail];
}

function readUrn(model: Model, text: string): Urn | undefined {
  const urn = parseUrn(model, urnText(model, text));
  return isProblem(urn) ? undefined : urn;
}
