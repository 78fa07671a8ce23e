/**
 * Icons of entity types: lines on a grid of 16, in the colour of the text around them. The model has them (`page.icon` of the type).
 */
import { typeSettings } from '../settings.ts';

const OTHER = 'M8 3a5 5 0 1 0 .01 0M8 7.5a.5.5 0 1 0 .01 0';

/** The icon of an entity type. It says nothing to a screen reader, because the type is always named beside it. */
export function TypeIcon({ type }: { readonly type: string }) {
  const path = typeSettings(type)?.icon ?? OTHER;
  return (
    <svg class="type-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
