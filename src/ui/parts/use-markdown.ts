import { isUrn } from '../api/urn.ts';
import { address, entityUrl } from '../route.ts';
import { useLoad } from './use-load.ts';

type Render = (text: string) => DocumentFragment;

/** Kept for the next text: the page loads the library once. */
let loaded: Render | undefined;

async function load(): Promise<Render> {
  const { markdownFragment } = await import('./markdown-fragment.ts');
  loaded ??= (text) => markdownFragment(text, linkTo);
  return loaded;
}

/**
 * The function that renders Markdown. Its library is loaded with the first text that needs it; until then, and if it cannot be loaded, the
 * result is undefined.
 */
export function useMarkdown(): Render | undefined {
  return useLoad(load, []).data ?? loaded;
}

function linkTo(target: string): { route: string; url: string } | undefined {
  return isUrn(target) ? { route: entityUrl(target), url: address(entityUrl(target)) } : undefined;
}
