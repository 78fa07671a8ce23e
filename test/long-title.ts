/** Tests that take long although they stand beside short ones, because they need what those have set up. */
import path from 'node:path';

/** Ends the title of such a test: `npm test` leaves it out. */
export const LONG_TITLE = '[long]';

/** All tests of this folder take long. */
export const LONG_FOLDER = path.join('test', 'long');

/** Whether `npm test` leaves a test out: by the end of its title, or its folder. */
export const isLong = (title: string, file: string): boolean => title.endsWith(LONG_TITLE) || file.includes(LONG_FOLDER + path.sep);

/** Whether a file has such tests: the mark at the end of a text. */
export const hasLong = (text: string): boolean => / \[long\]['`]/.test(text);

/** The name of a file in the durations of the long tests: those of `npm test` have its short tests. */
export function longName(file: string): string {
  return file.startsWith(LONG_FOLDER) ? file : `${file} ${LONG_TITLE}`;
}
