/**
 * How the demo's files name entities.
 */
import type { Model } from '../model/types.ts';

/** The URN of `<type id>`. The parts of an id are separated by spaces. */
export function urnText(model: Model, type: string, id: string): string {
  const parts = id.split(' ');
  const urn = (name: string, inner: string): string => `${model.names.urnPrefix}${name}:${inner}`;
  const datasetOf = ([platform = '', name = '']: readonly string[]): string => urn('dataset', `(${urn('dataPlatform', platform)},${name},PROD)`);
  const flowOf = ([tool = '', name = '']: readonly string[]): string => urn('dataFlow', `(${tool},${name},PROD)`);
  if (type === 'dataset') return datasetOf(parts);
  if (/^mlModel/.test(type)) return urn(type, datasetOf(parts).slice(urn('dataset', '').length));
  if (type === 'mlFeatureTable') return urn(type, `(${urn('dataPlatform', parts[0] ?? '')},${parts[1] ?? ''})`);
  if (type === 'schemaField') return urn('schemaField', `(${datasetOf(parts)},${parts[2] ?? ''})`);
  if (type === 'dataFlow') return flowOf(parts);
  if (type === 'dataJob') return urn('dataJob', `(${flowOf(parts)},${parts[2] ?? ''})`);
  return urn(type, parts.length === 1 ? id : `(${parts.join(',')})`);
}
