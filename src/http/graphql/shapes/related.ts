/**
 * The rule `@related`: the entities at the other ends of relationships, a page of them.
 */
import { getNamedType, getNullableType, isListType } from 'graphql';
import { type EntityRef, type Resolve, refNamed } from '../operation.ts';
import { listField, type RuleParts, texts } from './rule-parts.ts';

interface Page {
  readonly start?: number | null;
  readonly count?: number | null;
}

const COUNT = 20;
const MOST = 10_000;

/** A field of a type with `start`, `count`, `total` and one list; or the first entity alone. */
export function relatedRule({ schema, field, args }: RuleParts): Resolve<never> {
  const types = texts(args.types);
  const direction = args.direction === 'OUTGOING' ? 'OUTGOING' : 'INCOMING';
  const named = getNamedType(field.type).name;
  const paged = schema.getType(named)?.astNode?.kind === 'ObjectTypeDefinition' && hasPage(schema, named);
  const into = paged ? listField(schema, named) : undefined;
  const list = isListType(getNullableType(field.type));
  const resolve: Resolve<Page & { input?: Page | null }, EntityRef> = async ({ read }, asked, { catalog, loaders }) => {
    const { start, count } = pageOf(asked.input ?? asked, into === undefined && !list ? 1 : COUNT);
    const { total, related } = await loaders.related(read, { direction, types }, start, count);
    const found = related.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null);
    if (into === undefined) return list ? found : (found[0] ?? null);
    return { start, count: found.length, total, [into]: found };
  };
  return resolve as Resolve<never>;
}

function hasPage(schema: RuleParts['schema'], name: string): boolean {
  const type = schema.getType(name);
  return type !== undefined && 'getFields' in type && Object.hasOwn(type.getFields(), 'total');
}

function pageOf({ start, count }: Page, otherwise: number): { start: number; count: number } {
  return { start: Math.max(0, start ?? 0), count: Math.min(Math.max(0, count ?? otherwise), MOST) };
}
