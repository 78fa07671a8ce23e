/**
 * `POST /openapi/v3/entity/{entityName}/batchGet` and `POST /openapi/v2/entity/batch/{entityName}` (docs/semantics.md 13.3).
 */
import type { Catalog } from '../../catalog/index.ts';
import { conditionOfRead, missingUrn, Refusal, tooMany } from '../../errors.ts';
import type { Value } from '../../model/json.ts';
import { aspectNamed, entityTypeOrRefuse, ofType, urnFrom } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { mapInSlices } from '../../slices.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { asOfParam } from '../request/as-of.ts';
import { resolveAspects } from '../request/aspect-names.ts';
import { flag, listOf, MOST_NAMES, MOST_URNS, paramsOf, text } from '../request/params.ts';
import { flagParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { listIn, readJsonBody } from './body.ts';
import { type AspectText, type EntityAnswer, entitiesText, envelope } from './envelope.ts';
import { membersOf } from './json-parts.ts';
import { pointUpTo, stateAt, versionFrom } from './read-aspect.ts';
import { readEntityAnswers } from './read-entity-answers.ts';
import { typeNamed } from './target.ts';

interface WantedEntity {
  readonly urn: Urn;
  /** If undefined: all. */
  readonly names: readonly string[] | undefined;
  /** Versions by aspect, if `If-Version-Match` asks for them. */
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * `[{urn, <aspect>: {headers?}}]`: entities that do not exist are missing in the answer. Of the type `generic` also `{<type>: [{urn, …}]}`, which
 * is answered in the same form.
 */
export async function batchGet(context: Context, catalog: Catalog): Promise<void> {
  const type = typeNamed(catalog.model, /^\/openapi\/v3\/entity\/([^/]+)\/batchGet/.exec(context.path)?.[1] ?? '');
  const body = await readJsonBody(context);
  if (type || !isRecord(body.json))
    return sendJson(context, await entitiesText('v3', await entitiesIn(context, catalog, type, await listIn(body, 'entities', MOST_URNS))));
  const total = Object.values(body.json).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
  if (total > MOST_URNS) throw tooMany('', `${MOST_URNS} entities`, total);
  const found: [string, string][] = [];
  for (const [name, list] of membersOf(body)) {
    const of = entityTypeOrRefuse(catalog.model, name, `/${name}`);
    const items = await listIn(list, 'entities', MOST_URNS);
    found.push([name, await entitiesText('v3', await entitiesIn(context, catalog, of, items, `/${name}`))]);
  }
  sendJson(context, objectText(found));
}

async function entitiesIn(
  context: Context,
  catalog: Catalog,
  type: EntityTypeSpec | undefined,
  items: readonly Value[],
  pointer = '',
): Promise<EntityAnswer[]> {
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const asOf = await asOfParam(context, catalog);
  const asked = await mapInSlices(items, ({ json }, index) => askedFor(catalog.model, type, json, `${pointer}/${index}`));
  const all = asked.some(({ names }) => names === undefined);
  const union = all ? undefined : [...new Set(asked.flatMap(({ names = [] }) => names))];
  const views = await catalog.read(
    asked.map(({ urn }) => urn),
    union,
    asOf,
  );
  const there = views.flatMap((view, index) => (view.exists ? [{ view, ...(asked[index] as WantedEntity) }] : []));
  const latest = await readEntityAnswers(catalog, there, withMetadata, asOf);
  return Promise.all(
    there.map(async ({ urn, versions }, index) => {
      const now = latest[index]?.aspects ?? [];
      if (versions.size === 0) return { urn: urn.text, aspects: now };
      const aspects = now.map((aspect) => atVersion(catalog, urn, aspect, versions, withMetadata, asOf));
      return { urn: urn.text, aspects: (await Promise.all(aspects)).flat() };
    }),
  );
}

function askedFor(model: Model, type: EntityTypeSpec | undefined, item: unknown, pointer: string): WantedEntity {
  if (!isRecord(item) || typeof item.urn !== 'string') throw missingUrn(pointer);
  const urn = ofType(type, urnFrom(model, item.urn, `${pointer}/urn`), `${pointer}/urn`);
  const aspects = Object.entries(item).filter(([name]) => name !== 'urn');
  const versions = new Map<string, number>();
  const names = aspects.map(([name, wanted]) => {
    const aspect = aspectNamed(urn.type, name, `${pointer}/${name}`).name;
    const headers = isRecord(wanted) && isRecord(wanted.headers) ? Object.entries(wanted.headers) : [];
    const unknown = headers.find(([header]) => header.toLowerCase() !== 'if-version-match');
    if (unknown) {
      const at = `${pointer}/${name}/headers/${unknown[0]}`;
      throw conditionOfRead(at, unknown[1]);
    }
    const [header, version] = headers[0] ?? [];
    if (version !== undefined)
      versions.set(
        aspect,
        versionFrom(typeof version === 'object' ? JSON.stringify(version) : String(version), `${pointer}/${name}/headers/${header}`),
      );
    return aspect;
  });
  return { urn, names: names.length === 0 ? undefined : names, versions };
}

/** Leaves out aspects that do not have the requested version. */
async function atVersion(
  catalog: Catalog,
  urn: Urn,
  latest: AspectText,
  versions: ReadonlyMap<string, number>,
  withMetadata: boolean,
  asOf: number | undefined,
): Promise<AspectText[]> {
  const [name] = latest;
  const version = versions.get(name);
  const aspect = urn.type.aspects.get(name);
  if (version === undefined || version === 0 || !aspect) return [latest];
  try {
    if (aspect.kind === 'timeseries')
      return [[name, objectText(await pointUpTo(catalog, urn, aspect, Math.min(version, asOf ?? version), withMetadata))]];
    return [envelope(name, await stateAt(catalog, urn, aspect, version, asOf), withMetadata)];
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'notFound') return [];
    throw error;
  }
}

const read = paramsOf('entity/batch', { urns: listOf(text, MOST_URNS) }, { aspectNames: listOf(text, MOST_NAMES), withSystemMetadata: flag });

/** `{urns, aspectNames, withSystemMetadata}` → `{entities: [{urn, aspects}]}` */
export async function batchGetV2(context: Context, catalog: Catalog): Promise<void> {
  const type = typeNamed(catalog.model, /^\/openapi\/v2\/entity\/batch\/([^/]+)/.exec(context.path)?.[1] ?? '');
  const { urns, aspectNames = [], withSystemMetadata = false } = read((await readJsonBody(context)).json);
  const asOf = await asOfParam(context, catalog);
  const names = aspectNames.length === 0 ? undefined : resolveAspects(catalog.model, aspectNames);
  const views = await catalog.read(
    await mapInSlices(urns, (urn, index) => ofType(type, urnFrom(catalog.model, urn, `/urns/${index}`), `/urns/${index}`)),
    names,
    asOf,
  );
  const there = views.filter(({ exists }) => exists).map((view) => ({ view, names }));
  const entities = await readEntityAnswers(catalog, there, String(withSystemMetadata) === 'true', asOf);
  sendJson(context, objectText([['entities', await entitiesText('v2', entities)]]));
}
