/**
 * The OpenAPI document: `openapi/api.yaml`, `openapi/answers.yaml` and `openapi/paths/`, with the names of this namespace and the loaded model as schemas.
 *
 * The files describe each legacy action as an operation of its own, at a path such as `/entities?action=search`. The reference page shows
 * them so; OpenAPI knows no queries in paths, so that the document for tools has one operation for each resource.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CODES } from '../../errors.ts';
import { modelComponents } from '../../model/components.ts';
import { readYaml } from '../../model/files.ts';
import { isLinkPart } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { mergedActions } from './merged-actions.ts';

const FOLDER = path.join(import.meta.dirname, '../../../openapi');

export interface DocumentParts {
  readonly model: Model;
  readonly version: string;
  /** The path of the server as clients see it: `/`, or the prefix. */
  readonly base: string;
}

/** The document for the reference page: each legacy action is an operation of its own. */
export function pageDocument({ model, version, base }: DocumentParts): Record<string, unknown> {
  const api = record(readYaml(path.join(FOLDER, 'api.yaml')));
  const paths = readdirSync(path.join(FOLDER, 'paths'))
    .sort()
    .map((file) => record(readYaml(path.join(FOLDER, 'paths', file))));
  const components = record(api.components);
  const answers = record(readYaml(path.join(FOLDER, 'answers.yaml')));
  const schemas = withParts(model, { ...modelComponents(model), ...record(components.schemas), ...answers });
  const whole = { ...api, paths: Object.assign({}, ...paths), components: { ...components, schemas } };
  return record(JSON.parse(filled(JSON.stringify(whole), model, version, base)));
}

/** The document for tools, in OpenAPI 3.1. */
export function apiDocument(parts: DocumentParts): Record<string, unknown> {
  const document = pageDocument(parts);
  const components = record(document.components);
  const responses = record(components.responses);
  const paths = mergedActions(record(document.paths), responses);
  const text = JSON.stringify(paths);
  const used = Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`));
  const schemas = record(components.schemas);
  const typed = {
    ...schemas,
    EntityV3: entityV3(parts.model, record(schemas.EntityV3)),
    ErrorCode: { ...record(schemas.ErrorCode), enum: Object.keys(CODES) },
  };
  return { ...document, paths, components: { ...components, schemas: typed, responses: Object.fromEntries(used) } };
}

function filled(text: string, { names }: Model, version: string, base: string): string {
  return (
    text
      // `{urn}` without a colon is a path parameter.
      .replaceAll('{urn}:', names.urnPrefix)
      .replaceAll('{package}', names.package)
      .replaceAll('{docs}', names.docsSegment)
      .replaceAll('{syncHeader}', names.headers.syncIndex)
      .replaceAll('{lagHeader}', names.headers.indexLag)
      .replaceAll('{warningHeader}', names.headers.warning)
      .replaceAll('{version}', version)
      .replaceAll('{base}', base)
  );
}

/** The schema of an entity in v3: each aspect of the model in its envelope. It is too large for the page, but generated types need it. */
function entityV3({ aspects }: Model, { additionalProperties: _, ...written }: Record<string, unknown>): Record<string, unknown> {
  const schema = (name: string): string => `#/components/schemas/${name}`;
  const envelope = (name: string) => ({
    type: 'object',
    required: ['value'],
    properties: {
      value: { $ref: schema(name) },
      systemMetadata: { $ref: schema('SystemMetadata') },
      auditStamp: { $ref: schema('AuditStamp') },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
    },
  });
  const enveloped = Object.fromEntries([...aspects.values()].flatMap(({ name, secret }) => (secret ? [] : [[name, envelope(name)]])));
  return { ...written, properties: { ...record(written.properties), ...enveloped } };
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

type Schemas = Readonly<Record<string, unknown>>;

/** The schemas with the parts of the model. */
function withParts({ parts }: Pick<Model, 'parts'>, schemas: Schemas): Schemas {
  const ofLinks = parts
    .filter(isLinkPart)
    .map(({ name, shape, title }) => [name, { $ref: schema(shape === 'link' ? 'BulkLink' : 'BulkLinks'), title }]);
  const names = ['description', ...parts.map(({ name }) => name)];
  return {
    ...schemas,
    BulkChanges: withProperties(schemas.BulkChanges, Object.fromEntries(ofLinks)),
    BulkDifference: withProperties(schemas.BulkDifference, { part: { type: 'string', enum: names } }),
  };
}

function schema(name: string): string {
  return `#/components/schemas/${name}`;
}

function withProperties(written: unknown, properties: Schemas): unknown {
  return isRecord(written) ? { ...written, properties: { ...(isRecord(written.properties) ? written.properties : {}), ...properties } } : written;
}
