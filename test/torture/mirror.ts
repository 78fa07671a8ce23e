/**
 * The latest version of every aspect, as the changes say that a consumer got. A change that is missing, or comes too early, does not fit.
 */
import type { Change } from '../support/changes.ts';
import type { Client } from '../support/client.ts';

export interface Mirror {
  /** Takes the next change. Answers false, and leaves it out, if it is not after the last one. */
  take(change: Change): boolean;
  /** The id of the last change. */
  last(): string;
  complain(sentence: string): void;
  /** What was wrong since the last call, in sentences, and what the catalog says otherwise. */
  differences(client: Client): Promise<string[]>;
}

/** @param who brings the changes; for the sentences */
export function makeMirror(who: string): Mirror {
  /** URN → aspect → latest version. */
  const entities = new Map<string, Map<string, number>>();
  let wrong: string[] = [];
  let last: readonly [number, number] = [0, 0];

  return {
    take({ id, urn, aspect, change, wholeEntity, before, version }) {
      const [seq = 0, count = 0] = id
        .slice(id.indexOf('-') + 1)
        .split('.')
        .map(Number);
      const [lastSeq, lastCount] = last;
      if (seq < lastSeq || (seq === lastSeq && count <= lastCount)) return false;
      last = [seq, count];
      const known = entities.get(urn) ?? new Map<string, number>();
      entities.set(urn, known);
      if (change !== 'point' && before !== known.get(aspect)) {
        wrong.push(`${who}: change ${id} of ${urn} ${aspect}: expected version ${known.get(aspect) ?? 'none'} before it, got ${before ?? 'none'}`);
      }
      if (wholeEntity) entities.delete(urn);
      else if (change === 'delete') known.delete(aspect);
      else if (version !== undefined) known.set(aspect, version);
      return true;
    },
    last: () => last.join('.'),
    complain(sentence) {
      wrong.push(`${who}: ${sentence}`);
    },
    async differences(client) {
      const found = wrong;
      wrong = [];
      for (const [urn, known] of entities) {
        const { aspects } = (await client.entity(urn)).body;
        for (const [name, version] of known) {
          const stored = aspects[name]?.systemMetadata?.version;
          if (stored !== undefined && stored !== String(version)) found.push(`${urn} ${name}: ${who} says version ${version}, the catalog ${stored}`);
        }
      }
      return found;
    },
  };
}
