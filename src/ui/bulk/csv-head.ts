/**
 * The first line of a CSV file that comes back: which columns of the exports it has. Spreadsheets and people write titles in other capitals.
 */
import { ASSETS_TITLE, CARD_TITLES, COLUMN_TITLES, GLOSSARY_TITLES } from '../export/titles.ts';

export interface HeadProblem {
  readonly title?: string | undefined;
  readonly text: string;
}

/** What the export of the glossary calls what other exports call a description. */
const ALIASES: ReadonlyMap<string, string> = new Map([['Definition', 'Description']]);

/** Titles that only the export of columns has. */
const OF_COLUMNS = COLUMN_TITLES.filter((title) => ![...CARD_TITLES, ...GLOSSARY_TITLES].includes(title));

/**
 * The titles as the export of a search has them; those that it does not have stay as they are.
 *
 * @param properties titles of columns with values of properties
 */
export function titlesIn(head: readonly string[], properties: readonly string[]): { titles: readonly string[]; problems: readonly HeadProblem[] } {
  const known = [...CARD_TITLES, ASSETS_TITLE, ...GLOSSARY_TITLES, ...properties];
  const cleaned = head.map((title) => title.trim());
  const named = cleaned.map((title) => inCase(title, known));
  const titles = named.map((title) => ALIASES.get(title) ?? title);
  const ofColumns = cleaned.map((title) => inCase(title, OF_COLUMNS)).filter((title) => OF_COLUMNS.includes(title));
  if (!titles.includes('URN') && ofColumns.length > 1) return { titles, problems: [{ text: COLUMNS_STAY }] };
  const problems: HeadProblem[] = titles.includes('URN') ? [] : [{ text: 'expected the column URN, as the export has it' }];
  for (const [at, title] of titles.entries()) {
    if (titles.indexOf(title) < at) problems.push({ title: cleaned[at], text: 'is there twice' });
    else if (!known.includes(title))
      problems.push({ title: title === '' ? `column ${at + 1}` : title, text: 'is no column of the export, and no property' });
  }
  return { titles, problems };
}

const COLUMNS_STAY =
  'this is the export of the columns of one table. Import CSV takes the exports of a search and of the glossary. Edit columns in the schema of the ' +
  'table, or select tables in a search to change their columns of one name';

/** The known title that this one is in other capitals. Where several differ only in capitals, a title is exact or unknown. */
function inCase(title: string, known: readonly string[]): string {
  if (known.includes(title)) return title;
  const alike = [...new Set(known.filter((each) => each.toLowerCase() === title.toLowerCase()))];
  return alike.length === 1 ? (alike[0] ?? title) : title;
}
