import { TypeIcon } from './type-icon.tsx';

/** The icon of the type, in the colour of the platform. The text beside it names both in words. */
export function PlatformMark({ platform, type }: { readonly platform: string | undefined; readonly type: string }) {
  return (
    <span class={`platform-mark ${platform === undefined ? 'hue-none' : `hue-${hueOf(platform)}`}`} aria-hidden="true">
      <TypeIcon type={type} />
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
