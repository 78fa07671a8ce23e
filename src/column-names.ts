/**
 * Which columns a caller means (docs/semantics.md 8.5): one rule for every API and for the pages. A column is called by its path as the schema writes it, by its plain
 * name without type marks, with parts in quotes, in any case. Pure.
 */

/** The marks of version 2 of paths. Other brackets quote a name. */
const MARK = /\[(?:version|type|key)=[^\]]*\]\.?/gi;
const QUOTED = /(?<=^|\.)(?:"([^"]*)"|`([^`]*)`|\[([^\]]*)\])(?=\.|$)/g;

/** `[version=2.0].[type=struct].a.[type=string].b` → `a.b`. A path that has only marks stays as it is. */
export function plainPath(path: string): string {
  return path.replaceAll(MARK, '').replace(/\.$/, '') || path;
}

/** As `plainPath`, without quotes: `"a"."b"`, `[a].[b]` → `a.b` */
export function spelled(path: string): string {
  return plainPath(path).replaceAll(QUOTED, (_, ...quoted: (string | undefined)[]) => quoted.slice(0, 3).find((each) => each !== undefined) ?? '');
}

/** Finds the paths that a name means. */
export type ColumnResolver = (asked: string) => readonly string[];

/**
 * The column with this path; else those that are spelled so in this case; else in any case. More than one: the name is not clear.
 *
 * @param paths as the schema writes them
 */
export function columnsIn(paths: readonly string[]): ColumnResolver {
  const exact = new Set(paths);
  let known: { readonly bySpelling: ReadonlyMap<string, readonly string[]>; readonly byLetters: ReadonlyMap<string, readonly string[]> } | undefined;
  return (asked) => {
    if (exact.has(asked)) return [asked];
    // Most names are paths: the rest is indexed for the first that is none.
    known ??= { bySpelling: grouped(exact, spelled), byLetters: grouped(exact, lower) };
    return known.bySpelling.get(spelled(asked)) ?? known.byLetters.get(lower(asked)) ?? [];
  };
}

function grouped(paths: Iterable<string>, key: (path: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const same = found.get(key(path));
    if (same) same.push(path);
    else found.set(key(path), [path]);
  }
  return found;
}

function lower(path: string): string {
  return spelled(path).toLowerCase();
}

/** The columns whose plain name has this form, in any case. `*` stands for any letters. */
export function columnsLike(paths: readonly string[], form: string): string[] {
  const [first = '', ...rest] = form.toLowerCase().split('*');
  const last = rest.pop() ?? '';
  return paths.filter((path) => {
    const name = lower(path);
    if (!name.startsWith(first)) return false;
    let at = first.length;
    // Each part at its first place leaves the most for the others.
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  });
}

/** What is written about columns, by the path of the column: entries may be of before the schema, under another spelling. */
export function byColumn<Entry>(paths: readonly string[], entries: readonly Entry[], pathOf: (entry: Entry) => string): Map<string, Entry[]> {
  const meant = columnsIn(paths);
  const found = new Map<string, Entry[]>();
  for (const entry of entries) {
    const [path, another] = meant(pathOf(entry));
    if (path === undefined || another !== undefined) continue;
    const own = found.get(path) ?? [];
    // The entry under the path itself comes first.
    if (pathOf(entry) === path) own.unshift(entry);
    else own.push(entry);
    found.set(path, own);
  }
  return found;
}

/** The columns whose names are most like a name, the likest first. */
export function nearestColumns(paths: readonly string[], asked: string, most: number): string[] {
  const wanted = pairsOf(lower(asked));
  const scored = paths.map((path) => {
    const own = pairsOf(lower(path));
    const shared = [...own].filter((pair) => wanted.has(pair)).length;
    return { path, score: (2 * shared) / (own.size + wanted.size) };
  });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ path }) => path);
}

/** Each two letters beside each other, and the first and the last. */
function pairsOf(text: string): Set<string> {
  const letters = [' ', ...text, ' '];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}
