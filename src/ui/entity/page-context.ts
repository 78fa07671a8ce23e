/**
 * What all parts of an entity's page need, read once. The page says so if it cannot be read.
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Property } from '../api/properties.ts';
import type { EntityRights } from '../api/rights.ts';
import type { SuggestedPart } from '../api/suggestions.ts';
import { useMay } from '../parts/use-rights.ts';

interface PageContext {
  /** Definitions of structured properties; empty until they are read. */
  readonly properties: readonly Property[];
  /** What the reader may change of it; undefined until that is read, nothing if it cannot be read. */
  readonly rights: EntityRights | undefined;
}

export const NOTHING_READ: PageContext = { properties: [], rights: undefined };

export const OfPage = createContext(NOTHING_READ);

/** May the reader change this aspect of the entity? False until it is known. */
export function useMayChange(aspect: string): boolean {
  return useContext(OfPage).rights?.aspects.includes(aspect) === true;
}

/** May the reader suggest changes of this part of the entity, or of its columns? */
export function useMaySuggest(): (part: SuggestedPart | 'columns') => boolean {
  const { rights } = useContext(OfPage);
  const mayWrite = useMay('write');
  return (part) => mayWrite && rights?.suggested.parts.includes(part) === true;
}
