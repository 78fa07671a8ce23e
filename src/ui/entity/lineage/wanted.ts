/**
 * What of the lineage the reader wants to see. The URL contains it, so that a link shows the same picture.
 */
import type { Side } from '../../data/side.ts';

export type GroupedBy = 'container' | 'platform';

export interface LineageView {
  /** Hops upstream; infinite: all; undefined: as many as make a small picture. */
  readonly up: number | undefined;
  readonly down: number | undefined;
  /** Codes of sides that the reader has opened or closed. */
  readonly opened: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  /** Codes of sides of hubs whose neighbours are all shown as cards. */
  readonly whole: ReadonlySet<string>;
  /** URNs that the reader took out of groups. */
  readonly picked: readonly string[];
  readonly by: GroupedBy | undefined;
  /** Codes of groups whose members are shown as cards. */
  readonly ungrouped: ReadonlySet<string>;
  /** Code of the group whose list is open. */
  readonly list: string | undefined;
}

type QueryChanges = Record<string, string | readonly string[] | undefined>;

export const GROUPED_BY: readonly GroupedBy[] = ['container', 'platform'];

/** A short name of a side or a group for the URL: URNs are long, and a picture may name hundreds. */
export function codeOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

export function wantedIn(query: URLSearchParams): LineageView {
  const codes = (name: string): Set<string> => new Set((query.get(name) ?? '').split('.').filter((code) => code !== ''));
  return {
    up: hopsIn(query.get('up')),
    down: hopsIn(query.get('down')),
    opened: codes('open'),
    closed: codes('closed'),
    whole: codes('whole'),
    picked: query.getAll('with'),
    by: GROUPED_BY.find((by) => by === query.get('by')),
    ungrouped: codes('ungroup'),
    list: query.get('list') ?? undefined,
  };
}

function hopsIn(text: string | null): number | undefined {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

/** Shows this many hops on a side, and nothing that was opened beyond. */
export function withHops(side: Side, hops: number): QueryChanges {
  return { [side]: Number.isFinite(hops) ? String(hops) : 'all', open: undefined, closed: undefined };
}

/** Opens a side. */
export function withShown(wanted: LineageView, key: string): QueryChanges {
  const code = codeOf(key);
  return { closed: codesText(without(wanted.closed, code)), open: codesText([...without(wanted.opened, code), code]) };
}

/** Closes a side, however it came to be open. */
export function withHidden(wanted: LineageView, key: string): QueryChanges {
  const code = codeOf(key);
  return {
    open: codesText(without(wanted.opened, code)),
    closed: codesText([...without(wanted.closed, code), code]),
    whole: codesText(without(wanted.whole, code)),
  };
}

/** Shows all neighbours of a hub as cards. */
export function withWhole(wanted: LineageView, key: string): QueryChanges {
  return { whole: codesText([...wanted.whole, codeOf(key)]), list: undefined };
}

/** Shows the members of a group as cards. */
export function withMembers(wanted: LineageView, id: string): QueryChanges {
  return { ungroup: codesText([...wanted.ungrouped, codeOf(id)]), list: undefined };
}

export function withPicked(wanted: LineageView, urn: string, picked: boolean): QueryChanges {
  const others = wanted.picked.filter((each) => each !== urn);
  return { with: picked ? [...others, urn] : others };
}

function without(codes: ReadonlySet<string>, code: string): string[] {
  return [...codes].filter((each) => each !== code);
}

function codesText(codes: readonly string[]): string | undefined {
  return codes.length === 0 ? undefined : codes.join('.');
}
