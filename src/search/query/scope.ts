/**
 * The documents that a request may find: of its types, not soft-deleted unless it asks for these, matching its filter, and of each entity the
 * one document for this reader (document/open-documents.ts).
 */
import { filterTooLarge } from '../../errors.ts';
import type { Fields } from '../../model/fields.ts';
import { code } from '../document/encode.ts';
import { MARKS, tagTokens, typeToken, type Variant } from '../document/open-documents.ts';
import { compile, MOST_IDS } from '../filter/added.ts';
import { type Clause, joined, operationsOf } from '../filter/clause.ts';
import type { Lookup } from '../filter/compile.ts';
import type { SeenColumns } from '../filter/property-fields.ts';
import { criteriaOf, EVERYTHING, type Filter } from '../filter/tree.ts';
import { withoutKeyword } from './resolved-query.ts';
import type { SearchRequest } from './types.ts';

/** The documents of these kinds: those that are alone, and of two the whole or the open ones. */
type Of = (...variants: readonly (Variant | undefined)[]) => Clause;

/** Most operations of what a search looks among. Some are left for ids. */
const MOST_OF_SCOPE = 92;
/** Most operations of the clause for the tables of which somebody sees some columns. It is there twice. */
const MOST_OF_TABLES = 15;

/**
 * Compiles a filter, limited to the requested types, and to the documents that the reader finds.
 *
 * @throws Refusal malformed, as `compile`
 */
export async function scoped(
  request: SearchScope,
  lookup: Lookup,
  fields: Fields,
  filter: Filter,
  columns: SeenColumns | undefined,
): Promise<Clause> {
  const of = ofTypes(request);
  const rest = await compile(lookup.within(of(undefined, 'whole', ...(columns ? ['open' as const] : []))), fields, filter);
  return ofReader(of, rest, lookup, fields, columns);
}

type SearchScope = Pick<SearchRequest, 'types' | 'filter' | 'within' | 'includeRemoved'>;

function ofTypes({ types, filter, within = EVERYTHING, includeRemoved = false }: SearchScope): Of {
  const lifted = includeRemoved || asksForRemoved(filter) || asksForRemoved(within);
  const tokens = types.map(({ name }) => code(name));
  return (...variants) =>
    tokens.length > 0 && `${lifted ? 'type' : 'live'}:=[${variants.flatMap((variant) => tokens.map((type) => typeToken(type, variant))).join(',')}]`;
}

/** Another filter of what a reader finds, of all types and of soft-deleted entities, too. */
export async function amongAll(lookup: Lookup, fields: Fields, filter: Filter, columns: SeenColumns | undefined): Promise<Clause> {
  return ofReader(ofAll, await compile(lookup, fields, filter), lookup, fields, columns);
}

const ofAll: Of = (...variants) => {
  const others = (['whole', 'open'] as const).filter((each) => !variants.includes(each)).map((each) => MARKS[each]);
  if (variants.includes(undefined)) return others.length === 0 || `ct:!=[${others.join(',')}]`;
  return `ct:=[${variants.map((each) => MARKS[each as Variant]).join(',')}]`;
};

async function ofReader(of: Of, rest: Clause, lookup: Lookup, fields: Fields, columns: SeenColumns | undefined): Promise<Clause> {
  if (!columns) return joined('&&', [of(undefined, 'whole'), rest]);
  const { known, where } = columns;
  if (!known || where.every(({ filter }) => filter === undefined)) return joined('&&', [of(undefined, 'open'), rest]);
  const tables = await Promise.all(where.map((each) => tablesOf(lookup, fields, each)));
  if (tables.every(({ seen }) => operationsOf(seen) <= MOST_OF_TABLES)) {
    const clause = joined('&&', [await pairsSeen(of, tables), rest]);
    if (operationsOf(clause) <= MOST_OF_SCOPE) return clause;
  }
  const others = await lookup.kept(`columns ${JSON.stringify(where)}`, (all) => notFound(all, tables));
  return joined('&&', [of(undefined, 'whole', 'open'), others, rest]);
}

/** Tables with columns that have some tags, and those among them of which somebody sees these columns. */
interface Tables {
  readonly having: string;
  readonly seen: Clause;
  notSeen(): Promise<Clause>;
}

async function tablesOf(lookup: Lookup, fields: Fields, { tags, filter }: SeenColumns['where'][number]): Promise<Tables> {
  const compiled = (of: Filter): Promise<Clause> => compile(lookup, fields, { is: 'and', of: [of], added: true });
  return {
    having: `[${tagTokens(tags).join(',')}]`,
    seen: filter !== undefined && (await compiled(filter)),
    notSeen: async () => filter === undefined || compiled({ is: 'not', of: filter }),
  };
}

/** Of two documents always one: the whole one if all columns of the table are seen. */
async function pairsSeen(of: Of, tables: readonly Tables[]): Promise<Clause> {
  const whole = tables.map(({ having, seen }) => joined('||', [`ct:!=${having}`, seen]));
  const open = await Promise.all(tables.map(async ({ having, notSeen }) => joined('&&', [`ct:=${having}`, await notSeen()])));
  return joined('||', [of(undefined), joined('&&', [of('whole'), ...whole]), joined('&&', [of('open'), joined('||', open)])]);
}

/** The same in one comparison, however unlike the policies are: without the other documents, by their ids. */
async function notFound(lookup: Lookup, tables: readonly Tables[]): Promise<Clause> {
  const idsOf = async (...parts: readonly Clause[]): Promise<readonly string[]> => {
    const clause = joined('&&', parts);
    return typeof clause === 'string' ? lookup.idsOf(clause) : [];
  };
  const hidden = async (variant: string): Promise<ReadonlySet<string>> => {
    const ids = new Set<string>();
    for (const { having, seen } of tables) {
      if (seen === true) continue;
      const shown = new Set(await idsOf(variant, `ct:=${having}`, seen));
      for (const id of await idsOf(variant, `ct:=${having}`)) if (!shown.has(id)) ids.add(id);
    }
    return ids;
  };
  const [whole, open] = [ofAll('whole'), ofAll('open')];
  const found = await hidden(String(open));
  const ids = [...(await hidden(String(whole))), ...(await idsOf(open)).filter((id) => !found.has(id))];
  if (ids.length > MOST_IDS) throw filterTooLarge(`policies that are more alike, or at most ${MOST_IDS} tables with sensitive columns`, ids.length);
  return ids.length === 0 || `h_urn:!=[${ids.join(',')}]`;
}

/** Does a filter name `removed`? Then it decides itself about soft-deleted entities. */
export function asksForRemoved(filter: Filter): boolean {
  return [...criteriaOf(filter)].some(({ field }) => withoutKeyword(field) === 'removed');
}
