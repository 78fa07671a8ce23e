/**
 * The entities of a store that is being made, in memory: what the rules ask about often. Values of aspects are in a file
 * (`versions.ts`).
 */
import type { Changes } from '../changes.ts';
import { ITEMS } from './csv.ts';
import type { FinishedTable, RowPlace } from './table.ts';
import { makeTable } from './table.ts';

/** A version of an aspect. */
export interface Version {
  /** Its node, among those of aspects. */
  readonly node: number;
  readonly seq: number;
  place: RowPlace;
  /** Does it carry `runId`? */
  named: boolean;
}

export interface Entity {
  readonly id: number;
  readonly urn: string;
  /** Absent: it does not exist, only its node does, as the end of an edge. */
  type?: string;
  removed?: boolean | undefined;
  toggled?: number[];
  /** Does an edge lead to its node, or did one? */
  linked?: boolean;
  /** The versions of each aspect, oldest first. */
  readonly aspects: Map<string, Version[]>;
  /** Aspects that are deleted, with the time, and the newest version of each. */
  ended?: { readonly name: string; readonly until: number; readonly versions: readonly Version[] }[];
  /** The edges of each aspect. */
  edges?: Map<string, RowPlace[]>;
  propertyName?: string | undefined;
  badge?: boolean | undefined;
  purge?: string;
}

export interface Entities {
  find(urn: string): Entity | undefined;
  /** Makes the node if it does not exist. */
  node(urn: string): Entity;
  byId(id: number): Entity;
  byPropertyName(name: string): string | undefined;
  badge(): string | undefined;
  apply(changes: Changes): void;
  all(): Iterable<Entity>;
  finish(): FinishedTable;
}

const COLUMNS = [
  ':ID(Entity)',
  ':LABEL',
  'urn:string',
  'type:string',
  'removed:boolean',
  'toggled:long[]',
  'propertyName:string',
  'badge:boolean',
  'purge:string',
  '_l:long',
];

export function makeEntities(folder: string): Entities {
  const byUrn = new Map<string, Entity>();
  const byId: (Entity | undefined)[] = [];
  const names = new Map<string, string>();
  let badge: Entity | undefined;

  function entityOf(id: number): Entity {
    const entity = byId[id];
    if (!entity) throw new Error(`there is no node ${id}`);
    return entity;
  }

  function takeNames({ propertyNames, badges }: Changes): void {
    const givenUpFirst = [...propertyNames].sort((a, b) => Number(a.name !== null) - Number(b.name !== null));
    for (const { id, name } of givenUpFirst) {
      const entity = entityOf(id);
      if (entity.propertyName !== undefined) names.delete(entity.propertyName);
      entity.propertyName = name ?? undefined;
      if (name !== null) names.set(name, entity.urn);
    }
    for (const { id, badge: is } of [...badges].sort((a, b) => Number(a.badge) - Number(b.badge))) {
      const entity = entityOf(id);
      entity.badge = is ?? undefined;
      if (is) badge = entity;
      else if (badge === entity) badge = undefined;
    }
  }

  return {
    find: (urn) => byUrn.get(urn),
    node(urn) {
      let entity = byUrn.get(urn);
      if (!entity) {
        entity = { id: byId.length, urn, aspects: new Map() };
        byUrn.set(urn, entity);
        byId.push(entity);
      }
      return entity;
    },
    byId: entityOf,
    byPropertyName: (name) => names.get(name),
    badge: () => badge?.urn,
    apply(changes) {
      for (const { id, born, removed, at } of changes.entities) {
        const entity = entityOf(id);
        if (born !== undefined) entity.type = born;
        if (removed === undefined) continue;
        entity.removed = removed || undefined;
        entity.toggled = [...(entity.toggled ?? []), at];
      }
      takeNames(changes);
      const purge = crypto.randomUUID();
      for (const id of changes.purges) entityOf(id).purge = purge;
      for (const id of changes.neverCreated) {
        const entity = entityOf(id);
        if (entity.type !== undefined || entity.linked) continue;
        byUrn.delete(entity.urn);
        byId[id] = undefined;
      }
    },
    all: () => byUrn.values(),
    finish() {
      const table = makeTable(folder, 'entities', COLUMNS);
      for (const { id, urn, type, removed, toggled, propertyName, badge: is, purge } of byUrn.values()) {
        const labels = ['Entity', ...(type === undefined ? [] : [type]), ...(purge === undefined ? [] : ['Purge'])];
        const locked = type === undefined ? undefined : 1;
        table.add([id, labels.join(ITEMS), urn, type, removed, toggled?.join(ITEMS), propertyName, is, purge, locked]);
      }
      return table.finish();
    },
  };
}
