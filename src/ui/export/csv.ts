/**
 * Comma-separated values (RFC 4180). Pure.
 */

/** Characters with which a spreadsheet begins a formula. A tab or a line end before them does not stop it. */
const FORMULA = /^[\t\r\n ]*[=+\-@\t\r]/;
/** A number is no formula, also with a sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const isFormula = (text: string): boolean => FORMULA.test(text) && !NUMBER.test(text);

/** One value in quotes. What a spreadsheet would run as a formula begins with an apostrophe, which makes it a text. */
export function csvCell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Lines, each with its end. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** The value of a cell that was read: without the apostrophe before what looks like a formula, and with plain line ends. */
export function plainCell(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines.startsWith("'") && isFormula(lines.slice(1)) ? lines.slice(1) : lines;
}

/** Several values in one cell. A semicolon in a value has a backslash before it; backslashes before that, and at the end, are doubled. */
export function listCell(values: readonly string[]): string {
  const escaped = (value: string): string => value.replaceAll(/(?<!\\)(\\*)(;|$)/g, (_, slashes, end) => slashes + slashes + (end && '\\;'));
  return values.map(escaped).join('; ');
}

/** The values in a cell that {@link listCell} or a person has written. */
export function valuesInCell(cell: string): string[] {
  const plain = (value: string): string =>
    value.replaceAll(/(?<!\\)(\\*)(;|$)/g, (_, slashes, end) => slashes.slice(0, Math.ceil(slashes.length / 2) - (end ? 1 : 0)) + end);
  const values = cell.split(/(?<=(?<!\\)(?:\\\\)*);/).map((value) => plain(value.trim()).trim());
  return values.filter((value) => value !== '');
}

/**
 * The lines of a file. Spreadsheets of some languages separate by semicolons: what the first line has most of separates.
 *
 * @throws Error naming the line that cannot be read
 */
export function parseCsv(file: string): string[][] {
  const text = file.replace(/^\ufeff/, '');
  const head = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, '');
  const count = (sign: string): number => head.split(sign).length;
  const sign = [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${sign}\r\n][^${sign}\r\n]*)?)(${sign}|\r\n|\r|\n|$)`, 'y');
  const lines: string[][] = [];
  for (let line: string[] = []; cell.lastIndex < text.length || line.length > 0; ) {
    const found = cell.exec(text);
    if (!found)
      throw new Error(`Line ${lines.length + 1} cannot be read: after a value in quotes there is neither a separator nor the end of the line.`);
    const [, quoted, plain = '', end] = found;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === sign) continue;
    lines.push(line);
    line = [];
  }
  return lines;
}
