/**
 * The versions of aspects of a store that is being made: each is a row in a file, and a place in memory.
 */
import type { Changes, StoredAspect, VersionRow } from '../changes.ts';
import { ownProperties, storedAspect } from '../stored-aspect.ts';
import type { Entities, Entity, Version } from './entities.ts';
import { type FinishedTable, makeTable } from './table.ts';

export interface Versions {
  /** The latest versions of an entity. @param names undefined: all */
  latest(entity: Entity, names: ReadonlySet<string> | undefined): Map<string, StoredAspect>;
  apply(changes: Changes): void;
  /** The nodes, the edges from entities to them, and the edges between them. */
  finish(): { readonly nodes: FinishedTable; readonly held: FinishedTable; readonly previous: FinishedTable };
}

const COLUMNS = [
  ':ID(Aspect)',
  'name:string',
  'seq:long',
  'value:string',
  'at:long',
  'by:string',
  'firstAt:long',
  'firstBy:string',
  'meta:string',
  'run:string',
  'runId:string',
];
const META = COLUMNS.indexOf('meta:string');
const RUN_ID = COLUMNS.indexOf('runId:string');

export function makeVersions(folder: string, entities: Entities): Versions {
  const table = makeTable(folder, 'aspects', COLUMNS);
  let nodes = 0;

  function append(row: VersionRow): void {
    const { aspects } = entities.byId(row.id);
    const before = aspects.get(row.name);
    if (before) takeRun(before.at(-1));
    const { name, seq, value, at, by, runId } = row;
    const { firstAt, firstBy, meta } = ownProperties(row);
    const place = table.add([nodes, name, seq, value, at, by, firstAt, firstBy, meta, runId, runId]);
    const version: Version = { node: nodes++, seq, place, named: runId !== null };
    if (before) before.push(version);
    else aspects.set(name, [version]);
  }

  /** Only latest versions carry `runId`. */
  function takeRun(version: Version | undefined): void {
    if (!version?.named) return;
    rewrite(version, RUN_ID, undefined);
    version.named = false;
  }

  function rewrite(version: Version, column: number, text: string | undefined): void {
    const fields = table.read(version.place);
    fields[column] = text;
    table.drop(version.place);
    version.place = table.add(fields);
  }

  function end({ id, name, at }: Changes['endedAspects'][number]): void {
    const entity = entities.byId(id);
    const versions = entity.aspects.get(name);
    if (!versions) return;
    takeRun(versions.at(-1));
    entity.ended ??= [];
    entity.ended.push({ name, until: at, versions });
    entity.aspects.delete(name);
  }

  function retire({ id, name, below }: Changes['retired'][number]): void {
    const versions = entities.byId(id).aspects.get(name) ?? [];
    const kept = versions.findIndex(({ seq }) => seq >= below);
    for (const { place } of versions.splice(0, Math.max(kept, 0))) table.drop(place);
  }

  return {
    latest(entity, names) {
      const found = new Map<string, StoredAspect>();
      for (const [name, versions] of entity.aspects) {
        const newest = versions.at(-1);
        if (newest && (names === undefined || names.has(name))) found.set(name, readBack(table.read(newest.place)));
      }
      return found;
    },
    apply(changes) {
      for (const row of changes.endedAspects) end(row);
      for (const { id, name, meta } of changes.metadataUpdates) {
        const newest = entities.byId(id).aspects.get(name)?.at(-1);
        if (newest) rewrite(newest, META, meta);
      }
      for (const row of changes.firstVersions) append(row);
      for (const row of changes.versions.flat()) append(row);
      for (const row of changes.retired) retire(row);
    },
    finish() {
      const held = makeTable(folder, 'held', [':START_ID(Entity)', ':END_ID(Aspect)', ':TYPE', 'name:string', 'until:long']);
      const previous = makeTable(folder, 'previous', [':START_ID(Aspect)', ':END_ID(Aspect)']);
      const chain = (versions: readonly Version[]): number => {
        for (let index = 1; index < versions.length; index++) previous.add([versions[index]?.node, versions[index - 1]?.node]);
        return versions.at(-1)?.node ?? 0;
      };
      for (const { id, aspects, ended = [] } of entities.all()) {
        for (const versions of aspects.values()) held.add([id, chain(versions), 'LATEST', undefined, undefined]);
        for (const { name, until, versions } of ended) held.add([id, chain(versions), 'ENDED', name, until]);
      }
      return { nodes: table.finish(), held: held.finish(), previous: previous.finish() };
    },
  };
}

function readBack([, name = '', seq, value = '', at, by = '', firstAt, firstBy, meta, run]: (string | undefined)[]): StoredAspect {
  return storedAspect([
    name,
    Number(seq),
    value,
    Number(at),
    by,
    firstAt === undefined ? null : Number(firstAt),
    firstBy ?? null,
    meta ?? null,
    run ?? null,
  ]);
}
