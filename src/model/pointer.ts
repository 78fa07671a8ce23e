/**
 * JSON pointers (RFC 6901).
 */

/** A name as it stands in a pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names that a pointer leads through. */
export function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer that leads through these names. */
export function pointerText(parts: readonly string[]): string {
  return parts.map((part) => `/${pointerPart(part)}`).join('');
}
