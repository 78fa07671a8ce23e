/**
 * Who is in a group or has a role.
 */
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';

/** The relationships of members. */
export const IN_GROUP = ['IsMemberOfGroup', 'IsMemberOfNativeGroup'];
export const IN_ROLE = ['IsMemberOfRole'];

export interface MemberParts {
  readonly model: Model;
  related(
    urn: Urn,
    direction: 'INCOMING',
    types: readonly string[],
    start: number,
    count: number,
  ): Promise<{ readonly related: readonly { readonly urn: string }[] }>;
}

/** URNs of at most so many members; none for what is no URN. */
export async function membersOf({ model, related }: MemberParts, urn: string, types: readonly string[], most: number): Promise<string[]> {
  const read = parseUrn(model, urn);
  if (isProblem(read)) return [];
  return (await related(read, 'INCOMING', types, 0, most)).related.map((each) => each.urn);
}
