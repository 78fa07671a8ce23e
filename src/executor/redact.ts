/**
 * Takes secrets out of texts that people read: the log of a run, its report, its errors. Pure.
 */
import { isRecord } from '../model/path.ts';

const HIDDEN = '********';
/** A shorter line of a secret of several lines, such as a brace, says nothing. */
const SHORTEST_LINE = 8;

/** Puts stars in the place of secrets. */
export type Redactor = (text: string) => string;

/** @returns a function that puts stars in the place of each secret, in every form in which a program may write it */
export function redactor(secrets: Iterable<string>): Redactor {
  const forms = [...new Set([...secrets].flatMap(formsOf))].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
}

/** The same JSON with stars in its texts and numbers: it stays JSON. */
export function cleanJson(value: unknown, clean: Redactor): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return clean(String(value)) === String(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map((each) => cleanJson(each, clean));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), cleanJson(each, clean)]));
  return value;
}

function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const whole = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_LINE) : [];
  return [secret, secret.trim(), ...whole].flatMap((text) => {
    const json = JSON.stringify(text).slice(1, -1);
    const url = encodeURIComponent(text);
    // Python writes a space in a URL as +, and quotes more signs than this does. In JSON it writes only signs of ASCII as they are.
    return [
      ...[text, json, JSON.stringify(json).slice(1, -1), inAscii(json)],
      ...[url, quoted(url), quoted(url).replaceAll('%20', '+')],
      ...inBase64(text),
    ];
  });
}

function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** As a whole, and within a longer text, such as `user:password`: its signs then depend on its place, but for those at both ends. */
function inBase64(text: string): string[] {
  const bytes = Buffer.from(text);
  const within = [0, 1, 2].map((before) => {
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), end);
  });
  return [bytes.toString('base64'), ...within.filter((form) => form.length >= SHORTEST_LINE)];
}

function quoted(url: string): string {
  return url.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
