/**
 * The glossary, or what a search finds in it, as lines of a CSV file.
 */
import { allCards } from '../api/cards.ts';
import { lookUpName } from '../api/names.ts';
import { typeWord } from '../data/words.ts';

export async function* glossaryRows(query: string, signal: AbortSignal): AsyncGenerator<string[][]> {
  const sort = { field: '_entityName', order: 'ASCENDING' } as const;
  for await (const cards of allCards({ query, anyOf: [], types: ['GLOSSARY_NODE', 'GLOSSARY_TERM'], sort }, signal)) {
    yield Promise.all(
      cards.map(async ({ urn, type, name, description, aspects }) => {
        const parent = (aspects.glossaryTermInfo ?? aspects.glossaryNodeInfo)?.parentNode;
        return [name, typeWord(type), typeof parent === 'string' ? await lookUpName(parent) : '', description, urn];
      }),
    );
  }
}
