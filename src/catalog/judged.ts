/**
 * Calls of somebody whom policies judge.
 */
import type { Change } from '../access/index.ts';
import type { AspectSpec } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import type { BulkCalls } from './bulk/bulk.ts';

/** Bulk changes of somebody whom policies judge. */
export function judgedBulk(bulk: BulkCalls): BulkCalls {
  return {
    ...bulk,
    preview: (request, actor) => bulk.preview(request, actor, true),
    create: (request, actor, makers, run) => bulk.create(request, actor, makers, run, true),
    undo: (id, actor, makers) => bulk.undo(id, actor, makers, true),
  };
}

/** The deletion of a point, as rights judge it. */
export function pointOf(urn: Urn, { name }: AspectSpec): Change {
  return { urn: urn.text, type: urn.type.name, aspect: name, before: undefined, after: undefined, creates: false, erases: false };
}
