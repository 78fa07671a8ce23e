/**
 * What a CSV file changes: each line is compared with what the export would write of the asset now. So an unedited file changes nothing,
 * however the catalog writes its values.
 */
import type { BulkChanges, OwnChanges } from '../api/bulk.ts';
import { type Card, cardsNamed, exist, readCards } from '../api/cards.ts';
import { ApiError } from '../api/client.ts';
import { lookUpName } from '../api/names.ts';
import type { Property } from '../api/properties.ts';
import { isUrn, typeOfUrn } from '../api/urn.ts';
import { ownersIn } from '../data/labels.ts';
import { hasLinks, linksIn } from '../data/parts.ts';
import { plural } from '../data/words.ts';
import { BUILT_IN } from '../edit/ownership-types.ts';
import { cardRows, EXPORTED, type ValueColumn, valueColumns } from '../export/card-rows.ts';
import { parseCsv, plainCell, valuesInCell } from '../export/csv.ts';
import { CARD_TITLES } from '../export/titles.ts';
import { type EditedPart, settings, typeSettings } from '../settings.ts';
import { titlesIn } from './csv-head.ts';

/** Something that is wrong in a line. `title`: of the column. */
export interface LineProblem {
  readonly line: number;
  readonly title?: string | undefined;
  readonly text: string;
}

export interface FileChanges {
  readonly each: readonly OwnChanges[];
  /** The line of each asset, by URN. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly LineProblem[];
}

interface CsvLine {
  readonly line: number;
  readonly urn: string;
  readonly cells: readonly string[];
}

const AT_ONCE = 200;
/** With as many problems, the rest of the file is not looked at. */
const MOST_PROBLEMS = 50;

/** A cell that cannot be read as what its column has. */
class WrongCell extends Error {}

/** @param note is told how many lines were looked at @throws Error if it is no CSV file */
export async function changesIn(file: string, properties: readonly Property[], note: (lines: number) => void): Promise<FileChanges> {
  const columns = valueColumns(properties);
  const [head = [], ...rest] = parseCsv(file).map((cells) => cells.map(plainCell));
  const { titles, problems: ofHead } = titlesIn(
    head,
    columns.map(({ title }) => title),
  );
  const filled = rest.map((cells, at) => ({ line: at + 2, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const problems: LineProblem[] = [...ofHead.map((each) => ({ line: 1, ...each })), ...tooLong(filled.length)];
  if (problems.length > 0) return { each: [], lines: new Map(), problems };
  const at = titles.indexOf('URN');
  const lines = filled.map(({ line, cells }): CsvLine => ({ line, cells, urn: cells[at]?.trim() ?? '' }));
  const byUrn = new Map<string, number>();
  for (const { line, urn, cells } of lines) {
    const before = byUrn.get(urn);
    if (cells.length !== titles.length)
      problems.push({ line, text: `has ${plural(cells.length, 'value')}, and the first line has ${titles.length}` });
    else if (!isUrn(urn)) problems.push({ line, title: 'URN', text: `expected the URN of an asset, ${settings.urnPrefix}…` });
    else if (before !== undefined) problems.push({ line, title: 'URN', text: `line ${before} has the same asset` });
    else byUrn.set(urn, line);
  }
  const readable = lines.filter(({ line, urn }) => byUrn.get(urn) === line);
  const each: OwnChanges[] = [];
  const named = namesLookedUp();
  for (let from = 0; from < readable.length && problems.length < MOST_PROBLEMS; from += AT_ONCE) {
    note(from);
    const there = await stored(readable.slice(from, from + AT_ONCE), problems);
    each.push(...(await changesOf(there, titles, columns, named, problems)));
  }
  return { each, lines: byUrn, problems: problems.sort((one, other) => one.line - other.line) };
}

function tooLong(count: number): LineProblem[] {
  const { mostEach } = settings;
  if (count <= mostEach) return [];
  return [{ line: 1, text: `the file has ${count.toLocaleString('en')} lines; expected at most ${mostEach.toLocaleString('en')}` }];
}

/** The lines whose assets the catalog has. */
async function stored(lines: readonly CsvLine[], problems: LineProblem[]): Promise<readonly CsvLine[]> {
  let left = lines;
  while (problems.length < MOST_PROBLEMS) {
    try {
      const there = await exist(left.map(({ urn }) => urn));
      for (const { line, urn } of left.filter((_, at) => !there[at])) problems.push({ line, title: 'URN', text: `nothing has the URN ${urn}` });
      return left.filter((_, at) => there[at]);
    } catch (error) {
      // One that is no URN is named by its place.
      const [detail] = error instanceof ApiError ? error.details : [];
      const bad = left[Number(/^\/urns\/(\d+)$/.exec(detail?.pointer ?? '')?.[1] ?? -1)];
      if (!bad || !detail) throw error;
      problems.push({ line: bad.line, title: 'URN', text: `expected ${detail.expected}` });
      left = left.filter((line) => line !== bad);
    }
  }
  return [];
}

type NamesInCsv = ReturnType<typeof namesLookedUp>;

async function changesOf(
  lines: readonly CsvLine[],
  titles: readonly string[],
  columns: readonly ValueColumn[],
  named: NamesInCsv,
  problems: LineProblem[],
): Promise<OwnChanges[]> {
  const cards = await readCards(
    lines.map(({ urn }) => urn),
    undefined,
    EXPORTED,
  );
  const rows = await cardRows(cards, columns);
  const all = [...CARD_TITLES, ...columns.map(({ title }) => title)];
  const each: OwnChanges[] = [];
  for (const [index, { line, urn, cells }] of lines.entries()) {
    const card = cards[index];
    if (!card) continue;
    const changes: BulkChanges[] = [];
    for (const [at, title] of titles.entries()) {
      const cell = cells[at] ?? '';
      if (cell === plainCell(rows[index]?.[all.indexOf(title)] ?? '')) continue;
      try {
        changes.push(await changeOf(title, cell, card, columns, named));
      } catch (error) {
        if (!(error instanceof WrongCell)) throw error;
        problems.push({ line, title, text: error.message });
      }
    }
    const own = together(changes);
    if (Object.keys(own).length > 0) each.push({ urn, changes: own });
  }
  return each;
}

/** Changes of several cells as one. Only of properties there are several. */
function together(changes: readonly BulkChanges[]): BulkChanges {
  const properties = changes.flatMap((each) => each.properties ?? []);
  return {
    ...Object.assign({}, ...changes),
    ...(properties.length > 0 && {
      properties: { set: properties.flatMap(({ set }) => set ?? []), remove: properties.flatMap(({ remove }) => remove ?? []) },
    }),
  };
}

/** What a cell with another text than now asks for. @throws WrongCell */
async function changeOf(title: string, cell: string, { aspects }: Card, columns: readonly ValueColumn[], named: NamesInCsv): Promise<BulkChanges> {
  switch (title) {
    case 'Description':
      return { description: cell === '' ? { unset: true } : { set: cell } };
    case 'Owners': {
      const { add, remove } = await named.links(cell, [...new Set(ownersIn(aspects).map(({ owner }) => owner))], ['corpuser', 'corpGroup']);
      return add.length + remove.length === 0
        ? {}
        : { owners: { add: add.flatMap((owner) => WAYS.map(({ type, urn }) => ({ owner, type, typeUrn: urn }))), remove } };
    }
    default: {
      const part = settings.parts.find((each) => hasLinks(each) && each.title === title);
      if (part) return linked(part, await named.links(cell, linksIn(part, aspects), typesOf(part)));
      const column = columns.find((each) => each.title === title);
      return column && 'property' in column ? { properties: propertyChange(column.property, cell) } : {};
    }
  }
}

/** As what a new owner owns it. */
const WAYS = BUILT_IN.filter(({ type }) => type === 'TECHNICAL_OWNER');

/** The types of what a part may hold. */
function typesOf({ types }: EditedPart): string[] {
  return Object.entries(settings.types).flatMap(([name, { graphql }]) => (types.includes(graphql) ? [name] : []));
}

/** @throws WrongCell for several links of a part that has one */
function linked({ name, noun, shape }: EditedPart, { add, remove, wanted }: Awaited<ReturnType<NamesInCsv['links']>>): BulkChanges {
  if (shape === 'link' && wanted > 1) throw new WrongCell(`expected one ${noun}`);
  if (add.length + remove.length === 0) return {};
  const [one] = add;
  const change = shape === 'links' ? { add, remove } : one === undefined ? { unset: true } : { set: one };
  return Object.fromEntries([[name, change]]);
}

function propertyChange({ urn, many, kind }: Property, cell: string): NonNullable<BulkChanges['properties']> {
  const texts = many ? valuesInCell(cell) : cell === '' ? [] : [cell];
  if (texts.length === 0) return { remove: [urn] };
  const numbers = texts.map(Number);
  if (kind === 'number' && numbers.some(Number.isNaN)) throw new WrongCell('expected a number, such as 1234.5');
  return { set: [{ property: urn, values: kind === 'number' ? numbers : texts }] };
}

/** Finds what cells name, each name once. */
function namesLookedUp() {
  const known = new Map<string, string | WrongCell>();
  const find = async (name: string, types: readonly string[]): Promise<string> => {
    const key = `${types.join()} ${name}`;
    const found = known.get(key) ?? (await (isUrn(name) ? existing(name, types) : urnOf(name, types)));
    known.set(key, found);
    if (found instanceof WrongCell) throw found;
    return found;
  };
  return {
    /** What comes to the links of an asset, what goes, and how many there are then. */
    async links(cell: string, now: readonly string[], types: readonly string[]): Promise<{ add: string[]; remove: string[]; wanted: number }> {
      const names = await Promise.all(now.map(async (urn) => ({ urn, name: (await lookUpName(urn)).trim() })));
      const wanted = new Set<string>();
      for (const text of valuesInCell(cell)) {
        // The name of what it has is that one, also if others have the same name.
        const own = names.filter(({ urn, name }) => name === text || urn === text);
        for (const urn of own.length > 0 ? own.map((each) => each.urn) : [await find(text, types)]) wanted.add(urn);
      }
      return { add: [...wanted].filter((urn) => !now.includes(urn)), remove: now.filter((urn) => !wanted.has(urn)), wanted: wanted.size };
    },
  };
}

async function existing(urn: string, types: readonly string[]): Promise<string | WrongCell> {
  const [there] = types.includes(typeOfUrn(urn)) ? await exist([urn]) : [];
  return there ? urn : new WrongCell(`nothing that belongs here has the URN ${urn}`);
}

async function urnOf(name: string, types: readonly string[]): Promise<string | WrongCell> {
  const constants = types.flatMap((type) => typeSettings(type)?.graphql ?? []);
  const [first, ...others] = await cardsNamed(name, constants);
  if (first === undefined) return new WrongCell(`nothing there is called “${name}”`);
  return others.length === 0 ? first.urn : new WrongCell(`${others.length + 1} there are called “${name}”: write the URN of one`);
}
