/**
 * How much of the catalog is described, owned, in a domain and tagged.
 */
import { type AnswerOf, type CoverageInput, coverageQuery } from '../../generated/queries.ts';
import { typeWords } from '../data/words.ts';
import { settings } from '../settings.ts';
import { graphql } from './client.ts';
import { lookUpName } from './names.ts';
import { typeOfUrn } from './urn.ts';

type CoverageAnswer = AnswerOf<typeof coverageQuery>['found'];

interface CoveragePart extends Omit<CoverageAnswer['parts'][number], '__typename'> {
  readonly name: string;
  /** Of an entity type: its constant in GraphQL. */
  readonly type?: string | undefined;
}

export interface Coverage extends Omit<CoverageAnswer, 'parts'> {
  readonly parts: readonly CoveragePart[];
}

/** @param of URN of a part: the days of this one @param days so many days back */
export async function readCoverage(by: CoverageInput['by'], of: string | undefined, days: number, signal?: AbortSignal): Promise<Coverage> {
  const { found } = await graphql(coverageQuery, { input: { by, urn: of, days } }, signal);
  const parts = found.parts.map(async (part): Promise<CoveragePart> => {
    const type = typeNamed(part.urn);
    return { ...part, type, name: type === undefined ? await lookUpName(part.urn) : typeWords(type, 2) };
  });
  return { ...found, parts: await Promise.all(parts) };
}

/** The constant of the type that a URN of an entity type stands for. */
function typeNamed(urn: string): string | undefined {
  return typeOfUrn(urn) === 'entityType' ? settings.types[urn.slice(urn.lastIndexOf('.') + 1)]?.graphql : undefined;
}
