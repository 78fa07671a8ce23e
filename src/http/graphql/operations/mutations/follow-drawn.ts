/**
 * Who draws an edge follows what holds it: a program that does not know the edge takes it away with its next whole value, and the inbox tells
 * (docs/semantics.md 8.3).
 */
import { isServiceAccount, mergeOf, names } from '../../../../catalog/index.ts';
import { COMMIT_TIME } from '../../../../commit-time.ts';
import { Refusal } from '../../../../errors.ts';
import { isRecord } from '../../../../model/path.ts';
import { numberIn } from '../../../../model/pick.ts';
import type { Model } from '../../../../model/types.ts';
import { type GraphContext, refNamed } from '../../operation.ts';

const FOLLOWING = 'corpUserFollowing';

interface Following {
  readonly follows: readonly { readonly entity?: string }[];
}

/** It is a write of its own, since conditions of the request are about the edges. These are drawn already, so that no refusal of it is told. */
export async function followDrawn(context: Pick<GraphContext, 'catalog' | 'loaders' | 'actor'>, urns: readonly string[]): Promise<void> {
  if (urns.length === 0 || isServiceAccount(context.actor)) return;
  try {
    await follow(context, urns);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function follow({ catalog, loaders, actor }: Parameters<typeof followDrawn>[0], urns: readonly string[]): Promise<void> {
  const reader = refNamed(catalog.model, actor);
  if (!reader || !(await loaders.exists(reader.read))) return;
  const [nameOf, most] = [await names(catalog, urns), mostFollowed(catalog.model)];
  const following = mergeOf<Following>(actor, FOLLOWING, (before) => {
    const follows = before?.follows ?? [];
    const added = urns.filter((urn) => !follows.some(({ entity }) => entity === urn)).slice(0, Math.max(0, most - follows.length));
    if (added.length === 0) return undefined;
    return { ...before, follows: [...follows, ...added.map((entity) => ({ id: entity, title: nameOf(entity).name, since: COMMIT_TIME, entity }))] };
  });
  await catalog.write({ proposals: [{ ...following, follows: true }], together: true, actor });
}

/** How much the model lets somebody follow. */
function mostFollowed(model: Model): number {
  const fields = model.aspects.get(FOLLOWING)?.schema.properties;
  return numberIn(isRecord(fields) ? fields.follows : undefined, 'maxItems') ?? Number.POSITIVE_INFINITY;
}
