/**
 * What the server writes into the page: its base path and the names of its namespace. The pages spell out none of these.
 */
export interface Settings {
  /** The base path, with a slash at the end: `/` or `/catalog/`. */
  readonly base: string;
  /** The beginning of URNs, with its colon. */
  readonly urnPrefix: string;
  /** The beginning of the ids of data types and entity types. */
  readonly word: string;
  /** The API reference, below `base`. */
  readonly docs: string;
  /** The header that makes a write wait until search shows it. */
  readonly syncHeader: string;
  readonly version: string;
  /** The constants of the entity types that a search covers if it names none. */
  readonly searched: readonly string[];
}

export const settings: Settings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=cairn]')?.content ?? '{}') as Settings;
