/**
 * Fields that known clients read as never null, where an aspect may lack them (docs/graphql.md 2).
 */
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import { type EntityRef, type PartResolver, type Resolve, type Resolvers, refNamed, refOf } from '../operation.ts';
import { ownerOf } from '../schema/owners.ts';

/** The stamp of the part; without one, that of the first or of the last write of the aspect. */
function stamped(aspect: string, stampOf: (part: Readonly<Record<string, unknown>>) => unknown, first = false): PartResolver {
  return async (part, _, { loaders }) => {
    const stamp = stampOf(part);
    if (isRecord(stamp) && typeof stamp.time === 'number') return stamp;
    const owner = ownerOf(part);
    const state = owner && (await loaders.state(owner.entity.read, aspect));
    if (!state) return null;
    return first ? { time: state.firstAt, actor: state.firstBy } : { time: state.at, actor: state.by };
  };
}

/** Made in the source, as the field of changes says. */
const made: Parameters<typeof stamped>[1] = ({ lastModified }) => (isRecord(lastModified) ? lastModified.created : undefined);

/** Of an assertion that names no platform: one that is called so. */
const assertionPlatform: Resolve<never, EntityRef> = async ({ read }, _, { catalog: { model }, loaders, budget }) => {
  const platform = refNamed(model, (await loaders.value(read, 'dataPlatformInstance'))?.platform);
  return budget.named(platform ?? refOf(urnFrom(model, `${model.names.urnPrefix}dataPlatform:unknown`)));
};

export const defaultFields: Resolvers = {
  Assertion: { platform: assertionPlatform },
  Ownership: { lastModified: stamped('ownership', ({ lastModified }) => lastModified) },
  DatasetProperties: { lastModified: stamped('datasetProperties', ({ lastModified }) => lastModified) },
  DashboardInfo: { created: stamped('dashboardInfo', made, true) },
  ChartInfo: { created: stamped('chartInfo', made, true) },
  SchemaField: { recursive: ({ recursive }: { recursive?: boolean }) => recursive ?? false },
  VersionProperties: { aliases: ({ aliases }: { aliases?: readonly unknown[] }) => aliases ?? [] },
  TableSchema: {
    schema: (part: Readonly<Record<string, unknown>>) => part.tableSchema ?? part.rawSchema ?? part.documentSchema ?? part.schema ?? '',
  },
};
