/**
 * Entities as lines of a CSV file.
 */
import { CARD, type Card } from '../api/cards.ts';
import { lookUpName } from '../api/names.ts';
import type { Property } from '../api/properties.ts';
import { domainsIn, ownersIn, tagsIn, termsIn } from '../data/labels.ts';
import { kindOf } from '../data/words.ts';
import { pathOf } from '../parts/path-of.ts';
import { entriesIn, textOf } from '../parts/property-entries.ts';
import { listCell } from './csv.ts';
import { ASSETS_TITLE, CARD_TITLES } from './titles.ts';

/** What the lines show of an entity, with its properties. */
export const EXPORTED: readonly string[] = [...CARD, 'structuredProperties'];

/** A column for the values of a property. */
export interface PropertyColumn {
  readonly title: string;
  readonly property: Property;
}

/** Properties that are not hidden: those that filter searches first. A name that is another column's, too, gives way to the URN. */
export function propertyColumns(properties: readonly Property[]): PropertyColumn[] {
  const shown = properties.filter(({ flags }) => !flags.has('isHidden'));
  const titles = [...CARD_TITLES, ASSETS_TITLE, ...shown.map(({ name }) => name)];
  const filters = ({ flags }: Property): number => Number(flags.has('showInSearchFilters'));
  return [...shown]
    .sort((one, other) => filters(other) - filters(one))
    .map((property) => ({ title: titles.filter((each) => each === property.name).length > 1 ? property.urn : property.name, property }));
}

/** A line for each card. People, tags and terms have their names. */
export function cardRows(cards: readonly Card[], columns: readonly PropertyColumn[] = []): Promise<string[][]> {
  const names = async (urns: readonly string[]): Promise<string> => listCell(await Promise.all([...new Set(urns)].map(lookUpName)));
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
      ...columns.map(({ property }) => valueCell(property, aspects.structuredProperties)),
    ]),
  );
}

function valueCell({ urn, many }: Property, value: Readonly<Record<string, unknown>> | undefined): string {
  const values = entriesIn(value).find(({ propertyUrn }) => propertyUrn === urn)?.values ?? [];
  const texts = values.map(textOf);
  return many || texts.length > 1 ? listCell(texts) : (texts[0] ?? '');
}
