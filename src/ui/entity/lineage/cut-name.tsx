import { partsOf } from './cut-text.ts';

/**
 * A name that has no room keeps the start and the end of its last part, because neighbours differ there. What is before that part goes first.
 * Screen readers get the name in one piece.
 */
export function CutName({ name }: { readonly name: string }) {
  return (
    <>
      <span class="hidden-text">{name}</span>
      <span class="cut-name" aria-hidden="true">
        {partsOf(name).map((part, at) => (
          <span key={at}>{part}</span>
        ))}
      </span>
    </>
  );
}
