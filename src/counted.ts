/**
 * Numbers before nouns: one policy, two policies.
 */

/** Words after numbers that are no plurals. */
const NOT_PLURAL = new Set(['ms', 'is', 'was', 'has', 'does', 'this']);

/** The noun in the singular if the number is 1. @param nouns a plural: `policies` */
export function nounFor(count: unknown, nouns: string): string {
  if (count !== 1 || NOT_PLURAL.has(nouns)) return nouns;
  return nouns.endsWith('ies') ? `${nouns.slice(0, -3)}y` : nouns.slice(0, -1);
}

/** `1 policy`, `2 policies`. */
export function count(number: number, nouns: string): string {
  return `${number} ${nounFor(number, nouns)}`;
}
