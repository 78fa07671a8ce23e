/**
 * The calls of the core that read entities, their values and which there are.
 */
import type { Graph } from '../graph/driver.ts';
import type { EntityReader } from '../graph/read.ts';
import type { Model } from '../model/types.ts';
import type { Catalog } from './calls.ts';
import { exists } from './read/exists.ts';
import { countAspect, urnsOf } from './read/inventory.ts';
import { count, countEach, list } from './read/list.ts';
import { readEntities, readVersion } from './read/read.ts';
import { references } from './read/references.ts';
import { timeline, timelineOfVersions } from './read/timeline.ts';
import { versionAsOf, versionRange } from './read/versions.ts';
import { latestPoints } from './series/latest-points.ts';
import { series, seriesOfEach } from './series/series.ts';

interface ReadParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  /** Of a time, epoch ms; undefined: now. */
  readonly readerOf: (asOf: number | undefined, skips?: boolean) => EntityReader;
  readonly related: Catalog['related'];
}

type Reads =
  | 'read'
  | 'readVersion'
  | 'versions'
  | 'timeline'
  | 'timelineOfVersions'
  | 'series'
  | 'seriesOfEach'
  | 'latestPoints'
  | 'closed'
  | 'exists'
  | 'list'
  | 'count'
  | 'countEach'
  | 'urnsOf'
  | 'countAspect'
  | 'references';

export function makeReads({ model, graph, reader, readerOf, related }: ReadParts): Pick<Catalog, Reads> {
  const read: Catalog['read'] = (urns, aspects, asOf, skips) => readEntities(model, readerOf(asOf, skips), urns, aspects);
  const versions: Catalog['versions'] = (urn, aspect, start, count, asOf) =>
    versionRange({ model, graph, reader: readerOf(asOf), asOf }, urn, aspect, start, count);
  const past = { model, read, versions, related };
  return {
    read,
    versions,
    readVersion: (urn, aspect, version, asOf) =>
      asOf === undefined
        ? readVersion(model, graph, reader, urn, aspect, version)
        : versionAsOf({ model, graph, reader: readerOf(asOf), asOf }, urn, aspect, version),
    timeline: (...request) => timeline(past, ...request),
    timelineOfVersions: (...request) => timelineOfVersions(past, ...request),
    series: (urn, request) => series(model, graph, urn, request),
    seriesOfEach: (urns, window) => seriesOfEach(graph, urns, window),
    latestPoints: (subjects, upTo) => latestPoints(graph, subjects, upTo),
    closed: async () => undefined,
    exists: (urns, includeRemoved) => exists(reader, urns, includeRemoved),
    list: (request) => list(model, graph, request),
    count: (types, includeRemoved) => count(graph, types, includeRemoved),
    countEach: (types, includeRemoved) => countEach(graph, types, includeRemoved),
    urnsOf: (type, start, count) => urnsOf(model, graph, type, start, count),
    countAspect: (aspect, urnLike) => countAspect(model, graph, aspect, urnLike),
    references: (urn) => references({ model, graph }, urn),
  };
}
