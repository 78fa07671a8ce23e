/**
 * Comma-separated values (RFC 4180). Pure.
 */

/** Characters with which a spreadsheet begins a formula. A tab or a line end before them does not stop it. */
const FORMULA = /^[\t\r\n ]*[=+\-@\t\r]/;
/** A number is no formula, also with a sign. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** One value in quotes. What a spreadsheet would run as a formula begins with an apostrophe, which makes it a text. */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Lines, each with its end. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
