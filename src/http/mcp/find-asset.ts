/**
 * Finds the asset and the column that arguments mean. What is not found, or not clear, becomes an answer that helps to ask again.
 */
import type { z } from 'zod';
import {
  type Catalog,
  COLUMN_ASPECTS,
  columnsIn,
  columnTarget,
  type EditTarget,
  hasSchema,
  nearestColumns,
  pathsOf,
  plainPath,
  type Resolution,
  resolve,
} from '../../catalog/index.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { Draft } from './fit.ts';
import { type common, PROBLEMS } from './schemas.ts';

type Problem = NonNullable<z.output<typeof common.problem>>;

/** Ends a tool with an answer about its arguments. */
export class Unclear extends Error {
  readonly draft: Draft;

  constructor(problem: Problem) {
    super(problem.say);
    const { candidates = [], ...rest } = problem;
    this.draft = { head: { problem: candidates.length === 0 ? rest : { ...rest, candidates } }, parts: [] };
  }
}

const [AMBIGUOUS, UNKNOWN, HIDDEN, UNKNOWN_COLUMN, AMBIGUOUS_COLUMN] = PROBLEMS;
const MOST_COLUMNS = 40;

/**
 * The asset that an argument means.
 *
 * @param argument its name in the arguments
 * @param types only entities of these types
 * @param orAny if none of them is meant, also others
 * @throws Unclear if it means none, or several
 */
export async function findAsset(
  catalog: Catalog,
  argument: string,
  asked: string,
  types?: readonly EntityTypeSpec[],
  orAny = false,
): Promise<{ readonly urn: Urn; readonly column: string | undefined }> {
  const resolved = await resolve(catalog, asked, types);
  if (resolved.is === 'found') return resolved;
  const other = types && resolved.is === 'unknown' ? await resolve(catalog, asked) : resolved;
  if (other.is === 'found' && orAny) return other;
  if (other.is === 'found') {
    const say = `${other.urn.text} is a ${other.urn.type.name}. Here, only these are answered about: ${types?.map(({ name }) => name).join(', ')}.`;
    throw new Unclear({ kind: UNKNOWN, argument, asked, say, candidates: resolved.is === 'unknown' ? [...resolved.candidates] : [] });
  }
  throw new Unclear(problemOf(resolved, argument, asked));
}

function problemOf(resolved: Exclude<Resolution, { is: 'found' }>, argument: string, asked: string): Problem {
  if (resolved.is === 'hidden') {
    return { kind: HIDDEN, argument, asked, say: `${resolved.urn.text} is soft-deleted. Searches and lineage leave it out.` };
  }
  const candidates = resolved.candidates.map(({ urn, name, type }) => ({ urn, name, type }));
  if (resolved.is === 'ambiguous') {
    return { kind: AMBIGUOUS, argument, asked, say: `${resolved.total} assets have this name: ask again with the URN of one.`, candidates };
  }
  const say = candidates.length === 0 ? 'The catalog has nothing of this name.' : 'The catalog has nothing of this name. These are alike.';
  return { kind: UNKNOWN, argument, asked, say, candidates };
}

/**
 * The column that an argument means: as for every API, or else the one whose last part is so.
 *
 * @throws Unclear if the schema does not have it, or several of the name. Without a schema the name is taken as it is.
 */
export async function findTarget(catalog: Catalog, urn: Urn, asked: string | undefined): Promise<EditTarget> {
  const [view] = asked === undefined ? [] : await catalog.read([urn], COLUMN_ASPECTS);
  if (asked === undefined || !view || !hasSchema(view)) return { urn, column: asked };
  const paths = pathsOf(view);
  const meant = columnsIn(paths)(asked);
  const found = meant.length > 0 ? meant : endingIn(paths, asked);
  const [only] = found;
  if (only !== undefined && found.length === 1) return columnTarget(view, only);
  const namesOf = (list: readonly string[]): string[] => list.slice(0, MOST_COLUMNS).map((path) => (found.length > 1 ? path : plainPath(path)));
  if (found.length > 1) {
    const say = `${found.length} columns have this name: ask again with the whole path of one.`;
    throw new Unclear({ kind: AMBIGUOUS_COLUMN, argument: 'column', asked, say, candidates: namesOf(found) });
  }
  // Few are listed as the schema has them.
  const near = paths.length > MOST_COLUMNS ? nearestColumns(paths, asked, MOST_COLUMNS) : paths;
  const say = `The schema has no such column. It has ${paths.length} columns${paths.length > MOST_COLUMNS ? `; the ${MOST_COLUMNS} nearest are listed` : ''}.`;
  throw new Unclear({ kind: UNKNOWN_COLUMN, argument: 'column', asked, say, candidates: namesOf(near) });
}

/** The path of the column that an argument means. @throws Unclear as `findTarget` */
export async function findColumn(catalog: Catalog, urn: Urn, asked: string | undefined): Promise<string | undefined> {
  return (await findTarget(catalog, urn, asked)).column;
}

function endingIn(paths: readonly string[], asked: string): string[] {
  const lower = `.${plainPath(asked).toLowerCase()}`;
  return paths.filter((path) => plainPath(path).toLowerCase().endsWith(lower));
}
