/**
 * The history of entities and schemas, as the timeline has it (docs/semantics.md 18.4).
 */
import { categoriesOf, valueIn } from '../../../catalog/index.ts';
import type { Arguments } from '../../../generated/arguments.ts';
import { columnUrn } from '../../../model/column-urn.ts';
import { urnFrom } from '../../../model/named.ts';
import { recordsIn } from '../../../model/pick.ts';
import { costing, SEARCH } from '../cost.ts';
import { type GraphContext, type Resolve, type Resolvers, refOf, urnOfType } from '../operation.ts';
import { owned, ownerOf } from '../schema/owners.ts';

type Transactions = Awaited<ReturnType<GraphContext['catalog']['timeline']>>;
type OfVersions = GraphContext['catalog']['timelineOfVersions'];

const SCHEMA = ['TECHNICAL_SCHEMA'];

/** Oldest first. */
async function changes({ catalog, budget }: GraphContext, text: string, categories: readonly string[]): Promise<Transactions> {
  const found = await budget.list(() => catalog.timeline(urnFrom(catalog.model, text), categories, 0, Number.MAX_SAFE_INTEGER));
  spend(budget, found);
  return found;
}

async function changesOfVersions({ catalog, budget }: GraphContext, text: string, categories: readonly string[]): ReturnType<OfVersions> {
  const found = await budget.list(() => catalog.timelineOfVersions(urnFrom(catalog.model, text), categories, 0, Number.MAX_SAFE_INTEGER));
  spend(budget, found.transactions);
  return found;
}

function spend(budget: GraphContext['budget'], found: Transactions): void {
  budget.spend(found.reduce((sum, { changeEvents }) => sum + changeEvents.length, 0));
}

const timeline: Resolve<Arguments['getTimeline']> = async (_, { input }, context) => {
  const categories = input.changeCategories?.length ? input.changeCategories : categoriesOf(context.catalog.model);
  const { transactions, skipped } = input.includeVersionSet
    ? await changesOfVersions(context, input.urn, categories)
    : { transactions: await changes(context, input.urn, categories), skipped: 0 };
  return {
    skippedVersionCount: skipped,
    changeTransactions: transactions.map(({ timestamp, actor, semVer, changeEvents }) => ({
      timestampMillis: timestamp,
      actor,
      lastSemanticVersion: semVer,
      versionStamp: String(timestamp),
      changeType: changeEvents[0]?.operation ?? null,
      changes: changeEvents.map(({ entityUrn, parameters, ...each }) => ({ ...each, urn: entityUrn, parameters: entriesOf(parameters) })),
    })),
  };
};

function entriesOf(parameters: Readonly<Record<string, unknown>>): { key: string; value: string }[] {
  return Object.entries(parameters).map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value ?? null) }));
}

/** The stamp of a version is its time. */
function versionOf({ semVer, timestamp }: Transactions[number]): object {
  return { semanticVersion: semVer, semanticVersionTimestamp: timestamp, versionStamp: String(timestamp) };
}

/** The newest version first. */
const schemaVersions: Resolve<Arguments['getSchemaVersionList']> = async (_, { input }, context) => {
  const versions = (await changes(context, input.datasetUrn, SCHEMA)).map(versionOf).reverse();
  return { latestVersion: versions[0] ?? null, version: versions[0] ?? null, semanticVersionList: versions };
};

/** For each column of a version (without one: the latest), the latest change up to it. */
const schemaBlame: Resolve<Arguments['getSchemaBlame']> = async (_, { input }, context) => {
  const { catalog } = context;
  const all = await changes(context, input.datasetUrn, SCHEMA);
  const last = input.version ? all.findIndex(({ semVer }) => semVer === input.version) : all.length - 1;
  const upTo = all.slice(0, last + 1);
  const version = upTo.at(-1);
  if (version === undefined) return null;
  const urn = urnFrom(catalog.model, input.datasetUrn, '/input/datasetUrn');
  const [view] = await catalog.read([urn], ['schemaMetadata'], input.version ? version.timestamp : undefined);
  const fields = recordsIn(valueIn(view, 'schemaMetadata'), 'fields');
  const latest = new Map(upTo.flatMap((change) => change.changeEvents.map((event) => [event.modifier, { change, event }] as const)));
  return {
    version: versionOf(version),
    schemaFieldBlameList: fields.flatMap(({ fieldPath }) => {
      const found = latest.get(columnUrn(catalog.model, urn.text, String(fieldPath)));
      if (!found) return [];
      const { change, event } = found;
      const schemaFieldChange = {
        timestampMillis: change.timestamp,
        lastSemanticVersion: change.semVer,
        versionStamp: String(change.timestamp),
        changeType: event.operation,
        lastSchemaFieldChange: event.description,
      };
      return [{ fieldPath, schemaFieldChange }];
    }),
  };
};

/** A dataset as it was at the time that the stamp says; without a stamp as it is. Null if nothing is stored. */
const versionedDataset: Resolve<Arguments['versionedDataset']> = async (_, { urn, versionStamp }, { catalog, budget }) => {
  const read = urnOfType(catalog.model, urn, 'dataset');
  const asOf = versionStamp && /^\d+$/.test(versionStamp) ? Number(versionStamp) : undefined;
  const [view] = await budget.list(() => catalog.read([read], ['schemaMetadata', 'editableSchemaMetadata'], asOf));
  if (!view?.exists) return null;
  const value = (name: string): unknown => {
    const state = view.aspects.find(({ aspect }) => aspect.name === name)?.state;
    if (!state) return null;
    budget.aspect(state.value.text);
    return owned(state.value.json, { entity: refOf(read), version: 0 });
  };
  return { ...refOf(read), schema: value('schemaMetadata'), editableSchemaMetadata: value('editableSchemaMetadata') };
};

/** When the schema was last observed, also if it has not changed. */
const lastObserved: Resolve<never> = async (schema, _, { loaders }) => {
  const owner = ownerOf(schema);
  return owner ? ((await loaders.state(owner.entity.read, 'schemaMetadata'))?.meta.lastObserved ?? null) : null;
};

export const history: Resolvers = {
  Query: {
    getTimeline: costing(SEARCH, timeline),
    getSchemaVersionList: costing(SEARCH, schemaVersions),
    getSchemaBlame: costing(SEARCH, schemaBlame),
    versionedDataset,
  },
  SchemaMetadata: { lastObserved },
};
