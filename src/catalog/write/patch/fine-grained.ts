/**
 * Column lineage in a patch (docs/semantics.md 13.6): clients address the flat list `fineGrainedLineages` like a tree,
 * `/fineGrainedLineages/<operation or NONE>/<downstream field>/<query or NONE>/<upstream field>` with `{confidenceScore}` as value. The list does
 * not become that tree and a list again: what no operation addresses stays as it is.
 */
import { isRecord } from '../../../model/path.ts';
import type { AspectSpec, Model } from '../../../model/types.ts';
import type { PatchBounds } from './bounds.ts';
import { type Address, type EntryIndex, LEVELS, leafOf, makeEntryIndex, treeOf } from './fine-entries.ts';

const FIELD = 'fineGrainedLineages';

export interface ColumnTree {
  /** The names of a path below the list if it leads into the tree, and not to a position of the list. */
  address(segments: readonly string[]): Address | undefined;
  /** What stands there; undefined if nothing does. */
  read(document: unknown, address: Address): unknown;
  remove(document: unknown, address: Address): void;
  /** Puts a value there. Answers false if the tree cannot have it. */
  put(document: unknown, address: Address, value: unknown): boolean;
  /** Writes what has changed into the document. Until then, others see the list as it was. */
  close(): void;
}

export function makeColumnTree(model: Model, aspect: AspectSpec, bounds: PatchBounds): ColumnTree {
  let open: { readonly document: Record<string, unknown>; readonly index: EntryIndex } | undefined;
  const indexOf = (document: unknown): EntryIndex => {
    const holder = isRecord(document) ? document : {};
    if (open?.document === holder) return open.index;
    const list: readonly unknown[] = Array.isArray(holder[FIELD]) ? holder[FIELD] : [];
    open = { document: holder, index: makeEntryIndex(model, list, bounds) };
    return open.index;
  };
  const putLeaf = (index: EntryIndex, address: Address, value: unknown): boolean => {
    const [there] = index.find(address.slice(0, LEVELS));
    const leaf = withMember(there ? leafOf(there.value) : {}, address.slice(LEVELS), value);
    if (!isRecord(leaf)) return false;
    if (there) index.replace(there, address, leaf);
    else index.add(address, leaf);
    return true;
  };
  const tree: ColumnTree = {
    address: (segments) => (aspect.columnLineage.length > 0 && leadsIntoTree(segments) ? segments.slice(1) : undefined),
    read(document, address) {
      const found = indexOf(document).find(address.slice(0, LEVELS));
      return found.length === 0 ? undefined : address.slice(LEVELS).reduce<unknown>(member, treeOf(found, address, bounds));
    },
    remove(document, address) {
      const index = indexOf(document);
      for (const entry of index.find(address.slice(0, LEVELS))) {
        if (address.length <= LEVELS) index.remove(entry, address);
        else index.replace(entry, address, without(leafOf(entry.value), address.slice(LEVELS)));
      }
    },
    put(document, address, value) {
      if (address.length >= LEVELS) return putLeaf(indexOf(document), address, value);
      const leaves = leavesOf(value, address);
      if (!leaves) return false;
      tree.remove(document, address);
      return leaves.every(([below, leaf]) => putLeaf(indexOf(document), below, leaf));
    },
    close() {
      if (open?.index.changed()) open.document[FIELD] = open.index.list();
      open = undefined;
    },
  };
  return tree;
}

function leadsIntoTree([field, first, second, ...rest]: readonly string[]): boolean {
  if (field !== FIELD || first === undefined) return false;
  if (!/^(\d+|-)$/.test(first)) return true;
  // An operation may be called like a number. Below a position is the name of a field, below an operation a column.
  return second !== undefined && (second.startsWith('urn:') || rest.length + 2 >= LEVELS);
}

/** The leaves of a part of the tree with their addresses; undefined if it is not built like the tree. */
function leavesOf(value: unknown, address: Address): [Address, unknown][] | undefined {
  if (!isRecord(value)) return undefined;
  if (address.length === LEVELS) return [[address, value]];
  const found = Object.entries(value).map(([name, below]) => leavesOf(below, [...address, name]));
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A copy without the member at this path. */
function without(value: Record<string, unknown>, [name = '', ...rest]: readonly string[]): Record<string, unknown> {
  const { [name]: inner, ...others } = value;
  if (rest.length === 0) return others;
  return isRecord(inner) ? { ...value, [name]: without(inner, rest) } : value;
}

/** A copy with another value at this path; undefined if the path leads through something that has no members. */
function withMember(value: unknown, [name, ...rest]: readonly string[], given: unknown): unknown {
  if (name === undefined) return given;
  if (!isRecord(value)) return undefined;
  const inner = withMember(member(value, name) ?? {}, rest, given);
  return inner === undefined ? undefined : { ...value, [name]: inner };
}
