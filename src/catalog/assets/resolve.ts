/**
 * What a person or an agent means by a name: the one entity that is called so, or those that it may be.
 */
import { badUrn } from '../../errors.ts';
import { columnPath } from '../../model/column-urn.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { foreignName } from '../../model/names.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { isProblem, looksLikeUrn, parseUrn, type Urn } from '../../model/urn.ts';
import { EVERYTHING } from '../../search/index.ts';
import type { Catalog } from '../catalog.ts';
import { type EntityName, isRemoved, named, readNamed } from './names.ts';
import { callNames } from './texts.ts';

export type Resolution =
  | { readonly is: 'found'; readonly urn: Urn; readonly column: string | undefined }
  /** Several entities are called so. */
  | { readonly is: 'ambiguous'; readonly candidates: readonly EntityName[]; readonly total: number }
  /** No entity is called so; those that come next. */
  | { readonly is: 'unknown'; readonly candidates: readonly EntityName[] }
  /** It is soft-deleted. */
  | { readonly is: 'hidden'; readonly urn: Urn };

type ResolveCalls = Pick<Catalog, 'model' | 'read' | 'search' | 'searchable'>;

/** How many hits of the search to compare with the name. */
const CANDIDATES = 50;
const MOST_CANDIDATES = 10;

/**
 * Finds an entity by URN, or by a name: its display name, its full name, or the last parts of its full name, in any case. The URN of a
 * column leads to its dataset.
 *
 * @param types only entities of these types. If absent: all that are searched.
 * @throws Refusal malformed for a name of another namespace
 */
export async function resolve(catalog: ResolveCalls, text: string, types: readonly EntityTypeSpec[] = catalog.searchable): Promise<Resolution> {
  const asked = text.trim();
  const problem = foreignName(catalog.model.names, asked);
  if (problem !== undefined) throw badUrn(asked, problem, '/name');
  if (looksLikeUrn(catalog.model, asked)) return byUrn(catalog, asked, types);
  const hits = await searchByName(catalog, asked, types);
  const lower = asked.toLowerCase();
  const whole = hits.filter((view) => callNames(view).has(lower));
  const ending = hits.filter((view) => [...callNames(view)].some((name) => name.endsWith(`.${lower}`) || name.endsWith(`/${lower}`)));
  const called = whole.length > 0 ? whole : ending;
  const [only] = called;
  if (only && called.length === 1) return { is: 'found', urn: only.urn, column: undefined };
  const candidates = (called.length > 0 ? called : hits).slice(0, MOST_CANDIDATES).map(named);
  return called.length > 0 ? { is: 'ambiguous', candidates, total: called.length } : { is: 'unknown', candidates };
}

async function byUrn(catalog: ResolveCalls, text: string, types: readonly EntityTypeSpec[]): Promise<Resolution> {
  const urn = parseUrn(catalog.model, text);
  if (isProblem(urn)) return { is: 'unknown', candidates: [] };
  if (urn.type.name === SCHEMA_FIELD_TYPE && !types.some(({ name }) => name === SCHEMA_FIELD_TYPE && types.length === 1)) {
    const parent = await byUrn(catalog, urn.parts[0] ?? '', types);
    return parent.is === 'found' ? { ...parent, column: columnPath(urn.parts[1] ?? '') } : parent;
  }
  const view = (await readNamed(catalog, [urn.text])).get(urn.text);
  if (view?.exists) return isRemoved(view) ? { is: 'hidden', urn } : { is: 'found', urn, column: undefined };
  const near = await searchByName(catalog, urn.parts.find((part) => !part.startsWith('urn:')) ?? text, types);
  return { is: 'unknown', candidates: near.slice(0, MOST_CANDIDATES).map(named) };
}

/** The entities that a search finds for a name, best first. */
async function searchByName(catalog: ResolveCalls, name: string, types: readonly EntityTypeSpec[]) {
  const phrase = `"${name.replaceAll(/["\\]/g, ' ').slice(0, 400)}"`;
  if (types.length === 0 || phrase.trim() === '""') return [];
  const request = { types, filter: EVERYTHING, start: 0, count: CANDIDATES };
  const exact = await catalog.search({ ...request, input: phrase, allWords: true });
  const { hits } = exact.total > 0 ? exact : await catalog.search({ ...request, input: plainWords(name) });
  const views = await readNamed(
    catalog,
    hits.map(({ urn }) => urn),
  );
  return hits.flatMap(({ urn }) => views.get(urn) ?? []);
}

/** Only the words, so that nothing is taken for an operator. */
function plainWords(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ').toLowerCase().slice(0, 400);
}
