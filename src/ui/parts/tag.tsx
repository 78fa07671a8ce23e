import type { VNode } from 'preact';
import { entityUrl, Link } from '../route.ts';
import { Button } from './button.tsx';
import { useName } from './use-name.ts';

interface TagProps {
  readonly urn: string;
  readonly name?: string;
  /** A tag or a glossary term. */
  readonly kind?: 'tag' | 'term';
  /** Shows a button that removes the tag. */
  readonly onRemove?: () => void;
}

/** A tag or term on something. */
export function Tag({ urn, name, kind = 'tag', onRemove }: TagProps): VNode {
  const shown = useName(urn, name);
  return (
    <span class={`tag tag-${kind}`}>
      <Link href={entityUrl(urn)} title={urn} dir="auto">
        {shown}
      </Link>
      {onRemove && <Button label="×" class="tag-remove bare muted" aria-label={`Remove ${shown}`} onClick={onRemove} />}
    </span>
  );
}
