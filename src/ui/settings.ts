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
  /** What the model says of each entity type for its pages. */
  readonly types: Readonly<Record<string, TypeSettings>>;
}

export interface TypeSettings {
  /** The constant in GraphQL: `DATASET`. */
  readonly graphql: string;
  /** The path of an SVG on a grid of 16. */
  readonly icon?: string;
  /** The name of one entity, if it is not the name of the type in words. */
  readonly word?: string;
  /** False: people write no text about it. */
  readonly documentation?: boolean;
  /** Lineage can lead to it or from it. */
  readonly lineage: boolean;
  /** It has timeseries aspects. */
  readonly series: boolean;
}

const written = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=cairn]')?.content;

/** Pure functions of the pages also run where there is no page: then no type is known. */
export const settings: Settings = { types: {}, ...(JSON.parse(written ?? '{}') as Omit<Settings, 'types'>) };
