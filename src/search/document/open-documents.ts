/**
 * Two documents in place of one, for what names columns that not everybody sees: the whole one, and an open one, which is what the document would
 * be without these columns. Each reader finds one of the two: by the tokens of their types, and by the tags of the columns (`ct`).
 */
import { code, digest } from './encode.ts';

export type Variant = 'whole' | 'open';

/** No code of a text begins so. One of them is in `ct` of each document that has another beside it. */
export const MARKS = { whole: 'qw', open: 'qv' } as const;
/** In `ct` of what names columns of other tables, whose tags it does not know: its open document names none. */
export const OF_OTHERS = 'qo';

/** The type of a document that has one: `dataset` or, of two, `qwdataset` and `qvdataset`. */
export function typeToken(type: string, variant: Variant | undefined): string {
  return variant ? MARKS[variant] + type : type;
}

/** Is this the open document of an entity? It was read with its type. */
export function isOpen(document: Readonly<Record<string, unknown>>): boolean {
  return typeIn(String(document.type)).variant === 'open';
}

/** The type without the mark, and the mark. */
export function typeIn(token: string): { readonly type: string; readonly variant: Variant | undefined } {
  const variant = (['whole', 'open'] as const).find((each) => token.startsWith(MARKS[each]));
  return { type: variant ? token.slice(MARKS[variant].length) : token, variant };
}

/** The id of the open document, from that of the whole one. */
export function openId(id: string): string {
  return digest(`${id} ${MARKS.open}`);
}

/** By this token of `h_urn` a filter means one document and not both. */
export function ownToken(document: Readonly<Record<string, unknown>>): string {
  const id = String(document.id);
  return typeIn(String(document.type)).variant === 'whole' ? wholeToken(id) : id;
}

/** What `h_urn` has beside the digest of the URN. @param id of the whole document */
export function variantToken(id: string, variant: Variant): string {
  return variant === 'whole' ? wholeToken(id) : openId(id);
}

/** The tokens of tags in `ct`, and of what they are not known of. */
export function tagTokens(tags: readonly string[]): string[] {
  return tags.map((tag) => (tag === OF_OTHERS ? tag : code(tag)));
}

function wholeToken(id: string): string {
  return digest(`${id} ${MARKS.whole}`);
}
