/**
 * Entities as lines of a CSV file.
 */
import { CARD, type Card } from '../api/cards.ts';
import { lookUpName } from '../api/names.ts';
import type { Property } from '../api/properties.ts';
import { domainsIn, ownersIn, tagsIn, termsIn } from '../data/labels.ts';
import { hasLinks, linksIn } from '../data/parts.ts';
import { kindOf } from '../data/words.ts';
import { pathOf } from '../parts/path-of.ts';
import { entriesIn, textOf } from '../parts/property-entries.ts';
import { type EditedPart, settings } from '../settings.ts';
import { listCell } from './csv.ts';
import { ASSETS_TITLE, CARD_TITLES } from './titles.ts';

/** What the lines show of an entity, with its properties. */
export const EXPORTED: readonly string[] = [
  ...new Set([...CARD, 'structuredProperties', ...settings.parts.filter(hasLinks).map(({ aspect }) => aspect)]),
];

/** A column for the values of a property, or for the links of a part of a model of your own. */
export type ValueColumn = { readonly title: string } & ({ readonly property: Property } | { readonly part: EditedPart });

/**
 * Parts that all exports do not have, then properties that are not hidden: those that filter searches first. A name that is another column's, too,
 * gives way to the URN.
 */
export function valueColumns(properties: readonly Property[]): ValueColumn[] {
  const parts = settings.parts.filter((part) => hasLinks(part) && !CARD_TITLES.includes(part.title));
  const shown = properties.filter(({ flags }) => !flags.has('isHidden'));
  const titles = [...CARD_TITLES, ASSETS_TITLE, ...parts.map(({ title }) => title), ...shown.map(({ name }) => name)];
  const filters = ({ flags }: Property): number => Number(flags.has('showInSearchFilters'));
  return [
    ...parts.map((part) => ({ title: part.title, part })),
    ...[...shown]
      .sort((one, other) => filters(other) - filters(one))
      .map((property) => ({ title: titles.filter((each) => each === property.name).length > 1 ? property.urn : property.name, property })),
  ];
}

/** A line for each card. People, tags and terms have their names. */
export function cardRows(cards: readonly Card[], columns: readonly ValueColumn[] = []): Promise<string[][]> {
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
      ...(await Promise.all(
        columns.map((column) => ('part' in column ? names(linksIn(column.part, aspects)) : valueCell(column.property, aspects.structuredProperties))),
      )),
    ]),
  );
}

function valueCell({ urn, many }: Property, value: Readonly<Record<string, unknown>> | undefined): string {
  const values = entriesIn(value).find(({ propertyUrn }) => propertyUrn === urn)?.values ?? [];
  const texts = values.map(textOf);
  return many || texts.length > 1 ? listCell(texts) : (texts[0] ?? '');
}
