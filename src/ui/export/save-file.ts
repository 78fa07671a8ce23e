/** Hands a file to the browser, which saves it. The parts are not joined in memory. */
export function saveFile(name: string, type: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The name of a file, from words: signs that a file system may not take become hyphens. */
export function fileName(words: string, ending: string): string {
  return `${words.replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')}.${ending}`;
}

/** Tells a spreadsheet that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
