/**
 * What the server wrote into the page: where it stands and the names of its namespace. Nothing of them is spelled out in this room.
 */
export interface Settings {
  /** Path that Cairn stands below, ending in a slash: `/`, or `/catalog/`. */
  readonly base: string;
  /** First part of URNs, with its colon. */
  readonly urnPrefix: string;
  /** First part of ids of data types and entity types. */
  readonly word: string;
  /** The reference of the API, below `base`. */
  readonly docs: string;
  /** Header by which a write waits until search shows it. */
  readonly syncHeader: string;
  readonly version: string;
}

export const settings: Settings = JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=cairn]')?.content ?? '{}') as Settings;
