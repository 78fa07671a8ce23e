/**
 * How the bytes of a file become text. UTF-8 and UTF-16 are known by themselves; of other bytes only a person can say what they are. Pure.
 */

/** What spreadsheets save in, by the name of the encoding. */
const ENCODINGS = [
  ['windows-1252', 'Western European (Windows-1252)'],
  ['macintosh', 'Western European (Mac Roman)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['koi8-r', 'Cyrillic (KOI8-R)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['windows-1255', 'Hebrew (Windows-1255)'],
  ['windows-1256', 'Arabic (Windows-1256)'],
  ['windows-1257', 'Baltic (Windows-1257)'],
  ['windows-1258', 'Vietnamese (Windows-1258)'],
  ['windows-874', 'Thai (Windows-874)'],
  ['shift_jis', 'Japanese (Shift_JIS)'],
  ['euc-jp', 'Japanese (EUC-JP)'],
  ['gb18030', 'Chinese (GBK, GB 18030)'],
  ['big5', 'Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
] as const;

export type Encoding = (typeof ENCODINGS)[number][0];

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file that says itself how it is written; undefined if somebody must say it. */
export function textItself(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  const text = decoded(bytes, 'utf-8');
  // Texts have no such character: these are two bytes for each, without the mark that says so.
  return text?.includes('\0') ? undefined : text;
}

/** A way to read the bytes of a file. */
export interface Reading {
  readonly encoding: Encoding;
  readonly title: string;
  readonly text: string;
}

/** The ways in which the bytes can be read without a mistake. */
export function readings(bytes: Uint8Array): Reading[] {
  return ENCODINGS.flatMap(([encoding, title]) => {
    const text = decoded(bytes, encoding);
    return text === undefined || text.includes('\0') ? [] : [{ encoding, title, text }];
  });
}

const MOST_SAMPLES = 5;
const LONGEST_SAMPLE = 80;

/** Parts of a text that another encoding would show otherwise: what is around the first letter of a line that is not ASCII. */
export function samples(text: string): string[] {
  const lines = text.split(/[\r\n]+/).flatMap((line) => {
    const at = line.search(/[^\p{ASCII}]/u);
    return at < 0 ? [] : [line.slice(Math.max(0, at - LONGEST_SAMPLE / 4), at + LONGEST_SAMPLE)];
  });
  return [...new Set(lines)].slice(0, MOST_SAMPLES);
}
