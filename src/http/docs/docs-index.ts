/**
 * What the search of the documentation looks through: operations, entity types, aspects with the names of their fields, headings of the handbook.
 */
import { isRecord } from '../../model/path.ts';
import type { Handbook } from './handbook.ts';
import { docsAddress } from './html.ts';
import { fieldRows } from './model-fields.ts';
import type { ModelFrame } from './model-pages.ts';

interface IndexEntry {
  readonly kind: 'operation' | 'entity type' | 'aspect' | 'handbook';
  readonly name: string;
  readonly about: string;
  readonly address: string;
  /** Names of fields, with spaces between them. */
  readonly fields?: string;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head']);

/** @param document the one of the reference page */
export function docsIndex(frame: ModelFrame, document: Record<string, unknown>, handbook: Handbook): IndexEntry[] {
  const { entityTypes, aspects } = frame.model;
  return [
    ...operations(docsAddress(frame), document),
    ...[...entityTypes.values()].map(({ name, description }): IndexEntry => {
      return { kind: 'entity type', name, about: description, address: docsAddress(frame, 'model', name) };
    }),
    ...[...aspects.values()].map(({ name, description }): IndexEntry => {
      const fields = new Set(fieldRows(frame.model, name).map(({ path }) => path.split('.').at(-1)?.replace(/\W+$/, '') ?? ''));
      return { kind: 'aspect', name, about: description, address: docsAddress(frame, 'model', 'aspect', name), fields: [...fields].join(' ') };
    }),
    ...handbook.headings().map(({ page, title, address }): IndexEntry => ({ kind: 'handbook', name: title, about: page, address })),
  ];
}

function operations(reference: string, { paths }: Record<string, unknown>): IndexEntry[] {
  return Object.entries(isRecord(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]): IndexEntry[] => {
      if (!METHODS.has(method) || !isRecord(operation)) return [];
      const tag = Array.isArray(operation.tags) ? String(operation.tags[0]) : 'default';
      const where = `#/${encodeURIComponent(tag)}/${encodeURIComponent(String(operation.operationId))}`;
      return [{ kind: 'operation', name: `${method.toUpperCase()} ${path}`, about: String(operation.summary ?? ''), address: reference + where }];
    }),
  );
}
