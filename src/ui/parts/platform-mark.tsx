import { hueOf, lettersOf } from './platform-letters.ts';
import { TypeIcon } from './type-icon.tsx';

/** Two letters of the platform in its own colour; without a platform the icon of the type. The text beside it names both in words. */
export function PlatformMark({ platform, type }: { readonly platform: string | undefined; readonly type: string }) {
  if (platform === undefined || platform === '')
    return (
      <span class="platform-mark hue-none" aria-hidden="true">
        <TypeIcon type={type} />
      </span>
    );
  return (
    <span class="platform-mark" style={{ '--hue': String(hueOf(platform)) }} aria-hidden="true">
      <b>{lettersOf(platform)}</b>
    </span>
  );
}
