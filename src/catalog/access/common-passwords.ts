/**
 * The passwords that leaked most often. A file of its own, because it takes 6 MB and some 70 ms: it is loaded when somebody first sets a password.
 */
import { dictionary } from '@zxcvbn-ts/language-common';

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
