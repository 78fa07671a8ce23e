/**
 * Keeps the siblings of entities as their lineage says (assets/sibling-links.ts). Whatever of two entities comes first, or goes: each is looked at
 * again with all that it may be linked with.
 */
import type { Graph } from '../../graph/driver.ts';
import { findLinked } from '../../graph/linked.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';
import { SIBLING_OF, SIBLINGS, STATUS } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, knownUrns, parseUrn, type Urn } from '../../model/urn.ts';
import { dbtPrefix, LINKING_ASPECTS, type LinkedEntity, linkDue, mayHaveSiblings, partnerOf, siblingsNamed } from '../assets/sibling-links.ts';
import { stateOf } from '../write/draft.ts';
import type { RawProposal } from '../write/proposal.ts';

interface LinkParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
}

/** The entities whose siblings these entries may change, or those of others. */
export function mayRelink(model: Model, entries: readonly Pick<LogEntry, 'urn' | 'aspect'>[]): string[] {
  // An entry without an aspect has the entity indexed again: what is damaged is repaired so.
  const deciding = new Set<string>([...LINKING_ASPECTS, STATUS, '']);
  const urns = entries.flatMap(({ urn: text, aspect }) => {
    const urn = parseUrn(model, text);
    const concerns = !isProblem(urn) && mayHaveSiblings(urn) && (deciding.has(aspect) || aspect === urn.type.key.name);
    return concerns ? [urn.text] : [];
  });
  return [...new Set(urns)];
}

/** The writes that give these entities, and those that they are tied to, the siblings that they should have. */
export async function linksDue(parts: LinkParts, urns: readonly string[]): Promise<RawProposal[]> {
  const { model } = parts;
  const near = await around(parts, urns);
  const tied = [...near].flatMap(([, { own, others }]) => others.filter((other) => areTied(model, own, other)).map((other) => other.urn.text));
  const further = [...new Set(tied)].filter((urn) => !near.has(urn));
  const all = [...near.values(), ...(further.length === 0 ? [] : await around(parts, further)).values()];
  return all.flatMap(({ own, others }) => linkDue(model, own, others) ?? []);
}

function areTied(model: Model, one: LinkedEntity, other: LinkedEntity): boolean {
  const names = (a: LinkedEntity, b: LinkedEntity): boolean => siblingsNamed(model, a).includes(b.urn.text) || partnerOf(model, a) === b.urn.text;
  return names(one, other) || names(other, one);
}

interface Surroundings {
  readonly own: LinkedEntity;
  /** All that may be its siblings, or were. */
  readonly others: readonly LinkedEntity[];
}

/** Each of these entities with what it may be linked with. */
async function around({ model, graph, reader }: LinkParts, texts: readonly string[]): Promise<Map<string, Surroundings>> {
  const found = new Map<string, readonly string[]>();
  const asking = knownUrns(model, texts).filter(mayHaveSiblings);
  for (const type of new Set(asking.map((urn) => urn.type))) {
    const urns = asking.filter((urn) => urn.type === type).map(({ text }) => text);
    const lineage = [...type.aspects.values()].flatMap(({ relationships }) => relationships.filter((each) => each.lineage).map(({ name }) => name));
    const asked = { urns, dbt: dbtPrefix(model, type.name), sibling: SIBLING_OF, lineage, aspect: SIBLINGS };
    for (const [urn, others] of await findLinked(graph, asked)) found.set(urn, others);
  }
  if (found.size === 0) return new Map();
  const known = new Map(
    knownUrns(
      model,
      [...found].flatMap(([urn, others]) => [urn, ...others]),
    )
      .filter(mayHaveSiblings)
      .map((urn) => [urn.text, urn]),
  );
  const rows = await reader([...known.keys()], [...LINKING_ASPECTS]);
  const entityOf = (text: string): LinkedEntity[] => {
    const urn = known.get(text);
    return urn ? [linkedEntity(urn, rows.get(text))] : [];
  };
  return new Map([...found].flatMap(([urn, others]) => entityOf(urn).map((own) => [urn, { own, others: others.flatMap(entityOf) }] as const)));
}

function linkedEntity(urn: Urn, row: EntityRow | undefined): LinkedEntity {
  const states = new Map((row?.latest ?? []).map((stored) => [stored.name, stateOf(stored)]));
  const exists = row?.exists === true;
  return { urn, exists, there: exists && row?.removed !== true, state: (aspect) => states.get(aspect) };
}
