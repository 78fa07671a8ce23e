import type { Value } from '../../../model/json.ts';
import type { SystemMetadata } from '../../state.ts';

/** The value that the rules allow, and metadata that they store with it. */
export interface GovernedValue {
  readonly value: Value;
  /** `definitions`: property URN → id of the definition under which its values are written; `identity`: the id of a definition. */
  readonly meta: Pick<SystemMetadata, 'definitions' | 'identity'>;
}
