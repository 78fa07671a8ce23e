/**
 * Entities as lines of a CSV file.
 */
import type { Card } from '../api/cards.ts';
import { lookUpName } from '../api/names.ts';
import { domainsIn, ownersIn, tagsIn, termsIn } from '../data/labels.ts';
import { kindOf } from '../data/words.ts';
import { pathOf } from '../parts/path-of.ts';

export const CARD_TITLES = ['Name', 'Type', 'Platform', 'Path', 'Description', 'Owners', 'Domain', 'Tags', 'Glossary terms', 'Deprecated', 'URN'];

/** A line for each card. People, tags and terms have their names. */
export function cardRows(cards: readonly Card[]): Promise<string[][]> {
  const names = async (urns: readonly string[]): Promise<string> => (await Promise.all(urns.map(lookUpName))).join('; ');
  return Promise.all(
    cards.map(async ({ urn, name, type, subType, platform, description, aspects, deprecated }) => [
      name,
      kindOf(type, subType),
      platform ?? '',
      (await Promise.all(pathOf(aspects).map((part) => (part.urn === undefined ? part.name : lookUpName(part.urn))))).join(' / '),
      description,
      await names(ownersIn(aspects).map(({ owner }) => owner)),
      await names(domainsIn(aspects)),
      await names(tagsIn(aspects)),
      await names(termsIn(aspects)),
      deprecated ? 'yes' : '',
      urn,
    ]),
  );
}
