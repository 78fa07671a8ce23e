/**
 * What a path names (docs/semantics.md 13.1): version of the API, entity type, URN, aspect. Types and aspects match without regard to case,
 * and `generic` stands for any type. A URN may be percent-encoded as a whole, or stand as it is, slashes and all.
 */
import { aspectNamed, entityTypeOrRefuse, findAspect, ofType, urnFrom } from '../../model/named.ts';
import type { AspectSpec, EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { decodePart, urnText } from '../request/path-params.ts';
import type { Context } from '../types.ts';

export type ApiVersion = 'v2' | 'v3';

interface Target {
  readonly urn: Urn;
  readonly aspect: AspectSpec | undefined;
}

const GENERIC = 'generic';
/** A URN whose colons are percent-encoded. */
const ENCODED_URN = /^urn%3a/i;
const PATH = /^\/openapi\/(?:v[23])\/entity\/([^/]+)(?:\/(.*))?$/;

export function versionOf(context: Context): ApiVersion {
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

/** The URN and the last segment, if that names an aspect. Clients that encode URNs may have left their slashes as they are. */
function split(model: Model, type: EntityTypeSpec | undefined, path: string): [urn: string, aspect?: string] {
  const encoded = ENCODED_URN.test(path);
  const whole = encoded && path.endsWith('/') ? path.slice(0, -1) : path;
  const slash = whole.lastIndexOf('/');
  if (slash < 0) return [whole];
  const [head, tail] = [whole.slice(0, slash), whole.slice(slash + 1)];
  const before = readUrn(model, head);
  if (before && encoded) return [head, tail];
  return belongsToUrn(model, type, whole, before, tail) ? [whole] : tail === '' ? [head] : [head, tail];
}

/**
 * Does the last segment of a path belong to the URN, slash and all?
 *
 * @param before the URN that stands before it, if one does
 */
function belongsToUrn(model: Model, type: EntityTypeSpec | undefined, whole: string, before: Urn | undefined, tail: string): boolean {
  const aspectsOf = before?.type ?? type;
  const isUrn = readUrn(model, whole) !== undefined;
  if (aspectsOf && findAspect(aspectsOf, decodePart(tail))) return !before && isUrn;
  return !before || isUrn;
}

function readUrn(model: Model, text: string): Urn | undefined {
  const urn = parseUrn(model, urnText(model, text));
  return isProblem(urn) ? undefined : urn;
}
