/**
 * Verification of siblings: those that lineage says must be there, and no others of Cairn's (docs/semantics.md 8.7). They follow writes, so they are
 * compared while nothing waits to be followed.
 */
import { readHead } from '../../../graph/commit-log.ts';
import type { Graph } from '../../../graph/driver.ts';
import { LINKING, readFollower } from '../../../graph/followers.ts';
import type { EntityReader } from '../../../graph/read.ts';
import { SIBLINGS } from '../../../model/known-names.ts';
import type { Model } from '../../../model/types.ts';
import { linksDue } from '../link-siblings.ts';
import type { Finding } from './difference.ts';

interface LinkVerifyParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
}

export async function linkFindings(parts: LinkVerifyParts, urns: readonly string[]): Promise<Finding[]> {
  const head = await readHead(parts.graph);
  if ((await readFollower(parts.graph, LINKING, head)) !== head.seq) return [];
  const due = (await linksDue(parts, urns)).filter(({ entityUrn = '' }) => urns.includes(entityUrn));
  if (due.length === 0) return [];
  const rows = await parts.reader(urns, [SIBLINGS]);
  return due.map(({ entityUrn: urn = '', value }) => ({
    difference: {
      ...{ what: 'siblings', urn, aspect: SIBLINGS, expected: value?.text ?? 'none' },
      got: rows.get(urn)?.latest[0]?.value ?? 'none',
    },
    // Whatever is indexed again is linked again.
    repair: { kind: 'document', urn },
  }));
}
