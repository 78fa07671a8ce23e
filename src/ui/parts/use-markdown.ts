import { useEffect, useState } from 'preact/hooks';
import { isUrn } from '../api/urn.ts';
import { address, entityUrl } from '../route.ts';

type Render = (text: string) => DocumentFragment;

/** Kept for the next text: the page loads the library once. */
let loaded: Render | undefined;

/** The function that renders Markdown. Its library is loaded with the first text that needs it; until then the result is undefined. */
export function useMarkdown(): Render | undefined {
  const [render, set] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let gone = false;
    import('./markdown-fragment.ts').then(
      ({ markdownFragment }) => {
        const render: Render = (text) => markdownFragment(text, linkTo);
        loaded = render;
        if (!gone) set(() => render);
      },
      // The text stays on the page as it was written.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return render;
}

function linkTo(target: string): { route: string; url: string } | undefined {
  return isUrn(target) ? { route: entityUrl(target), url: address(entityUrl(target)) } : undefined;
}
