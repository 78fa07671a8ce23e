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

const PAGE = 500;

/** URNs of all members, in pages; none for what is no URN. */
export async function* membersOf({ model, related }: MemberParts, urn: string, types: readonly string[]): AsyncGenerator<readonly string[]> {
  const read = parseUrn(model, urn);
  if (isProblem(read)) return;
  for (let start = 0; ; start += PAGE) {
    const page = (await related(read, 'INCOMING', types, start, PAGE)).related.map((each) => each.urn);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
  }
}
