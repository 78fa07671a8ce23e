/**
 * URNs: their form, their parts, and the one spelling that Cairn stores (docs/semantics.md 2.1, 2.3).
 */
import { foreignName } from './names.ts';
import type { EntityTypeSpec, Model } from './types.ts';

export interface Urn {
  /** Canonical form: the type in the spelling of the registry, everything else as written. */
  readonly text: string;
  readonly type: EntityTypeSpec;
  /** One part for each field of the key aspect. */
  readonly parts: readonly string[];
}

/** Why a text is not a URN of this model. */
interface UrnProblem {
  readonly problem: string;
  /** The entity type, if the registry does not have it. */
  readonly unknownType?: string;
}

const MAX_BYTES = 512;
/**
 * The longest text, in bytes of UTF-8, that an index of the graph can hold. Neo4j allows 8,164; the rest is for the other properties in the
 * key.
 */
export const MOST_KEY_BYTES = 8_000;
const MAX_NESTING = 8;
const FORBIDDEN = /[\p{Cc}\u241f]|\p{Surrogate}/u;
const SHAPE = /^urn:([A-Za-z][A-Za-z0-9-]*):([A-Za-z][A-Za-z0-9_]*):([\s\S]+)$/;
/** The type of a URN, and of those within it. */
const HEADS = /urn:[A-Za-z][A-Za-z0-9-]*:([A-Za-z][A-Za-z0-9_]*):/g;
const seen = new WeakMap<Model, Map<string, Urn>>();
const SEEN_LIMIT = 50_000;
/** Longer URNs are not cached, but parsed each time. Column URNs may have any length, and many of them would fill the memory. */
const LONGEST_SEEN = 2_000;

export function isProblem(read: Urn | UrnProblem): read is UrnProblem {
  return 'problem' in read;
}

/** Whether a text is short enough for the key of an index. */
export function fitsKey(text: string): boolean {
  return text.length * 3 <= MOST_KEY_BYTES || (text.length <= MOST_KEY_BYTES && Buffer.byteLength(text) <= MOST_KEY_BYTES);
}

/** Whether a text has the form of a URN of this namespace, of any type. */
export function looksLikeUrn(model: Model, text: string): boolean {
  return fitsKey(text) && text.startsWith(model.names.urnPrefix) && SHAPE.test(text) && !FORBIDDEN.test(text) && text.trim() === text;
}

/** Finds an entity type by its name, in any case. */
export function entityTypeNamed(model: Model, name: string): EntityTypeSpec | undefined {
  return model.entityTypes.get(name) ?? model.entityTypes.get(lowerNames(model).get(name.toLowerCase()) ?? '');
}

const lowered = new WeakMap<Model, Map<string, string>>();
function lowerNames(model: Model): Map<string, string> {
  let map = lowered.get(model);
  if (!map) {
    map = new Map([...model.entityTypes.keys()].map((name) => [name.toLowerCase(), name]));
    lowered.set(model, map);
  }
  return map;
}

/** The URNs of known entity types among some texts, each once. */
export function knownUrns(model: Model, texts: readonly string[]): Urn[] {
  return [...new Set(texts)].map((text) => parseUrn(model, text)).filter((urn): urn is Urn => !isProblem(urn));
}

/** Reads a URN of a known entity type: checks the shape, the limits, the number of parts, and each part against the key aspect. */
export function parseUrn(model: Model, text: string): Urn | UrnProblem {
  let cache = seen.get(model);
  if (!cache) {
    cache = new Map();
    seen.set(model, cache);
  }
  const known = cache.get(text);
  if (known) return known;
  const read = parse(model, text, 0);
  if (!isProblem(read)) {
    if (cache.size >= SEEN_LIMIT) cache.clear();
    if (text.length <= LONGEST_SEEN) cache.set(text, read);
  }
  return read;
}

function parse(model: Model, text: string, nesting: number): Urn | UrnProblem {
  const no = (problem: string, unknownType?: string): UrnProblem => ({ problem, ...(unknownType === undefined ? {} : { unknownType }) });
  if (nesting > MAX_NESTING) return no('is nested too deeply');
  if (!fitsKey(text)) return no(`has ${Buffer.byteLength(text)} bytes, where at most ${MOST_KEY_BYTES} are allowed`);
  if (text.trim() !== text) return no('begins or ends with white space');
  if (FORBIDDEN.test(text)) return no('contains a control character, U+241F or half of a surrogate pair');
  const shape = SHAPE.exec(text);
  if (!shape || !text.startsWith(model.names.urnPrefix))
    return no(foreignName(model.names, text) ?? `is not of the form ${model.names.urnPrefix}<entityType>:<id>`);
  const [, , typeName = '', id = ''] = shape;
  const type = entityTypeNamed(model, typeName);
  if (!type) return no(`Failed to find entity with name ${typeName}`, typeName);
  const bytes = type.name === 'schemaField' ? 0 : encodedBytes(text);
  if (bytes > MAX_BYTES) return no(`has ${bytes} bytes after URL-encoding, where at most ${MAX_BYTES} are allowed`);

  const fields = type.key.urnFields;
  const parts = splitParts(id, fields.length);
  if (typeof parts === 'string') return no(parts);
  if (parts.length !== fields.length) return no(`has ${parts.length} part(s) where ${type.key.name} has ${fields.length} (${fields.join(', ')})`);

  const canonical: string[] = [];
  for (const [index, part] of parts.entries()) {
    const nested = part.startsWith('urn:') && parts.length > 1 ? parse(model, part, nesting + 1) : undefined;
    if (nested && isProblem(nested) && nested.unknownType === undefined) return no(`part ${fields[index]} ${nested.problem}`);
    canonical.push(nested && !isProblem(nested) ? nested.text : part);
  }
  const rest = fields.length === 1 && !id.startsWith('(') ? canonical[0] : `(${canonical.join(',')})`;
  const urn: Urn = { text: `${model.names.urnPrefix}${type.name}:${rest}`, type, parts: canonical };
  const { wrong } = type.key.check(keyValue(urn));
  const first = wrong[0];
  if (first) return no(`part ${first.pointer.slice(1)}: expected ${first.expected}`);
  return urn;
}

/** Splits `(a,b,(c,d))` at commas of depth one. A key with one field takes the whole rest. */
function splitParts(id: string, fields: number): string[] | string {
  if (fields === 1 && !(id.startsWith('(') && id.endsWith(')'))) return [id];
  if (!id.startsWith('(') || !id.endsWith(')')) return `expected ${fields} parts in parentheses`;
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < id.length; at++) {
    const char = id[at];
    if (char === '(') {
      depth++;
      if (at > 0 && !id.slice(from, at).startsWith('urn:')) return 'has a parenthesis that is not percent-encoded (%28, %29)';
    } else if (char === ')') {
      depth--;
      if (depth < 0 || (depth === 0 && at < id.length - 1)) return 'has parentheses that do not match';
    }
    if ((char === ',' && depth === 1) || (char === ')' && depth === 0)) {
      const part = id.slice(from, at);
      if (part === '') return 'has an empty part';
      parts.push(part);
      from = at + 1;
    }
  }
  return depth === 0 ? parts : 'has parentheses that do not match';
}

/** The length after form URL-encoding, to which the limit of 512 applies. A letter of Japanese has 9 bytes then. */
function encodedBytes(text: string): number {
  if (text.length * 9 <= MAX_BYTES) return text.length;
  let bytes = 0;
  for (const byte of Buffer.from(text)) {
    const plain =
      (byte >= 97 && byte <= 122) ||
      (byte >= 65 && byte <= 90) ||
      (byte >= 48 && byte <= 57) ||
      byte === 46 ||
      byte === 42 ||
      byte === 95 ||
      byte === 45 ||
      byte === 32;
    bytes += plain ? 1 : 3;
  }
  return bytes;
}

/** The key aspect of a URN. */
export function keyValue(urn: Urn): Record<string, string> {
  return Object.fromEntries(urn.type.key.urnFields.map((field, index) => [field, urn.parts[index] ?? '']));
}

/** The text of the URN that a key aspect describes. It is not parsed yet. */
export function urnOfKey(model: Model, type: EntityTypeSpec, key: Record<string, unknown>): string {
  const parts = type.key.urnFields.map((field) => String(key[field]));
  return `${model.names.urnPrefix}${type.name}:${parts.length === 1 ? parts[0] : `(${parts.join(',')})`}`;
}

/** A key field of a URN. A dotted name leads into another URN: `flow.orchestrator`. */
export function keyField(model: Model, urn: Urn, field: string): string | undefined {
  const [first = '', ...rest] = field.split('.');
  const part = urn.parts[urn.type.key.urnFields.indexOf(first)];
  if (part === undefined || rest.length === 0) return part;
  const inner = parseUrn(model, part);
  return isProblem(inner) ? undefined : keyField(model, inner, rest.join('.'));
}

/** The last part of a URN, or the text itself: `hive` of `urn:svc:dataPlatform:hive`. */
export function lastPart(text: string): string {
  return text.startsWith('urn:') ? text.slice(text.lastIndexOf(':') + 1) : text;
}

/** The URN with its type in the spelling of the registry, if the type is known; else as written. For targets of edges. */
export function canonicalUrn(model: Model, text: string): string {
  // Most are, and nothing else in them changes.
  if (!text.startsWith(model.names.urnPrefix) || [...text.matchAll(HEADS)].every(([, type = '']) => model.entityTypes.has(type))) return text;
  const read = parseUrn(model, text);
  return isProblem(read) ? text : read.text;
}
