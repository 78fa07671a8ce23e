/** Ids are readable: letters and digits of any language, with hyphens between words. Pure. */
export function idFrom(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
