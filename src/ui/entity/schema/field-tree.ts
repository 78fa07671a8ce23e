/**
 * Columns as a tree, by their paths, and which rows are visible when parts of it are folded or filtered.
 */
import { plainPath } from '../../../column-names.ts';
import { isTyped, partsOf } from '../../data/field-path.ts';
import type { Field } from '../../data/merge-fields.ts';

export interface FieldNode {
  /** The path of the field. For a group without a field of its own: the common part of its fields' paths. */
  readonly path: string;
  /** The last name of the path. */
  readonly name: string;
  /** Absent for a group that is not a field itself. */
  readonly field: Field | undefined;
  readonly children: FieldNode[];
}

/** A row of the table. */
export interface FieldRow {
  readonly node: FieldNode;
  /** 1 for the top level. */
  readonly level: number;
  /** Absent if nothing is below it. */
  readonly open: boolean | undefined;
}

/**
 * Builds the tree. A field is below the field whose path its own path begins with. In version 2 of paths, groups that are not fields
 * themselves are added. In version 1 a dot may be part of a name, so only fields make levels there.
 */
export function fieldTree(fields: readonly Field[]): FieldNode[] {
  const known = new Set(fields.map(({ path }) => path));
  const nodes = new Map<string, FieldNode>();
  const bySimple = new Map<string, FieldNode>();
  const roots: FieldNode[] = [];
  const place = (path: string, field: Field | undefined): FieldNode => {
    const up = parentOf(path, known);
    const parent = up === undefined ? undefined : nodeAt(up);
    const simple = plainPath(path);
    const above = parent ? plainPath(parent.path) : '';
    const name = parent && simple.startsWith(`${above}.`) ? simple.slice(above.length + 1) : simple;
    const node: FieldNode = { path, name, field, children: [] };
    nodes.set(path, node);
    bySimple.set(simple, node);
    (parent?.children ?? roots).push(node);
    return node;
  };
  const nodeAt = (path: string): FieldNode =>
    nodes.get(path) ?? (known.has(path) ? undefined : bySimple.get(plainPath(path))) ?? place(path, byPath.get(path));
  const byPath = new Map(fields.map((field) => [field.path, field]));
  for (const field of fields) if (!nodes.has(field.path)) place(field.path, field);
  return roots;
}

function parentOf(path: string, known: ReadonlySet<string>): string | undefined {
  const parts = partsOf(path);
  const names = parts.filter(({ bracketed }) => !bracketed);
  for (let index = names.length - 2; index >= 0; index--) {
    const shorter = path.slice(0, names[index]?.end);
    if (known.has(shorter) || isTyped(path)) return shorter;
  }
  return undefined;
}

/** The visible rows if these paths are open. */
export function rowsOf(roots: readonly FieldNode[], open: ReadonlySet<string>): FieldRow[] {
  const rows: FieldRow[] = [];
  const add = (node: FieldNode, level: number): void => {
    const within = node.children.length > 0 ? open.has(node.path) : undefined;
    rows.push({ node, level, open: within });
    if (within) for (const child of node.children) add(child, level + 1);
  };
  for (const root of roots) add(root, 1);
  return rows;
}

/** The paths of everything that has children. */
export function foldable(roots: readonly FieldNode[]): string[] {
  return roots.flatMap((node) => (node.children.length === 0 ? [] : [node.path, ...foldable(node.children)]));
}

/** The part of the tree in which each word of the text occurs, with its parents. The whole tree if there is no word. */
export function matching(roots: readonly FieldNode[], searched: string): FieldNode[] {
  const words = searched
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...roots];
  const keep = (node: FieldNode): FieldNode[] => {
    const children = node.children.flatMap(keep);
    const text = searchable(node);
    if (words.every((word) => text.includes(word))) return [{ ...node, children: children.length > 0 ? children : node.children }];
    return children.length > 0 ? [{ ...node, children }] : [];
  };
  return roots.flatMap(keep);
}

function searchable({ path, field }: FieldNode): string {
  const { description = '', label = '', nativeType = '', type = '', tags = [], terms = [] } = field ?? {};
  const ids = [...tags, ...terms].map((urn) => urn.slice(urn.lastIndexOf(':') + 1));
  return [plainPath(path), label, description, nativeType, type, ...ids].join('\n').toLowerCase();
}
