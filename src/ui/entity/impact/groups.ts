/**
 * Groups, filters and writes down what a change affects.
 */
import type { AffectedAsset, Impact } from '../../api/impact.ts';
import { compareNames, plural, typeWords } from '../../data/words.ts';
import { csvLines } from '../../export/csv.ts';

export const WAYS = [
  { id: 'type', title: 'Type' },
  { id: 'platform', title: 'Platform' },
  { id: 'owner', title: 'Owner' },
  { id: 'hops', title: 'Hops' },
] as const;
type Way = (typeof WAYS)[number]['id'];

export interface Group {
  readonly key: string;
  readonly affected: readonly AffectedAsset[];
}

const NOBODY = 'Nobody';

/** What an asset belongs to in this way of grouping: one group, or with several owners several. */
function keysOf({ platform, kind, owners, degree }: AffectedAsset, way: Way, nameOf: (urn: string) => string): string[] {
  if (way === 'type') return [kind];
  if (way === 'platform') return [platform ?? 'No platform'];
  if (way === 'owner') return owners.length === 0 ? [NOBODY] : owners.map(nameOf);
  return [degree === undefined ? 'By columns only' : plural(degree, 'hop')];
}

/** The largest group first; hops in their order. */
export function grouped(affected: readonly AffectedAsset[], way: Way, nameOf: (urn: string) => string): Group[] {
  const groups = new Map<string, AffectedAsset[]>();
  for (const each of affected) {
    for (const key of keysOf(each, way, nameOf)) groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const list = [...groups].map(([key, members]) => ({ key: way === 'type' ? typeWords(key, members.length) : key, affected: members }));
  if (way === 'hops') return list.sort((a, b) => (a.affected[0]?.degree ?? Number.MAX_VALUE) - (b.affected[0]?.degree ?? Number.MAX_VALUE));
  return list.sort((a, b) => b.affected.length - a.affected.length || compareNames(a.key, b.key));
}

/** `total (from amount)`, or what is known instead. */
export function columnsText({ columns }: AffectedAsset): string {
  if (columns === 'none') return 'does not take it';
  if (columns === 'unknown') return '';
  return columns.map(({ column }) => column).join(', ');
}

/** In a sentence: how many would be affected, may be, and would not. `owners`: of those that would be, if all of them are known. */
export function summary(byColumns: Impact['byColumns'], ofColumns: boolean, owners: number | undefined): string {
  const { takes, unknown, none } = byColumns;
  const certain = ofColumns ? takes : takes + unknown;
  const by = owners === undefined ? '' : ` of ${plural(owners, 'owner')}`;
  const may = ofColumns ? unknown : 0;
  const affected =
    certain === 0 ? '' : `${plural(certain, 'asset')}${by} would be affected${may === 0 ? '' : `, ${may.toLocaleString('en')} more may be`}.`;
  const onlyMay = certain === 0 && may > 0 ? `${plural(may, 'asset')} may be affected: the catalog does not know which columns they take.` : '';
  const spared = none === 0 ? '' : `${plural(none, 'asset')} downstream would not, because they take other columns.`;
  return [affected, onlyMay, spared].filter((each) => each !== '').join(' ');
}

/** Comma-separated values, with a line of titles. */
export function csvOf(affected: readonly AffectedAsset[], nameOf: (urn: string) => string): string {
  const rows = affected.map((each) => [
    each.name,
    each.kind,
    each.platform ?? '',
    each.degree === undefined ? '' : String(each.degree),
    each.owners.map(nameOf).join('; '),
    each.columns === 'unknown' ? 'not known' : columnsText(each),
    each.urn,
  ]);
  return csvLines([['Name', 'Type', 'Platform', 'Hops', 'Owners', 'Columns', 'URN'], ...rows]);
}

/** A Markdown text: what is affected, by group. */
export function markdownOf(title: string, groups: readonly Group[], nameOf: (urn: string) => string): string {
  const plain = (text: string): string => text.replace(/([\\`*_[\]<>|#])/g, '\\$1');
  const lines = groups.flatMap(({ key, affected }) => [
    '',
    `## ${plain(key)} (${affected.length})`,
    '',
    ...affected.map((each) => {
      const owners = each.owners.length === 0 ? 'no owner' : each.owners.map((urn) => plain(nameOf(urn))).join(', ');
      const columns = columnsText(each);
      return `- ${plain(each.name)} (${each.kind}, ${owners})${columns === '' ? '' : `: ${plain(columns)}`}`;
    }),
  ]);
  return [`# ${plain(title)}`, ...lines, ''].join('\n');
}
