/**
 * What the server writes into the page: its base path and the names of its namespace. The pages spell out none of these.
 */
import type { components } from '../generated/api.ts';

interface Settings {
  /** The base path, with a slash at the end: `/` or `/catalog/`. */
  readonly base: string;
  /** What `API_NAMESPACE` calls the names of this catalog. */
  readonly namespace: string;
  /** The beginning of URNs, with its colon. */
  readonly urnPrefix: string;
  /** The beginning of the ids of data types and entity types. */
  readonly word: string;
  /** The URN of the user as whom the server writes by itself. */
  readonly system: string;
  /** The API reference, below `base`. */
  readonly docs: string;
  /** The header that makes a write wait until search shows it. */
  readonly syncHeader: string;
  readonly version: string;
  /** Does the server send mails? */
  readonly mail: boolean;
  /** The constants of the entity types that a search covers if it names none. */
  readonly searched: readonly string[];
  /** How many entities one request can give changes of their own. */
  readonly mostEach: number;
  /** The identity providers: their names, the words of their buttons, the addresses that lead to them. */
  readonly providers?: readonly { readonly name: string; readonly title: string; readonly href: string }[];
  /** What people edit on assets, in their order. */
  readonly parts: readonly EditedPart[];
  /** What people call aspects, where the model says it: `the tags`. */
  readonly nouns: Readonly<Record<string, string>>;
  /** What the model says of each entity type for its pages. */
  readonly types: Readonly<Record<string, TypeSettings>>;
}

/** Something that people edit on assets: their tags, their domain. `x-aspect.part` in openapi/README.md. */
export interface EditedPart {
  readonly name: string;
  readonly aspect: string;
  readonly shape: string;
  readonly noun: string;
  readonly word: string;
  readonly plural: string;
  readonly title: string;
  readonly list?: string;
  readonly key?: string;
  readonly columns?: 'table' | 'own';
  readonly suggested: boolean;
  /** The constants of the types of what it may hold. */
  readonly types: readonly string[];
}

/** The page of the type in the model (openapi/README.md), and what follows from the model. */
export type TypeSettings = components['schemas']['TypePage'] & {
  /** The constant in GraphQL: `DATASET`. */
  readonly graphql: string;
  /** Lineage can lead to it or from it. */
  readonly lineage: boolean;
  /** There may be others of it below one: it is a hierarchy. */
  readonly nests: boolean;
  /** It has timeseries aspects. */
  readonly series: boolean;
  /** What people may say it is made from, and the aspect that says it; absent: nothing. */
  readonly madeFrom?: readonly string[];
  readonly edgesIn?: string;
  /** The fields that name and describe it, as `aspect.field`: the first that has a text wins. */
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  /** Its first description can be written though its aspect is not there yet. */
  readonly describable: boolean;
  /** The fields of that aspect that must have a name, too. */
  readonly namesNeeded: readonly string[];
};

const written = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=cairn]')?.content;

/** Pure functions of the pages also run where there is no page: then no type is known. */
export const settings: Settings = {
  types: {},
  nouns: {},
  parts: [],
  ...(JSON.parse(written ?? '{}') as Omit<Settings, 'types' | 'nouns' | 'parts'>),
};

const byLowerCase = new Map(Object.entries(settings.types).map(([name, type]) => [name.toLowerCase(), type]));

/** What the model says of an entity type, in whatever case a URN names it. */
export function typeSettings(type: string): TypeSettings | undefined {
  return settings.types[type] ?? byLowerCase.get(type.toLowerCase());
}
