/**
 * JSON pointers (RFC 6901).
 */

/** Escapes a name for a pointer. */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The names in a pointer. */
export function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer with these names. */
export function pointerText(parts: readonly string[]): string {
  return parts.map((part) => `/${pointerPart(part)}`).join('');
}
