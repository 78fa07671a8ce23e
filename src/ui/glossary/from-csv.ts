/**
 * A glossary in a CSV file: the export of this catalog, or a list of terms that somebody keeps in a spreadsheet. Pure.
 */

import { idFrom } from '../data/id-from.ts';
import { parseCsv, plainCell, valuesInCell } from '../export/csv.ts';
import { type Entry, type EntryKind, type EntryProblem, type FileEntries, type KnownEntry, ownUrn, type Relation, urnOf } from './entries.ts';

/** What people call the columns, in lower case; the first is the title of the export. */
const TITLES = {
  name: ['name', 'term', 'title', 'term name'],
  type: ['type', 'kind'],
  parent: ['in', 'group', 'parent', 'category', 'folder', 'term group'],
  definition: ['definition', 'description', 'meaning'],
  urn: ['urn', 'id'],
  isRelatedTerms: ['is a', 'inherits', 'kind of', 'broader'],
  hasRelatedTerms: ['has', 'contains', 'parts'],
  values: ['values'],
  relatedTerms: ['related', 'related terms', 'see also'],
  sourceUrl: ['source', 'source url', 'link'],
} as const;

type Column = keyof typeof TITLES;

const LINKS: readonly Relation[] = ['isRelatedTerms', 'hasRelatedTerms', 'values', 'relatedTerms'];
const GROUP_WORDS = /^(group|term group|glossary group|node|glossarynode|category|folder)$/i;

interface GlossaryLine {
  readonly where: string;
  readonly cell: (column: Column) => string | undefined;
}

/**
 * @param known what the catalog has: names in the file may mean it
 * @param prefix the beginning of URNs
 * @throws Error if it is no CSV file, or has no column with names
 */
export function entriesOfCsv(text: string, known: readonly KnownEntry[], prefix: string): FileEntries {
  const [head = [], ...rest] = parseCsv(text).map((cells) => cells.map(plainCell));
  const columns = columnsIn(head);
  if (!columns.has('name') && !columns.has('urn')) throw new Error('Expected a column Name in the first line, as the export of the glossary has it.');
  const lines = rest
    .map((cells, at): GlossaryLine & { readonly filled: boolean } => ({
      where: `line ${at + 2}`,
      filled: cells.some((cell) => cell.trim() !== ''),
      cell: (column) => {
        const place = columns.get(column);
        return place === undefined ? undefined : (cells[place] ?? '').trim();
      },
    }))
    .filter(({ filled }) => filled);
  return entriesOfLines(lines, known, prefix);
}

function columnsIn(head: readonly string[]): ReadonlyMap<Column, number> {
  const titles = head.map((title) => title.trim().toLowerCase());
  const found = new Map<Column, number>();
  for (const [column, names] of Object.entries(TITLES) as [Column, readonly string[]][]) {
    const at = titles.findIndex((title) => names.includes(title));
    if (at >= 0) found.set(column, at);
  }
  return found;
}

interface CsvEntry {
  readonly line: GlossaryLine;
  readonly kind: EntryKind;
  readonly name: string;
  readonly urn: string;
  readonly parent: string | null | undefined;
}

/** Names of groups that lines name as their place are groups, whatever the order of the lines is. */
function entriesOfLines(lines: readonly GlossaryLine[], known: readonly KnownEntry[], prefix: string): FileEntries {
  const problems: EntryProblem[] = [];
  const groups = makeNames(known, 'group');
  const drafts: CsvEntry[] = [];
  const make = (line: GlossaryLine, kind: EntryKind): void => {
    const draft = draftOf(line, kind, known, groups, prefix);
    if ('text' in draft) problems.push(draft);
    else {
      drafts.push(draft);
      if (kind === 'group') groups.add(draft.name, draft.urn);
    }
  };
  const isGroup = (line: GlossaryLine): boolean =>
    GROUP_WORDS.test(line.cell('type') ?? '') || ownUrn(prefix, 'group', line.cell('urn') ?? '') !== undefined;
  for (const line of groupsInOrder(lines.filter(isGroup))) make(line, 'group');
  for (const line of lines.filter((each) => !isGroup(each))) make(line, 'term');
  const terms = makeNames(known, 'term');
  for (const { kind, name, urn } of drafts) if (kind === 'term') terms.add(name, urn);
  const entries = drafts.flatMap((draft): Entry[] => {
    const relations = relationsOf(draft, terms, prefix);
    if ('text' in relations) {
      problems.push(relations);
      return [];
    }
    const { line, kind, name, urn, parent } = draft;
    const url = line.cell('sourceUrl');
    return [{ where: line.where, kind, urn, name, definition: line.cell('definition'), parent, ...(url ? { sourceUrl: url } : {}), relations }];
  });
  return { entries, problems, notes: [] };
}

/** A group comes after the group that it is in. */
function groupsInOrder(lines: readonly GlossaryLine[]): GlossaryLine[] {
  const byName = new Map(lines.map((line) => [line.cell('name') ?? '', line]));
  const done = new Set<GlossaryLine>();
  const follow = (line: GlossaryLine, above: readonly GlossaryLine[]): void => {
    const parent = byName.get(line.cell('parent') ?? '');
    if (parent && parent !== line && !done.has(parent) && !above.includes(parent)) follow(parent, [...above, line]);
    done.add(line);
  };
  for (const line of lines) if (!done.has(line)) follow(line, []);
  return [...done];
}

type GlossaryNames = ReturnType<typeof makeNames>;

/** URNs by name. What the file adds comes before what the catalog has. */
function makeNames(known: readonly KnownEntry[], kind: EntryKind) {
  const before = new Map<string, string[]>();
  for (const each of known.filter((one) => one.kind === kind)) before.set(each.name.trim(), [...(before.get(each.name.trim()) ?? []), each.urn]);
  const added = new Map<string, string[]>();
  return {
    add: (name: string, urn: string): void => {
      added.set(name, [...new Set([...(added.get(name) ?? []), urn])]);
    },
    find: (name: string): readonly string[] => added.get(name) ?? before.get(name) ?? [],
  };
}

function draftOf(line: GlossaryLine, kind: EntryKind, known: readonly KnownEntry[], groups: GlossaryNames, prefix: string): CsvEntry | EntryProblem {
  const { where, cell } = line;
  const written = cell('urn') ?? '';
  const given =
    written === '' ? undefined : (ownUrn(prefix, kind, written) ?? (written.startsWith('urn:') ? undefined : urnOf(prefix, kind, written)));
  const before = known.find(({ urn }) => urn === given);
  const name = cell('name') || before?.name || '';
  const fail = (text: string): EntryProblem => ({ where, ...(name !== '' && { name }), text });
  if (written !== '' && given === undefined) return fail(`expected the URN of a ${kind}, and got ${written}`);
  if (name === '') return fail('has no name');
  const parent = placeOf(cell('parent'), groups, prefix);
  if (typeof parent === 'object' && parent !== null) return fail(parent.text);
  const same = given === undefined ? alike(known, kind, name, parent) : undefined;
  const id = idFrom(name);
  if (given === undefined && same === undefined && id === '') return fail('needs a letter or a digit in its name');
  return { line, kind, name, parent, urn: given ?? same ?? urnOf(prefix, kind, idIn(parent, id)) };
}

/** The id of a new one: after that of its group. */
function idIn(parent: string | null | undefined, id: string): string {
  return parent ? `${parent.split(':').slice(3).join(':')}.${id}` : id;
}

/** What the catalog has under this name in this place; anywhere, if the file says no place and only one has the name. */
function alike(known: readonly KnownEntry[], kind: EntryKind, name: string, parent: string | null | undefined): string | undefined {
  const named = known.filter((each) => each.kind === kind && each.name.trim() === name);
  if (parent === undefined) return named.length === 1 ? named[0]?.urn : undefined;
  return named.find((each) => (each.parent ?? null) === parent)?.urn;
}

function placeOf(cell: string | undefined, groups: GlossaryNames, prefix: string): string | null | undefined | { readonly text: string } {
  if (cell === undefined) return undefined;
  if (cell === '') return null;
  const urn = ownUrn(prefix, 'group', cell);
  if (urn !== undefined) return urn;
  const [first, ...others] = groups.find(cell);
  if (first === undefined) return { text: `no group is called “${cell}”: add a line for it, with the type Group` };
  return others.length === 0 ? first : { text: `${others.length + 1} groups are called “${cell}”: write the URN of one` };
}

function relationsOf({ line, kind, name }: CsvEntry, terms: GlossaryNames, prefix: string): NonNullable<Entry['relations']> | EntryProblem {
  const relations: Partial<Record<Relation, readonly string[]>> = {};
  for (const link of LINKS) {
    const cell = line.cell(link);
    if (cell === undefined || (kind === 'group' && cell === '')) continue;
    if (kind === 'group') return { where: line.where, name, text: 'is a group: only terms relate to terms' };
    const urns: string[] = [];
    for (const text of valuesInCell(cell)) {
      const [first, ...others] = [ownUrn(prefix, 'term', text) ?? terms.find(text)].flat();
      if (first === undefined) return { where: line.where, name, text: `no term is called “${text}”` };
      if (others.length > 0) return { where: line.where, name, text: `${others.length + 1} terms are called “${text}”: write the URN of one` };
      urns.push(first);
    }
    relations[link] = urns;
  }
  return relations;
}
