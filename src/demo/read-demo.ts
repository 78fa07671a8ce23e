/**
 * Reads the demo catalog (openapi/README.md, "The demo") from `openapi/demo/`, one entry for each entity, and fills in the names of this
 * namespace.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';
import { readYaml } from '../model/files.ts';
import { fillNames } from '../model/names.ts';
import { isRecord } from '../model/path.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../model/urn.ts';
import { lineageOf, schemaOf } from './dataset-shorthand.ts';
import { urnText } from './urn-text.ts';

const FOLDER = path.join(import.meta.dirname, '../../openapi/demo');

type DemoValues = Readonly<Record<string, unknown>>;

/** Aspects that are written together. */
interface DemoStep {
  /** URN of the writer. If absent, Cairn itself. */
  readonly by: string | undefined;
  readonly aspects: DemoValues;
}

export interface DemoEntity {
  readonly urn: Urn;
  /** The first versions, then the later ones. */
  readonly steps: readonly DemoStep[];
  /** Timeseries aspects: the form from which the point of each day is made. */
  readonly daily: DemoValues;
  /** Timeseries aspects: single points, each with its time. */
  readonly points: Readonly<Record<string, readonly DemoPoint[]>>;
}

type DemoPoint = DemoValues & { readonly timestampMillis: number };

/**
 * All entities in the order of writing. If the first one exists, the demo is loaded.
 *
 * @throws StartError that names the file
 */
export function readDemo(model: Model): DemoEntity[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => {
      const file = path.join(FOLDER, name);
      const listed = readYaml(file);
      if (!isRecord(listed)) throw new StartError(`${file}: expected entities by name`);
      return Object.entries(listed).map(([key, entry]) => entityFrom(model, `${file} at ${key}`, key, entry));
    });
}

function entityFrom(model: Model, at: string, key: string, entry: unknown): DemoEntity {
  const urn = parseUrn(model, filled(model, `<${key}>`));
  if (isProblem(urn) || !isRecord(entry)) throw new StartError(`${at}: expected the aspects of an entity`);
  const { then = [], daily = {}, points = {}, ...first } = JSON.parse(filled(model, JSON.stringify(entry))) as Record<string, unknown>;
  const later = (then as Record<string, unknown>[]).map(({ by, ...aspects }) => ({ by: filled(model, `<corpuser ${String(by)}>`), aspects }));
  const steps = [{ by: undefined, aspects: first }, ...later].map((step) => ({ ...step, aspects: aspectsOf(model, urn, step.aspects) }));
  return { urn, steps, daily: daily as DemoValues, points: points as DemoEntity['points'] };
}

/** Expands the short forms `columns` and `from` into aspects. */
function aspectsOf(model: Model, urn: Urn, { columns, from, schemaMetadata, ...aspects }: DemoValues): DemoValues {
  return {
    ...aspects,
    ...(columns ? { schemaMetadata: { ...schemaOf(model, urn, columns as Record<string, string>), ...(schemaMetadata as DemoValues) } } : {}),
    ...(from ? { upstreamLineage: lineageOf(model, urn, from as Record<string, Record<string, string | string[]>>) } : {}),
  };
}

/** Replaces `<type id>` by a URN and `{ns}` by the word of the namespace. */
function filled(model: Model, text: string): string {
  return fillNames(model.names, text).replace(/<(\w+) ([^<>]+)>/g, (_, type: string, id: string) => urnText(model, type, id));
}
