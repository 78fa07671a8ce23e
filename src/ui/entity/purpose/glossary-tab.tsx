import type { EntityView } from '../../api/entity.ts';
import { GlossaryTree } from '../../parts/glossary-tree.tsx';

/** What is below a group of the glossary. */
export function GlossaryTab({ entity: { urn } }: { readonly entity: EntityView }) {
  return <GlossaryTree parent={urn} label="Groups and terms" open={1} />;
}
