/**
 * Mutations on what a user has set and done: settings of the sender, steps of guides.
 */
import { type EditOperation, patchEdit, type RawProposal } from '../../../../catalog/index.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { valueOf } from '../../../../model/json.ts';
import { urnFrom } from '../../../../model/named.ts';
import { isRecord } from '../../../../model/path.ts';
import { pointerText } from '../../../../model/pointer.ts';
import { type GraphContext, type Resolve, type Resolvers, stampOf, writeAll } from '../../operation.ts';
import { edit, namedUrns } from '../edits/resources.ts';

const SETTINGS = 'corpUserSettings';
const FIELDS: Readonly<Record<string, string>> = { SHOW_SIMPLIFIED_HOMEPAGE: 'showSimplifiedHomepage', SHOW_THEME_V2: 'showThemeV2' };

/** Settings of the sender, who need not be stored yet. Their aspect always has an appearance. */
async function setOwn(context: GraphContext, operation: EditOperation): Promise<true> {
  const urn = urnFrom(context.catalog.model, context.actor);
  const stored = await context.loaders.value(urn, SETTINGS);
  const patch: EditOperation[] = [...(stored ? [] : [{ op: 'add' as const, path: '/appearance', value: {} }]), operation];
  const { onlyWith: _, ...own } = patchEdit(urn.text, SETTINGS, patch);
  return edit(context, [own]);
}

const updateUserSetting: Resolve<Arguments['updateUserSetting']> = (_, { input }, context) =>
  setOwn(context, { op: 'add', path: pointerText(['appearance', FIELDS[input.name] ?? '']), value: input.value });

/** Without a view: none is chosen. */
const updateUserView: Resolve<Arguments['updateCorpUserViewsSettings']> = async (_, { input }, context) => {
  const [defaultView] = await namedUrns(context, input.defaultView ? [input.defaultView] : [], ['dataHubView'], '/input/defaultView');
  return setOwn(context, { op: 'add', path: '/views', value: defaultView === undefined ? {} : { defaultView } });
};

/**
 * A page stays until another one replaces it or it is removed, also by an input that names nothing: then the reader has that of everybody.
 * Announcements join those that are dismissed.
 */
const updateHomePage: Resolve<Arguments['updateUserHomePageSettings']> = async (_, { input }, context) => {
  const { loaders, actor, catalog } = context;
  const stored = (await loaders.value(urnFrom(catalog.model, actor), SETTINGS))?.homePage;
  const kept = isRecord(stored) ? stored : {};
  const before = Array.isArray(kept.dismissedAnnouncements) ? kept.dismissedAnnouncements : [];
  const [chosen] = await namedUrns(context, input.pageTemplate ? [input.pageTemplate] : [], ['dataHubPageTemplate'], '/input/pageTemplate');
  const isEmpty = Object.keys(input).length === 0;
  const isRemoved = isEmpty || input.removePageTemplate === true || input.pageTemplate === null;
  const pageTemplate = chosen ?? (isRemoved ? undefined : kept.pageTemplate);
  const dismissed = [...new Set([...before, ...(input.newDismissedAnnouncements ?? [])])].filter((each) => each !== null);
  const value = { ...(pageTemplate !== undefined && { pageTemplate }), ...(dismissed.length > 0 && { dismissedAnnouncements: dismissed }) };
  return setOwn(context, { op: 'add', path: '/homePage', value });
};

const updateStepStates: Resolve<Arguments['batchUpdateStepStates']> = async (_, { input }, context) => {
  const { model } = context.catalog;
  const proposals = input.states.map(({ id, properties }): RawProposal => {
    const pairs = properties.flatMap((each) => (each ? [[each.key, each.value ?? '']] : []));
    const value = valueOf({ properties: Object.fromEntries(pairs), lastModified: stampOf(context.actor) });
    return { entityUrn: `${model.names.urnPrefix}dataHubStepState:${id}`, aspectName: 'dataHubStepStateProperties', changeType: 'UPSERT', value };
  });
  await writeAll(context, proposals);
  return { results: input.states.map(({ id }) => ({ id, succeeded: true })) };
};

export const userSettings: Resolvers = {
  Mutation: {
    updateUserSetting,
    updateCorpUserViewsSettings: updateUserView,
    updateUserHomePageSettings: updateHomePage,
    batchUpdateStepStates: updateStepStates,
  },
};
