/** A catalog with a tokens file, which tests of several files use. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningCairn, throwAwayFolder } from '../../support/process.ts';

export const OPERATOR = 'the-token-of-the-operator';
export const READER = 'the-token-of-a-reader';

export interface WithTokens {
  readonly one: () => RunningCairn;
  readonly settings: () => Record<string, string>;
  /** Ends all its servers, and starts the first again. */
  readonly restart: () => Promise<void>;
  /** Writes the tokens file. @param more lines besides those of the operator and the reader */
  readonly tokensAre: (...more: string[]) => void;
}

/** @returns the file, and what writes it */
export function tokensFile(): { readonly file: string; readonly tokensAre: WithTokens['tokensAre'] } {
  const file = path.join(throwAwayFolder(), 'tokens');
  const tokensAre = (...more: string[]): void =>
    writeFileSync(file, [`${OPERATOR} operator`, `${READER} reader read`, ...more, ''].join('\n'), { mode: 0o600 });
  tokensAre();
  return { file, tokensAre };
}
