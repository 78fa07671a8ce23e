/**
 * The entries of a list of column lineage, found by what they say of columns. An operation on a pair of columns changes the entry that has it,
 * which may be split; all other entries stay as they are.
 */
import { sameJson } from '../../../model/json.ts';
import { isRecord } from '../../../model/path.ts';
import { textsIn } from '../../../model/pick.ts';
import type { Model } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import type { PatchBounds } from './bounds.ts';

/** Operation or NONE, downstream, query or NONE, upstream. A part of the names addresses all pairs below. An entry without columns has ''. */
export type Address = readonly string[];
type Leaf = Record<string, unknown>;

const ABSENT = 'NONE';
const DEFAULTS: Leaf = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD' };

export interface FineEntry {
  /** As the list has it. */
  readonly value: Leaf;
  readonly operation: string;
  readonly query: string;
  /** Columns by the URN that is compared. */
  readonly downstreams: Map<string, string>;
  readonly upstreams: Map<string, string>;
  /** Does it have other columns than its value by now? */
  touched: boolean;
  /** The entries that stand in one place of the list. */
  readonly place: FineEntry[];
}

export interface EntryIndex {
  find(address: Address): FineEntry[];
  remove(entry: FineEntry, address: Address): void;
  /** Gives the pair of an entry another leaf. */
  replace(entry: FineEntry, address: Address, leaf: Leaf): void;
  add(address: Address, leaf: Leaf): void;
  changed(): boolean;
  list(): unknown[];
}

export function makeEntryIndex(model: Model, list: readonly unknown[], bounds: PatchBounds): EntryIndex {
  // The case of types in URNs does not matter.
  const keyOf = (text: string): string => (text.startsWith('urn:') ? canonicalUrn(model, text) : text);
  const columns = (texts: readonly string[]): Map<string, string> => new Map(texts.map((text) => [keyOf(text), text]));
  const places: (FineEntry[] | { readonly unread: unknown })[] = [];
  const byDownstream = new Map<string, Set<FineEntry>>();
  let changed = false;

  const enter = (entry: FineEntry): void => {
    entry.place.push(entry);
    for (const key of namesOf(entry.downstreams)) {
      const there = byDownstream.get(key);
      if (there) there.add(entry);
      else byDownstream.set(key, new Set([entry]));
    }
  };
  const leave = (entry: FineEntry): void => {
    entry.place.splice(entry.place.indexOf(entry), 1);
    for (const key of namesOf(entry.downstreams)) byDownstream.get(key)?.delete(entry);
  };
  const take = (value: Leaf, place: FineEntry[]): void => {
    const [downstreams, upstreams] = [columns(textsIn(value, 'downstreams')), columns(textsIn(value, 'upstreams'))];
    bounds.shift(downstreams.size + upstreams.size);
    enter({ value, operation: nameIn(value.transformOperation), query: nameIn(value.query), downstreams, upstreams, touched: false, place });
  };
  const placeAtEnd = (): FineEntry[] => {
    const place: FineEntry[] = [];
    places.push(place);
    return place;
  };

  bounds.look(list.length);
  for (const value of list) {
    if (isRecord(value)) take(value, placeAtEnd());
    else places.push({ unread: value });
  }

  const index: EntryIndex = {
    find([operation, downstream, query, upstream]) {
      const entries = (each: (typeof places)[number]): readonly FineEntry[] => (Array.isArray(each) ? each : []);
      const near = downstream === undefined ? places.flatMap(entries) : [...(byDownstream.get(keyOf(downstream)) ?? [])];
      bounds.look(1 + near.length);
      return near.filter(
        (each) =>
          each.operation === operation &&
          (query === undefined || each.query === query) &&
          (upstream === undefined || hasName(each.upstreams, keyOf(upstream))),
      );
    },
    remove(entry, [, downstream, , upstream]) {
      const { value, operation, query, downstreams, upstreams, place } = entry;
      changed = true;
      const down = downstream === undefined || downstreams.size < 2 ? undefined : keyOf(downstream);
      const up = upstream === undefined || upstreams.size < 2 ? undefined : keyOf(upstream);
      if (down === undefined && up === undefined) return leave(entry);
      entry.touched = true;
      if (down === undefined) {
        upstreams.delete(up ?? '');
        return;
      }
      const own = downstreams.get(down) ?? down;
      downstreams.delete(down);
      byDownstream.get(down)?.delete(entry);
      if (up === undefined) return;
      const left = new Map([...upstreams].filter(([key]) => key !== up));
      enter({ value, operation, query, downstreams: new Map([[down, own]]), upstreams: left, touched: true, place });
    },
    replace(entry, [, downstream = '', , upstream = ''], leaf) {
      if (sameJson(leafOf(entry.value), whole(leaf))) return;
      const own = [entry.downstreams.get(keyOf(downstream)) ?? '', entry.upstreams.get(keyOf(upstream)) ?? ''] as const;
      index.remove(entry, [entry.operation, downstream, entry.query, upstream]);
      join([entry.operation, own[0], entry.query, own[1]], leaf, () => entry.place);
    },
    add(address, leaf) {
      changed = true;
      join(address, leaf, placeAtEnd);
    },
    changed: () => changed,
    list: () => places.flatMap((each) => (Array.isArray(each) ? each.map(written) : [each.unread])),
  };

  /** Puts a pair into the entry that shares everything else, otherwise into one of its own. */
  function join([operation = ABSENT, downstream = '', query = ABSENT, upstream = '']: Address, leaf: Leaf, placeOf: () => FineEntry[]): void {
    const alike = index
      .find([operation, downstream, query])
      .find((each) => each.downstreams.size === 1 && each.upstreams.size > 0 && sameJson(leafOf(each.value), whole(leaf)));
    if (alike && upstream !== '' && downstream !== '') {
      alike.upstreams.set(keyOf(upstream), upstream);
      alike.touched = true;
      return;
    }
    const named = { ...(operation !== ABSENT && { transformOperation: operation }), ...(query !== ABSENT && { query }) };
    const value = { ...whole(leaf), downstreams: textsOf(downstream), ...named, upstreams: textsOf(upstream) };
    take(value, placeOf());
  }

  return index;
}

function textsOf(column: string): string[] {
  return column === '' ? [] : [column];
}

function namesOf(columns: ReadonlyMap<string, string>): string[] {
  return columns.size === 0 ? [''] : [...columns.keys()];
}

function hasName(columns: ReadonlyMap<string, string>, key: string): boolean {
  return columns.size === 0 ? key === '' : columns.has(key);
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value : ABSENT;
}

/** What an entry says beside the names of its address. */
export function leafOf({ upstreams, downstreams, transformOperation, query, ...leaf }: Leaf): Leaf {
  return leaf;
}

function whole(leaf: Leaf): Leaf {
  return leafOf({ ...DEFAULTS, ...leaf });
}

function written({ value, touched, upstreams, downstreams }: FineEntry): Leaf {
  if (!touched) return value;
  const lists = { downstreams: [...downstreams.values()], upstreams: [...upstreams.values()] };
  return { ...value, ...('downstreams' in value && { downstreams: lists.downstreams }), ...('upstreams' in value && { upstreams: lists.upstreams }) };
}

/** The part of the tree below an address. */
export function treeOf(entries: readonly FineEntry[], address: Address, bounds: PatchBounds): unknown {
  const below = ({ operation, downstreams, query, upstreams }: FineEntry, level: number): readonly string[] =>
    [[operation], namesOf(downstreams), [query], namesOf(upstreams)][level] ?? [];
  const branch = (among: readonly FineEntry[], level: number): unknown => {
    const [first] = among;
    if (level === LEVELS) return first && leafOf(first.value);
    if (level < address.length) return branch(among, level + 1);
    const byName = new Map<string, FineEntry[]>();
    for (const entry of among) {
      for (const name of below(entry, level)) {
        bounds.look(1);
        const those = byName.get(name);
        if (those) those.push(entry);
        else byName.set(name, [entry]);
      }
    }
    return Object.fromEntries([...byName].map(([name, those]) => [name, branch(those, level + 1)]));
  };
  return branch(entries, 0);
}

/** Names of a whole address. */
export const LEVELS = 4;
