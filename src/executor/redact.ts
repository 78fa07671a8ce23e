/**
 * Takes secrets out of texts that people read: the log of a run, its report, its errors. Pure.
 */

const HIDDEN = '********';
/** A shorter line of a secret of several lines, such as a brace, says nothing. */
const SHORTEST_LINE = 8;

/** @returns a function that puts stars in the place of each secret, in every form in which a program may write it */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const forms = [...new Set([...secrets].flatMap(formsOf))].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  if (forms.length === 0) return (text) => text;
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
}

function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const whole = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_LINE) : [];
  return [secret, secret.trim(), ...whole].flatMap((text) => {
    const json = JSON.stringify(text).slice(1, -1);
    const url = encodeURIComponent(text);
    // Python writes a space in a URL as +, and quotes more signs than this does.
    return [
      text,
      json,
      JSON.stringify(json).slice(1, -1),
      url,
      quoted(url),
      quoted(url).replaceAll('%20', '+'),
      Buffer.from(text).toString('base64'),
    ];
  });
}

function quoted(url: string): string {
  return url.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
