/**
 * The log of a run: its end is kept, so that a run which writes without an end needs no more memory.
 */

const MOST = 300_000;
const CUT = '… what came before is not kept\n';

export interface RunLog {
  /** Adds a line of Cairn's own. */
  say(line: string): void;
  /** Adds output as it comes. */
  add(text: string): void;
  /** What is kept, without secrets. */
  text(): string;
}

/** @param clean takes secrets out */
export function makeRunLog(clean: (text: string) => string): RunLog {
  let kept = '';
  let isCut = false;
  const add = (text: string): void => {
    kept += text;
    if (kept.length <= 2 * MOST) return;
    // A secret that was cut in two would not be found. Secrets of several lines are found by their lines.
    const from = kept.indexOf('\n', kept.length - MOST);
    kept = from < 0 ? '' : kept.slice(from + 1);
    isCut = true;
  };
  return {
    add,
    say: (line) => add(`${kept === '' || kept.endsWith('\n') ? '' : '\n'}${line}\n`),
    text: () => {
      // The line that is being written may end with a part of a secret.
      const whole = kept.slice(0, kept.lastIndexOf('\n') + 1);
      const end = whole.length <= MOST ? whole : whole.slice(whole.indexOf('\n', whole.length - MOST) + 1);
      return `${isCut || end.length < whole.length ? CUT : ''}${clean(end)}`;
    },
  };
}
