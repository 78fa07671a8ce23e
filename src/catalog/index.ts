/**
 * The core: what faces may call. Rules live behind these calls and nowhere else.
 */
import type { Graph } from '../graph/driver.ts';
import { makeEntityReader } from '../graph/read.ts';
import type { AspectSpec, Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { makeCommitter } from './committer.ts';
import type { AspectState } from './proposal.ts';
import { type EntityView, readEntities, readVersion } from './read.ts';
import { type Direction, type RelatedPage, related } from './related.ts';
import { type SeriesPoint, type SeriesRequest, series } from './series.ts';
import { type WriteRequest, type WriteResult, write } from './write.ts';

export interface Catalog {
  readonly model: Model;
  write(request: WriteRequest): Promise<WriteResult>;
  read(urns: readonly Urn[], aspects: readonly string[] | undefined): Promise<EntityView[]>;
  readVersion(urn: Urn, aspect: string, version: number): Promise<{ aspect: AspectSpec; state: AspectState }>;
  series(urn: Urn, request: SeriesRequest): Promise<SeriesPoint[]>;
  related(urn: Urn, direction: Direction, types: readonly string[], start: number, count: number): Promise<RelatedPage>;
  /** Resolves when no write is under way. */
  drained(): Promise<void>;
}

export interface CatalogParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly strictFields: boolean;
  /** Older versions kept of each aspect; absent: all. */
  readonly retention: number | undefined;
}

export function makeCatalog({ model, graph, strictFields, retention }: CatalogParts): Catalog {
  const committer = makeCommitter(graph, model, retention);
  const reader = makeEntityReader(graph);
  return {
    model,
    write: (request) => write(model, committer, strictFields, request),
    read: (urns, aspects) => readEntities(model, reader, urns, aspects),
    readVersion: (urn, aspect, version) => readVersion(model, graph, reader, urn, aspect, version),
    series: (urn, request) => series(graph, urn, request),
    related: (urn, direction, types, start, count) => related(model, graph, urn, direction, types, start, count),
    drained: () => committer.drained(),
  };
}
