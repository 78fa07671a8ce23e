/**
 * Reads URNs: type, id and a name to show until the server has answered.
 */
import { plainPath } from '../../column-names.ts';
import type { Values } from '../data/aspects.ts';
import { columnOf } from '../data/merge-fields.ts';
import { settings } from '../settings.ts';

/** `dataset` for the URN of a dataset. */
export function typeOfUrn(urn: string): string {
  return urn.slice(settings.urnPrefix.length).split(':', 1)[0] ?? '';
}

export function isUrn(text: unknown): text is string {
  return typeof text === 'string' && text.startsWith(settings.urnPrefix);
}

/** What follows the type: `(…)`, or the id. */
export function idOfUrn(urn: string): string {
  return urn.slice(settings.urnPrefix.length + typeOfUrn(urn).length + 1);
}

/** The parts of the id: the members of a tuple, else only the id itself. */
export function partsOfUrn(urn: string): string[] {
  const id = idOfUrn(urn);
  if (!id.startsWith('(') || !id.endsWith(')')) return [id];
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 1; at < id.length; at++) {
    const sign = id[at];
    if (sign === '(') depth++;
    else if ((sign === ',' && depth === 0) || at === id.length - 1) {
      parts.push(id.slice(from, at));
      from = at + 1;
    } else if (sign === ')') depth--;
  }
  return parts.map(decoded);
}

function decoded(text: string): string {
  return text.replace(/%(2C|28|29|25)/gi, (code) => decodeURIComponent(code));
}

/** A name for an entity of which only the URN is known. */
export function shortName(urn: string): string {
  const parts = partsOfUrn(urn);
  if (parts.length === 1) return parts[0] || urn;
  const column = isColumn(urn) ? columnOf(urn) : undefined;
  if (column) return `${shortName(column.parent)}.${plainPath(column.path)}`;
  // `(platform, name, environment)`, `(parent, name)`, `(tool, id)`.
  return parts[isVersionSet(urn) ? 0 : 1] || urn;
}

/** Its URN has its own id, and then the type of what it has versions of. */
function isVersionSet(urn: string): boolean {
  return typeOfUrn(urn) === 'versionSet';
}

export function isColumn(urn: string): boolean {
  return typeOfUrn(urn) === 'schemaField';
}

/** The URN of a column, from the dataset and the path in its schema. Signs that would end or split the URN, or be taken for a code, are encoded. */
export function columnUrn(dataset: string, path: string): string {
  const encoded = path.replace(/[(),]|%(?=28|29|2C|25)/gi, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${settings.urnPrefix}schemaField:(${dataset},${encoded})`;
}

/** The platform, tool or orchestrator in the URN of an entity, or of what that is part of; undefined if there is none. */
export function platformOfUrn(urn: string): string | undefined {
  const parts = partsOfUrn(urn);
  const first = parts[0] ?? '';
  if (parts.length < 2 || isVersionSet(urn)) return undefined;
  if (!isUrn(first)) return first;
  return typeOfUrn(first) === 'dataPlatform' ? idOfUrn(first) : platformOfUrn(first);
}

/** The URN of the platform that the aspects of an entity name; undefined if they name none. */
export function platformIn(aspects: Values): string | undefined {
  const platform = aspects.dataPlatformInstance?.platform;
  return isUrn(platform) ? platform : undefined;
}

/** The environment in the URN, as `PROD`; undefined for types without one. */
export function environmentOf(urn: string): string | undefined {
  return typeOfUrn(urn) === 'dataset' ? partsOfUrn(urn)[2] : undefined;
}

/** The URN of the platform; undefined if there is none, or if it is only named, as tools and orchestrators are. */
export function platformUrnOf(urn: string): string | undefined {
  const first = partsOfUrn(urn)[0];
  if (!isUrn(first)) return undefined;
  return typeOfUrn(first) === 'dataPlatform' ? first : platformUrnOf(first);
}
