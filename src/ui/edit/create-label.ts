/**
 * Makes a tag or a glossary term while the reader labels something with it.
 */
import { createEntity, isConflict } from '../api/edit.ts';
import { idFrom } from '../data/id-from.ts';
import { settings } from '../settings.ts';

export interface Creating {
  /** What is made: `tag`. */
  readonly word: string;
  /** @returns the URN of what was made, or of what had this id before */
  make(name: string): Promise<string>;
}

function creating(word: string, type: string, aspect: string, valueOf: (name: string) => Record<string, unknown>): Creating {
  return {
    word,
    make: async (name) => {
      const id = idFrom(name);
      if (id === '') throw new Error(`A ${word} needs a letter or a digit in its name.`);
      const urn = `${settings.urnPrefix}${type}:${id}`;
      try {
        await createEntity(urn, aspect, valueOf(name));
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      return urn;
    },
  };
}

export const newTag = creating('tag', 'tag', 'tagProperties', (name) => ({ name }));
export const newTerm = creating('term', 'glossaryTerm', 'glossaryTermInfo', (name) => ({ name, definition: '', termSource: 'INTERNAL' }));
