/**
 * Mutations on version sets: an entity becomes the latest version of a set, or leaves it.
 */
import { patchEdit, type RawProposal, upsert } from '../../../../catalog/index.ts';
import { badParameter, tooMany } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { urnFrom } from '../../../../model/named.ts';
import type { Urn } from '../../../../model/urn.ts';
import { type GraphContext, type Resolve, type Resolvers, refOf, stampOf, urnOfType, writeAll } from '../../operation.ts';
import { resourcesOf } from '../edits/resources.ts';

const OF_ENTITY = 'versionProperties';
const OF_SET = 'versionSetProperties';
/** Sort ids that are made here: eight letters, counted upwards. */
const SCHEME = 'ALPHANUMERIC_GENERATED_BY_DATAHUB';
const FIRST = 'AAAAAAAA';
const MOST_VERSIONS = 10_000;

/** AAAAAAAA, AAAAAAAB, …, AAAAAAAZ, AAAAAABA. Another kind of id gets a letter more, which is later in every order of texts. */
function nextSortId(last: string): string {
  if (!/^[A-Z]+$/.test(last)) return `${last}A`;
  const ended = /Z*$/.exec(last)?.[0].length ?? 0;
  if (ended === last.length) return `${last}A`;
  const at = last.length - ended - 1;
  return `${last.slice(0, at)}${String.fromCharCode(last.charCodeAt(at) + 1)}${'A'.repeat(ended)}`;
}

function latestMark(urn: Urn, isLatest: boolean): RawProposal {
  return patchEdit(urn.text, OF_ENTITY, [{ op: 'add', path: '/isLatest', value: isLatest }]);
}

async function stored({ loaders, catalog: { model } }: GraphContext, set: Urn): Promise<{ latest: Urn; sortId: string } | undefined> {
  const properties = await loaders.value(set, OF_SET);
  if (typeof properties?.latest !== 'string') return undefined;
  const latest = urnFrom(model, properties.latest);
  return { latest, sortId: String((await loaders.value(latest, OF_ENTITY))?.sortId ?? FIRST) };
}

/** Null if the entity is in the set already. */
const linkVersion: Resolve<Arguments['linkAssetVersion']> = async (_, { input }, context) => {
  const set = urnOfType(context.catalog.model, input.versionSet, 'versionSet');
  const [resource] = await resourcesOf(context, [{ resourceUrn: input.linkedEntity }]);
  const entity = resource?.urn;
  if (!entity?.type.aspects.has(OF_ENTITY) || set.parts[1] !== entity.type.name)
    throw badParameter('/input/linkedEntity', `an entity of the type of the set, ${set.parts[1]}`, input.linkedEntity);
  const own = (await context.loaders.value(entity, OF_ENTITY))?.versionSet;
  if (own === set.text) return null;
  if (typeof own === 'string') throw badParameter('/input/linkedEntity', `an entity that is in no version set; this one is in ${own}`, entity.text);
  const before = await stored(context, set);
  const stamp = stampOf(context.actor);
  const ofSource = typeof input.sourceTimestamp === 'number' && { time: input.sourceTimestamp, actor: input.sourceCreator ?? context.actor };
  await writeAll(context, [
    {
      ...upsert(entity.text, OF_ENTITY, {
        versionSet: set.text,
        version: { versionTag: input.version },
        sortId: before ? nextSortId(before.sortId) : FIRST,
        versioningScheme: SCHEME,
        isLatest: true,
        metadataCreatedTimestamp: stamp,
        ...(ofSource && { sourceCreatedTimestamp: ofSource }),
        ...(input.comment && { comment: input.comment }),
      }),
      onlyWith: entity.text,
    },
    ...(before && before.latest.text !== entity.text ? [latestMark(before.latest, false)] : []),
    upsert(set.text, OF_SET, { latest: entity.text, versioningScheme: SCHEME }),
  ]);
  return refOf(set);
};

/** The version before becomes the latest. A set without versions is deleted. Null if the entity was in no set, or in another. */
const unlinkVersion: Resolve<Arguments['unlinkAssetVersion']> = async (_, { input }, context) => {
  const { catalog, loaders, budget } = context;
  const entity = urnFrom(catalog.model, input.unlinkedEntity ?? '');
  const own = (await loaders.value(entity, OF_ENTITY))?.versionSet;
  if (typeof own !== 'string' || (input.versionSet && input.versionSet !== own)) return null;
  const set = urnOfType(catalog.model, own, 'versionSet');
  const before = await stored(context, set);
  const gone: RawProposal = { entityUrn: entity.text, aspectName: OF_ENTITY, changeType: 'DELETE' };
  if (before?.latest.text !== entity.text) {
    await writeAll(context, [gone]);
    return refOf(set);
  }
  const { related, total } = await budget.list(() => catalog.related(set, 'INCOMING', ['VersionOf'], 0, MOST_VERSIONS));
  if (total > related.length) throw tooMany('/input/versionSet', `${MOST_VERSIONS} versions in a set whose latest one is taken out`, total);
  const others = related.map(({ urn }) => urnFrom(catalog.model, urn)).filter(({ text }) => text !== entity.text);
  const ids = await Promise.all(others.map(async (urn) => ({ urn, id: String((await loaders.value(urn, OF_ENTITY))?.sortId ?? '') })));
  const last = ids.sort((a, b) => (a.id < b.id ? 1 : -1))[0]?.urn;
  const rest: RawProposal[] = last
    ? [latestMark(last, true), { ...upsert(set.text, OF_SET, { latest: last.text, versioningScheme: SCHEME }), onlyWith: set.text }]
    : [{ entityUrn: set.text, aspectName: set.type.key.name, changeType: 'DELETE' }];
  await writeAll(context, [gone, ...rest]);
  return last ? refOf(set) : null;
};

export const versionSets: Resolvers = { Mutation: { linkAssetVersion: linkVersion, unlinkAssetVersion: unlinkVersion } };
