/**
 * What all parts of an entity's page need, read once. The page says so if it cannot be read.
 */
import { createContext } from 'preact';
import type { Property } from '../api/properties.ts';

export interface PageContext {
  /** Definitions of structured properties; empty until they are read. */
  readonly properties: readonly Property[];
  /** The aspects that an entity of this type may have; undefined until they are read, empty if they cannot be read. */
  readonly aspectNames: readonly string[] | undefined;
}

export const NOTHING_READ: PageContext = { properties: [], aspectNames: undefined };

export const OfPage = createContext(NOTHING_READ);
