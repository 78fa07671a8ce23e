const MOST_CHARACTERS = 2000;

/** A text as a header can carry it: percent-encoded where it is not plain, and cut; half of a surrogate pair has no encoding. */
export function headerText(text: string): string {
  return encodeURI(text.slice(0, MOST_CHARACTERS).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%20', ' ')
    .slice(0, MOST_CHARACTERS);
}
