import { partsOf } from './cut-text.ts';

/** A name that has no room keeps the start and the end of its last part, because neighbours differ there. What is before that part goes first. */
export function CutName({ name }: { readonly name: string }) {
  return (
    <span class="cut-name">
      {partsOf(name).map((part, at) => (
        <span key={at}>{part}</span>
      ))}
    </span>
  );
}
