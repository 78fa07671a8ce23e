/**
 * The demo catalog as data (openapi/README.md, "The demo"): `openapi/demo/`, an entry an entity, with the names of this namespace.
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

type Values = Readonly<Record<string, unknown>>;

/** Aspects that are written at once. */
export interface DemoStep {
  /** URN of who writes; absent: the catalog itself. */
  readonly by: string | undefined;
  readonly aspects: Values;
}

export interface DemoEntity {
  readonly urn: Urn;
  /** The first versions, then what came after. */
  readonly steps: readonly DemoStep[];
  /** Timeseries aspects: what a point of each day is made from. */
  readonly daily: Values;
}

/**
 * All entities in the order in which they are written; the first is there when any of the demo is.
 *
 * @throws StartError naming the file
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
  const { then = [], daily = {}, ...first } = JSON.parse(filled(model, JSON.stringify(entry))) as Record<string, unknown>;
  const later = (then as Record<string, unknown>[]).map(({ by, ...aspects }) => ({ by: filled(model, `<corpuser ${String(by)}>`), aspects }));
  const steps = [{ by: undefined, aspects: first }, ...later].map((step) => ({ ...step, aspects: aspectsOf(model, urn, step.aspects) }));
  return { urn, steps, daily: daily as Values };
}

/** What is written short, `columns` and `from`, as the aspects that it stands for. */
function aspectsOf(model: Model, urn: Urn, { columns, from, schemaMetadata, ...aspects }: Values): Values {
  return {
    ...aspects,
    ...(columns ? { schemaMetadata: { ...schemaOf(model, urn, columns as Record<string, string>), ...(schemaMetadata as Values) } } : {}),
    ...(from ? { upstreamLineage: lineageOf(model, urn, from as Record<string, Record<string, string | string[]>>) } : {}),
  };
}

/** `<type id>` becomes a URN, `{ns}` the word of the namespace. */
function filled(model: Model, text: string): string {
  return fillNames(model.names, text).replace(/<(\w+) ([^<>]+)>/g, (_, type: string, id: string) => urnText(model, type, id));
}
