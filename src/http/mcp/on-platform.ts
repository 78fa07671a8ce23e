/**
 * The filter by a platform that an agent names.
 */
import type { Filter } from '../../catalog/index.ts';
import { PLATFORM_TYPE } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';

/** @param name `snowflake`, or a URN */
export function onPlatform({ names }: Pick<Model, 'names'>, name: string): Filter {
  const urn = name.startsWith('urn:') ? name : `${names.urnPrefix}${PLATFORM_TYPE}:${name}`;
  return { is: 'criterion', field: 'platform', condition: 'EQUAL', values: [urn] };
}
