const MOST_CHARACTERS = 2000;

/** Makes a text fit for a header: percent-encodes what is not plain, and cuts it. Half of a surrogate pair cannot be encoded. */
export function headerText(text: string): string {
  return encodeURI(text.slice(0, MOST_CHARACTERS).replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%20', ' ')
    .slice(0, MOST_CHARACTERS);
}
