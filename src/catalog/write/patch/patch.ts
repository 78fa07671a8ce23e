/**
 * JSON Patch on aspects (docs/semantics.md 13.6): RFC 6902 by a library, and on top of it paths that address the items of a list by their
 * keys: `/properties/<propertyUrn>`. Keys come with the patch, or from the model (`x-patch-key`).
 */
import jsonPatch from 'fast-json-patch';
import { badOperation, badPatch, operationDoesNotFit, type Refusal } from '../../../errors.ts';
import { isRecord } from '../../../model/path.ts';
import { pointerPart, pointerParts, pointerText } from '../../../model/pointer.ts';
import { shorten } from '../../../model/schema-check.ts';
import { deref } from '../../../model/schema-walk.ts';
import type { AspectSpec, Model } from '../../../model/types.ts';
import { MOST_LEVELS } from '../../../model/weigh-json.ts';
import { atOnce, type Steps } from '../../../slices.ts';
import { leadsTooDeep, makePatchBounds, type PatchBounds, refuseManyOperations } from './bounds.ts';
import { type ColumnTree, makeColumnTree } from './fine-grained.ts';
import { makeListIndex } from './list-index.ts';
import { ANY, JOINT, keyThatIsNoUrn, matches, type PathContext, place } from './path.ts';
import { isRequired, template } from './template.ts';
import { OPERATIONS, type Patch, type PatchOperation, type PatchStamp } from './types.ts';

/** Paths that would reach the prototypes of JavaScript objects. */
const PROTOTYPE = /\/(__proto__|constructor\/prototype)(\/|$)/;

const MEMBERS: readonly string[] = ['patch', 'arrayPrimaryKeys', 'forceGenericPatch'];

/**
 * Reads `{patch: [...], arrayPrimaryKeys: {...}}` or a bare list of operations. What is beside them, such as a condition, is refused: it would have
 * no effect.
 *
 * @throws Refusal malformed, naming the operation
 */
export function readPatch(body: unknown): Patch {
  const list = Array.isArray(body) ? body : isRecord(body) ? body.patch : undefined;
  const unknown = isRecord(body) ? Object.keys(body).find((name) => !MEMBERS.includes(name)) : undefined;
  if (unknown !== undefined) throw badPatch(`/${pointerPart(unknown)}`, `one of the fields ${MEMBERS.join(', ')}`);
  if (!Array.isArray(list)) throw badPatch('/patch', 'a list of operations, or {"patch": [operations], "arrayPrimaryKeys": {...}}');
  refuseManyOperations(list);
  const keys = isRecord(body) && body.arrayPrimaryKeys !== undefined ? body.arrayPrimaryKeys : {};
  if (!isRecord(keys) || !Object.values(keys).every((each) => Array.isArray(each) && each.every((key) => typeof key === 'string'))) {
    throw badPatch('/arrayPrimaryKeys', 'a map of list names to lists of field names');
  }
  if (isRecord(body) && !['boolean', 'undefined'].includes(typeof body.forceGenericPatch)) {
    throw badPatch('/forceGenericPatch', 'true or false', body.forceGenericPatch);
  }
  return { operations: list.map(readOperation), keys: keys as Record<string, string[]> };
}

function readOperation(raw: unknown, index: number): PatchOperation {
  if (!isRecord(raw)) throw badOperation(index, '', 'an operation {op, path, value}', raw);
  const op = OPERATIONS.find((each) => each === raw.op);
  if (!op) throw badOperation(index, 'op', `one of ${OPERATIONS.join(', ')}`, raw.op);
  if (typeof raw.path !== 'string' || !/^(\/|$)/.test(raw.path))
    throw badOperation(index, 'path', 'a JSON pointer that begins with /', shorten(raw.path));
  if (leadsTooDeep(raw.path)) throw badOperation(index, 'path', `a path of at most ${MOST_LEVELS} levels`, shorten(raw.path));
  if (PROTOTYPE.test(raw.path)) throw badOperation(index, 'path', 'a path to a field', shorten(raw.path));
  if ((op === 'move' || op === 'copy') && (typeof raw.from !== 'string' || PROTOTYPE.test(raw.from) || leadsTooDeep(raw.from)))
    throw badOperation(index, 'from', 'a JSON pointer', shorten(raw.from));
  if ((op === 'add' || op === 'replace' || op === 'test') && !('value' in raw)) throw badOperation(index, 'value', 'a value', undefined);
  return { op, path: raw.path, ...(typeof raw.from === 'string' ? { from: raw.from } : {}), ...('value' in raw ? { value: raw.value } : {}) };
}

/**
 * Applies a patch to the value of an aspect. If `current` is absent, it starts from the aspect's empty template.
 *
 * @throws Refusal invalid if an operation cannot be carried out
 */
export function patched(model: Model, aspect: AspectSpec, current: unknown, patch: Patch, stamp: PatchStamp): unknown {
  return atOnce(patchedSteps(model, aspect, current, patch, stamp));
}

/** The same in steps: an operation each. */
export function* patchedSteps(model: Model, aspect: AspectSpec, current: unknown, { operations, keys }: Patch, stamp: PatchStamp): Steps<unknown> {
  const schema = deref(model, aspect.schema);
  let document: unknown = current === undefined ? template(model, schema, stamp) : structuredClone(current);
  const bounds = makePatchBounds();
  const tree = makeColumnTree(model, aspect, bounds);
  const shared = { model, schema, keys, stamp, bounds, tree, index: makeListIndex(model, bounds) };
  for (const [index, operation] of operations.entries()) {
    try {
      const refuse = (): Refusal => anyKeyRefused(index, operation);
      const odd = operation.op === 'remove' ? keyThatIsNoUrn(shared, pointerParts(operation.path)) : undefined;
      if (odd !== undefined) throw badOperation(index, 'path', `the URN of an item in place of ${shorten(odd)}`, shorten(operation.path));
      document = applyOne({ ...shared, refuse, any: operation.op === 'remove' ? 'every' : refuse }, document, operation);
    } catch (error) {
      if (!(error instanceof jsonPatch.JsonPatchError)) throw error;
      throw operationDoesNotFit(aspect.name, index, operation.op, operation.path, error.name);
    }
    yield;
  }
  tree.close();
  return document;
}

interface Work extends Omit<PathContext, 'document'> {
  readonly stamp: PatchStamp;
  readonly bounds: PatchBounds;
  readonly tree: ColumnTree;
  /** The refusal of `*` in the path of the operation. */
  readonly refuse: () => Refusal;
}

/** Where a path leads: into the tree of column lineage, or to a place that `at` finds. */
type Target = { readonly address: readonly string[] } | { readonly address: undefined; readonly at: PathContext };

/** @throws Refusal malformed for `*` in the tree of column lineage */
function targetOf(work: Work, document: unknown, segments: readonly string[]): Target {
  const address = isRecord(document) ? work.tree.address(segments) : undefined;
  if (address?.includes(ANY)) throw work.refuse();
  if (address) return { address };
  work.tree.close();
  return { address, at: { ...work, document } };
}

function applyOne(work: Work, document: unknown, operation: PatchOperation): unknown {
  const segments = pointerParts(operation.path);
  if (operation.op === 'remove') return removed(work, document, segments);
  if (operation.op === 'test') {
    const found = valueAt(work, document, segments);
    if (!found) throw unresolvable(operation, document);
    run(work, { found: found.value }, { op: 'test', path: '/found', value: operation.value }, []);
    return document;
  }
  const from = pointerParts(operation.from ?? '');
  const fetches = operation.op === 'move' || operation.op === 'copy';
  const fetched = fetches ? valueAt(work, document, from) : operation;
  if (!fetched) throw unresolvable(operation, document, 'FROM');
  if (operation.op === 'copy') work.bounds.copy(fetched.value, segments.length);
  const without = operation.op === 'move' ? removed(work, document, from) : document;
  // Later operations may change the value. The operation itself must stay as it was sent, because a commit can be decided again.
  const own = operation.op === 'move' ? fetched.value : structuredClone(fetched.value);
  return put(work, without, operation, segments, own);
}

/** The value at a path; undefined if there is none. */
function valueAt(work: Work, document: unknown, segments: readonly string[]): { readonly value?: unknown } | undefined {
  const target = targetOf(work, document, segments);
  if (target.address) {
    const value = work.tree.read(document, target.address);
    return value === undefined ? undefined : { value };
  }
  const [found] = matches(target.at, segments);
  return found && { value: jsonPatch.getValueByPointer(document, pointerText(found)) };
}

/** Removes everything that a path matches. Nothing to remove is no error. */
function removed(work: Work, document: unknown, segments: readonly string[]): unknown {
  const target = targetOf(work, document, segments);
  if (target.address) {
    work.tree.remove(document, target.address);
    return document;
  }
  // From the end, so that earlier indexes stay valid.
  const found = matches(target.at, segments).reverse();
  return found.reduce((doc, pointer) => run(work, doc, removal(work, pointer), pointer), document);
}

function put(work: Work, document: unknown, operation: PatchOperation, segments: readonly string[], value: unknown): unknown {
  const target = targetOf(work, document, segments);
  const replaces = operation.op === 'replace';
  if (target.address) {
    const fits = !replaces || work.tree.read(document, target.address) !== undefined;
    if (!fits || !work.tree.put(document, target.address, value)) throw unresolvable(operation, document);
    return document;
  }
  // An item of a list without keys is replaced only by an operation that says so: `add` puts a value before it.
  const there = replaces && matches(target.at, segments).length > 0;
  const placed = place(target.at, segments, value, work.stamp);
  if (!placed || (replaces && placed.isNewItem)) throw unresolvable(operation, document);
  return run(
    work,
    placed.document,
    { op: placed.replaces || there ? 'replace' : 'add', path: pointerText(placed.pointer), value: placed.value },
    placed.pointer,
  );
}

/** `*` stands where no key can be any. */
function anyKeyRefused(index: number, { path, from = '' }: PatchOperation): Refusal {
  const isFrom = pointerParts(from).some((part) => part.split(JOINT).includes(ANY));
  const got = isFrom ? from : path;
  return badOperation(
    index,
    isFrom ? 'from' : 'path',
    `the key of an item in place of * in ${got} (only remove takes *, and not in column lineage)`,
    got,
  );
}

/** A path leads nowhere. */
function unresolvable({ path }: PatchOperation, document: unknown, which: 'PATH' | 'FROM' = 'PATH'): jsonPatch.JsonPatchError {
  const test = { op: 'test', path, value: undefined } as const;
  return new jsonPatch.JsonPatchError('leads to nothing', `OPERATION_${which}_UNRESOLVABLE`, 0, test, document);
}

/** A list that the aspect must have stays, empty. */
function removal({ model, schema, stamp }: Work, pointer: readonly string[]): jsonPatch.Operation {
  const [name = ''] = pointer;
  const empty = pointer.length === 1 ? template(model, schema, stamp)[name] : undefined;
  const path = pointerText(pointer);
  return Array.isArray(empty) && empty.length === 0 && isRequired(schema, name) ? { op: 'replace', path, value: empty } : { op: 'remove', path };
}

/** @param changed the pointer of what the operation changes */
function run({ index }: Work, document: unknown, operation: jsonPatch.Operation, changed: readonly string[]): unknown {
  const lists = listsAbove(document, changed);
  const lengths = lists.map(({ list }) => list.length);
  const next = jsonPatch.applyOperation(document, operation, true, true, true).newDocument;
  for (const [which, { list, place }] of lists.entries()) {
    const before = lengths[which] ?? 0;
    if (list.length === before) index.changed(list, place);
    else if (list.length < before || place < before) index.moved(list);
  }
  return next;
}

/** The lists on the way of a pointer, with the position in each. */
function listsAbove(document: unknown, pointer: readonly string[]): { list: unknown[]; place: number }[] {
  const lists: { list: unknown[]; place: number }[] = [];
  let here = document;
  for (const segment of pointer) {
    if (Array.isArray(here)) lists.push({ list: here, place: segment === '-' ? here.length : Number(segment) });
    here = (here as Record<string, unknown> | undefined | null)?.[segment];
  }
  return lists;
}
