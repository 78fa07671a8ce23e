/** Two letters on a coloured square that show the platform at a glance. The text beside it names the platform in words. */
export function PlatformMark({ platform, type }: { readonly platform: string | undefined; readonly type: string }) {
  const name = platform ?? type;
  return (
    <span class={`platform-mark hue-${hueOf(name)}`} aria-hidden="true">
      {name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)}
    </span>
  );
}

const HUES = 6;

/** A name always has the same colour. */
function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hash % HUES;
}
