/** Two letters on a coloured square that tell platforms apart at a glance. The text beside says the same in words. */
export function PlatformMark({ platform, type }: { readonly platform: string | undefined; readonly type: string }) {
  const name = platform ?? type;
  return (
    <span class={`platform-mark hue-${hueOf(name)}`} aria-hidden="true">
      {name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)}
    </span>
  );
}

const HUES = 6;

/** The same name has the same colour everywhere. */
function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hash % HUES;
}
