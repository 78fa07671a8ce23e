/**
 * Rows as Neo4j's importer reads them. Its delimiters are control characters, which JSON text never contains: almost no field has to be
 * quoted (docs/engines.md 2.9).
 */

const QUOTE = '\u0001';
const DELIMITER = '\u0002';
/** Between the items of a list. */
export const ITEMS = '\u0003';
/** Fields with one of these are quoted. Line breaks are whitespace of JSON, so a value may contain them. */
const TO_QUOTE = /[\u0001\u0002\n\r]/;
const LINE_BREAK = /[\n\r]/;

/** What the importer must be told about the form of the files. */
export const FORM = ['--delimiter=U+0002', '--quote=U+0001', '--array-delimiter=U+0003'];

/** Absent: the node or edge has no such property. */
export type Field = string | number | bigint | boolean | null | undefined;

export interface Row {
  readonly text: string;
  /** Does it contain a line break within a field? The importer reads such rows slowly, and only in files that it is told of. */
  readonly broken: boolean;
}

export function rowOf(fields: readonly Field[]): Row {
  let text = '';
  let broken = false;
  for (let index = 0; index < fields.length; index++) {
    if (index > 0) text += DELIMITER;
    const field = fields[index];
    if (typeof field !== 'string') text += field ?? '';
    else if (field === '') text += QUOTE + QUOTE;
    else if (!TO_QUOTE.test(field)) text += field;
    else {
      text += QUOTE + field.replaceAll(QUOTE, QUOTE + QUOTE) + QUOTE;
      broken ||= LINE_BREAK.test(field);
    }
  }
  return { text: `${text}\n`, broken };
}

/** The fields of one row. Numbers are texts. */
export function fieldsOf(text: string): (string | undefined)[] {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  if (!text.includes(QUOTE))
    return text
      .slice(0, end)
      .split(DELIMITER)
      .map((field) => (field === '' ? undefined : field));
  const fields: (string | undefined)[] = [];
  for (let at = 0; at <= end; at++) {
    if (text[at] === QUOTE) {
      const close = closingQuote(text, at);
      fields.push(text.slice(at + 1, close).replaceAll(QUOTE + QUOTE, QUOTE));
      at = close + 1;
    } else {
      const next = text.indexOf(DELIMITER, at);
      const to = next < 0 ? end : next;
      fields.push(to === at ? undefined : text.slice(at, to));
      at = to;
    }
  }
  return fields;
}

function closingQuote(text: string, open: number): number {
  let at = text.indexOf(QUOTE, open + 1);
  while (text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}
