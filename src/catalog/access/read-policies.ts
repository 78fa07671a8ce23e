/**
 * The policies of the store, compiled. The log says whether one has changed since, so that a commit of any server counts for the next request.
 */
import { compilePolicy, type Policies, policiesOf } from '../../access/index.ts';
import { type LogHead, lifeOf, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { urnsOf } from '../read/inventory.ts';
import { jsonOf } from './json-of.ts';

export const POLICY_TYPE = 'dataHubPolicy';
export const POLICY_INFO = 'dataHubPolicyInfo';

const PAGE = 100;

export interface PolicyParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  readonly tail: Pick<RecentCommits, 'after'>;
}

interface Compiled {
  readonly policies: Policies;
  readonly seq: number;
  /** Of the store in which it was read. */
  readonly life: string;
}

/** @returns a function that gives the policies as of the newest commit */
export function makePolicyReader(parts: PolicyParts): () => Promise<Policies> {
  let compiled: Compiled | undefined;
  return async () => {
    const head = await readHead(parts.graph);
    const known = compiled;
    if (!known || known.life !== lifeOf(head) || (await changedSince(parts, known.seq, head))) {
      const policies = await compile(parts);
      compiled = { policies, seq: head.seq, life: lifeOf(head) };
      return policies;
    }
    if (head.seq > known.seq && compiled === known) compiled = { ...known, seq: head.seq };
    return known.policies;
  };
}

/** Has a policy been written since? What the log no longer has may have been one. */
async function changedSince({ model, tail }: PolicyParts, seq: number, head: LogHead): Promise<boolean> {
  const prefix = `${model.names.urnPrefix}${POLICY_TYPE}:`;
  for (let at = seq; at < head.seq; ) {
    const commits = await tail.after(at);
    const last = commits.at(-1);
    if (!last || commits.some(({ entries }) => entries.some(({ urn }) => urn.startsWith(prefix)))) return true;
    at = last.seq;
  }
  return false;
}

async function compile({ model, graph, reader }: PolicyParts): Promise<Policies> {
  const type = model.entityTypes.get(POLICY_TYPE);
  if (!type) return policiesOf([]);
  const canonical = (text: string): string => canonicalUrn(model, text);
  const found = [];
  for (let start = 0; ; start += PAGE) {
    const urns = await urnsOf(model, graph, type, start, PAGE);
    const rows = await reader(urns, [POLICY_INFO]);
    for (const urn of urns) found.push(compilePolicy(urn, jsonOf(rows.get(urn), POLICY_INFO), canonical));
    if (urns.length < PAGE) return policiesOf(found);
  }
}
