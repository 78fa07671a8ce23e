/**
 * The OpenAPI document: `openapi/api.yaml` and `openapi/paths/`, with the names of this namespace and the loaded model as schemas.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { modelComponents } from '../../model/components.ts';
import { readYaml } from '../../model/files.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';

const FOLDER = path.join(import.meta.dirname, '../../../openapi');

export interface DocumentParts {
  readonly model: Model;
  readonly version: string;
  /** Where the server stands, as clients see it: `/`, or the prefix. */
  readonly base: string;
  /** Names of the legacy actions by resource: `{entities: [...]}`. */
  readonly actions: Readonly<Record<string, readonly string[]>>;
}

/** @returns the document, ready to be sent as JSON */
export function apiDocument({ model, version, base, actions }: DocumentParts): Record<string, unknown> {
  const api = record(readYaml(path.join(FOLDER, 'api.yaml')));
  const paths = readdirSync(path.join(FOLDER, 'paths'))
    .sort()
    .map((file) => record(readYaml(path.join(FOLDER, 'paths', file))));
  const components = record(api.components);
  const whole = {
    ...api,
    paths: Object.assign({}, ...paths),
    components: { ...components, schemas: { ...modelComponents(model), ...record(components.schemas) } },
  };
  // `{urn}` alone is a path parameter.
  const text = JSON.stringify(whole).replaceAll('{urn}:', model.names.urnPrefix).replaceAll('{version}', version).replaceAll('{base}', base);
  return record(JSON.parse(text.replace(/"\{(\w+)Actions\}"/g, (_, resource: string) => JSON.stringify(actions[resource] ?? []))));
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
