import type { Value } from '../../../model/json.ts';
import type { SystemMetadata } from '../../state.ts';

/** A value as the rules let it be written, and what they keep beside it. */
export interface Governed {
  readonly value: Value;
  /** `definitions`: property URN → id of the definition that its values are written under; `identity`: that of a definition. */
  readonly meta: Pick<SystemMetadata, 'definitions' | 'identity'>;
}
