/**
 * Types that show an entity without being one: known clients read another `type` of it than that of its entity type.
 */
import type { GraphQLObjectType } from 'graphql';
import { directiveOf } from './merge.ts';

/** The name of the entity type that a type shows. */
export function shownBy({ astNode }: GraphQLObjectType): string | undefined {
  const directive = directiveOf(astNode);
  return directive?.name === 'shows' ? String(directive.args.type) : undefined;
}

/** Do objects of the type stand for an entity? */
export function isOfEntity(type: GraphQLObjectType): boolean {
  return shownBy(type) !== undefined || type.getInterfaces().some(({ name }) => name === 'Entity');
}
