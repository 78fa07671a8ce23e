/**
 * What the parts of the model add to the schemas of the document: bulk changes of links, and the names of parts.
 */
import { isLinkPart } from '../../model/parts.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';

type Schemas = Readonly<Record<string, unknown>>;

/** The schemas with the parts of the model. */
export function withParts({ parts }: Pick<Model, 'parts'>, schemas: Schemas): Schemas {
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
