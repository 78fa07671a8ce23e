/**
 * Suggestions of changes. The core decides who may accept them.
 */
import DataLoader from 'dataloader';
import type { Catalog } from '../../../catalog/index.ts';
import { badParameter } from '../../../errors.ts';
import type { Arguments } from '../../../generated/arguments.ts';
import { linkPartsOf } from '../../../model/parts.ts';
import { isRecord } from '../../../model/path.ts';
import { textsIn } from '../../../model/pick.ts';
import { costing } from '../cost.ts';
import type { GraphContext, Resolve, Resolvers } from '../operation.ts';
import { wayOf } from './edits/owners.ts';

type SuggestedEdits = Parameters<Catalog['suggestions']['suggest']>[1]['changes'];
type SuggestionInput = Arguments['suggestChange']['input']['changes'];
type StoredSuggestion = Parameters<Catalog['suggestions']['preview']>[1][number];
type Preview = Awaited<ReturnType<Catalog['suggestions']['preview']>>[number];

/** A rehearsal of a write. */
const PREVIEW_COST = 10;

const suggestions: Resolve<Arguments['suggestions']> = (_, { urn, start }, { catalog, actor }) => {
  if (typeof start === 'number' && start < 0) throw badParameter('/start', 'a whole number from 0 on', start);
  return catalog.suggestions.list(actor, urn ?? undefined, start ?? 0);
};

const suggestChange: Resolve<Arguments['suggestChange']> = (_, { input: { urn, column, changes, reason } }, { catalog, actor }) => {
  const said = { column: column ?? undefined, reason: reason?.trim() || undefined };
  return catalog.suggestions.suggest(actor, { urn, ...said, changes: changesOf(catalog, changes) });
};

const decideSuggestion: Resolve<Arguments['decideSuggestion']> = async (_, { input: { urn, accept, note } }, { catalog, actor, loaders }) => {
  const decided = await catalog.suggestions.decide(actor, { urn, accept, note: note?.trim() || undefined });
  loaders.forget();
  return decided;
};

const previews = new WeakMap<GraphContext, DataLoader<StoredSuggestion, Preview | undefined>>();

/** Those of a list are tried together. */
const preview: Resolve<Record<string, never>, StoredSuggestion> = (suggestion, _, context) => {
  const { catalog, actor } = context;
  const loader =
    previews.get(context) ?? new DataLoader((list: readonly StoredSuggestion[]) => catalog.suggestions.preview(actor, list), { cache: false });
  previews.set(context, loader);
  return loader.load(suggestion);
};

/** Without what is null. */
function changesOf({ model }: Catalog, input: SuggestionInput): SuggestedEdits {
  const { description, owners } = input;
  const text = description && valueIn(description);
  if (text?.set?.trim() === '') throw badParameter('/input/changes/description/set', 'a text, or unset: true', text.set);
  const byName: Readonly<Record<string, unknown>> = { ...input };
  const links = linkPartsOf(model).flatMap(({ name, shape }) => {
    const change = byName[name];
    return isRecord(change) ? [[name, shape === 'link' ? valueIn(change) : { add: textsIn(change, 'add'), remove: textsIn(change, 'remove') }]] : [];
  });
  return {
    ...(text && { description: text }),
    ...Object.fromEntries(links),
    ...(owners && {
      owners: {
        add: (owners.add ?? []).map(({ owner, type, typeUrn }) => ({ owner, ...wayOf(model, type ?? 'TECHNICAL_OWNER', typeUrn) })),
        remove: owners.remove ?? [],
      },
    }),
  };
}

function valueIn({ set, unset }: { readonly set?: unknown; readonly unset?: unknown }): { set?: string; unset?: true } {
  return { ...(typeof set === 'string' && { set }), ...(unset === true && { unset }) };
}

export const suggested: Resolvers = {
  Query: { suggestions },
  Mutation: { suggestChange, decideSuggestion },
  SuggestedChange: { preview: costing(PREVIEW_COST, preview) },
};
