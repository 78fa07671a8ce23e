/**
 * What stewards make and arrange: for each type its words, and where it keeps its name and its place.
 */
import type { Json } from '../api/edit.ts';
import { typeOfUrn } from '../api/urn.ts';
import { isRecord } from '../data/is-record.ts';

/** Where a thing is in another one. */
interface Place {
  /** What it is in: `Group`. */
  readonly label: string;
  /** Constants of entity types. */
  readonly types: readonly string[];
  readonly of: string;
  /** The member of the aspect. */
  readonly field: string;
  read(value: unknown): string | undefined;
  write(urn: string): unknown;
}

export interface Thing {
  readonly type: string;
  /** Of one: `term`. */
  readonly word: string;
  /** What its name is called. */
  readonly named: 'Name' | 'Title';
  /** What its text is called. */
  readonly text: string;
  /** The aspect with its name and its place. */
  readonly aspect: string;
  readonly nameField: string;
  readonly place?: Place;
  /** Yes or no in the same aspect: the question in the form, and what the page says beside the name. */
  readonly flag?: { readonly field: string; readonly label: string; readonly badge: string };
  /** Its domain is asked for, too. */
  readonly inDomain?: true;
  /** The page that lists all. */
  readonly list: string;
  /** Its id follows from its name. */
  readonly readable: boolean;
}

const direct = (label: string, constant: string, of: string, field: string): Place => ({
  label,
  types: [constant],
  of,
  field,
  read: (value) => (typeof value === 'string' ? value : undefined),
  write: (urn) => urn,
});

const GROUP = direct('Group', 'GLOSSARY_NODE', 'glossaryNode', 'parentNode');

const TERM: Thing = {
  type: 'glossaryTerm',
  word: 'term',
  named: 'Name',
  text: 'Definition',
  aspect: 'glossaryTermInfo',
  nameField: 'name',
  place: GROUP,
  list: '/glossary',
  readable: true,
};

export const THINGS: readonly Thing[] = [
  TERM,
  { ...TERM, type: 'glossaryNode', word: 'group', aspect: 'glossaryNodeInfo' },
  {
    ...TERM,
    type: 'domain',
    word: 'domain',
    text: 'Description',
    aspect: 'domainProperties',
    place: direct('Part of the domain', 'DOMAIN', 'domain', 'parentDomain'),
    list: '/domains',
  },
  {
    type: 'dataProduct',
    word: 'data product',
    named: 'Name',
    text: 'Description',
    aspect: 'dataProductProperties',
    nameField: 'name',
    inDomain: true,
    list: '/products',
    readable: true,
  },
  {
    type: 'tag',
    word: 'tag',
    named: 'Name',
    text: 'Description',
    aspect: 'tagProperties',
    nameField: 'name',
    flag: { field: 'isSensitive', label: 'Show columns with this tag only to who may see sensitive columns', badge: 'Sensitive columns' },
    list: '/tags',
    readable: true,
  },
  {
    type: 'document',
    word: 'document',
    named: 'Title',
    text: 'Text',
    aspect: 'documentInfo',
    nameField: 'title',
    place: {
      label: 'Below the document',
      types: ['DOCUMENT'],
      of: 'document',
      field: 'parentDocument',
      read: (value) => (isRecord(value) && typeof value.document === 'string' ? value.document : undefined),
      write: (document) => ({ document }),
    },
    list: '/documents',
    readable: false,
  },
];

export function thingOf(type: string): Thing | undefined {
  return THINGS.find((each) => each.type === type);
}

/** What a thing is in, from its aspect. */
export function placeIn({ place }: Thing, value: Json | undefined): string | undefined {
  return place?.read(value?.[place.field]);
}

/** What a steward does to one, as words. */
export function changeWords({ place, flag }: Thing): string {
  if (place) return 'Rename or move';
  return flag ? 'Change' : 'Rename';
}

/** Is its flag set in its aspect? */
export function isFlagged({ flag }: Thing, value: Json | undefined): boolean {
  return flag !== undefined && value?.[flag.field] === true;
}

/** What can be made in an entity of this type. */
export function madeIn(urn: string): readonly Thing[] {
  const type = typeOfUrn(urn);
  return THINGS.filter(({ place, inDomain }) => place?.of === type || (type === 'domain' && inDomain));
}
