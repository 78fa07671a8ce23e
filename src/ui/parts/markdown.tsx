/**
 * Shows Markdown: headings, lists, tables, code, and links to entities of the catalog. HTML in the text appears as it was written.
 */
import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isUrn } from '../api/urn.ts';
import { address, entityUrl, navigate } from '../route.ts';
import { useLoad } from './use-load.ts';

export function Markdown({ text }: { readonly text: string }) {
  const render = useMarkdown();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (render) element.current?.replaceChildren(render(text));
  }, [render, text]);
  const follow = (event: TargetedMouseEvent<HTMLDivElement>): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-route]') : null;
    if (!link?.dataset.route || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(link.dataset.route);
  };
  if (!render) return <div class="prose stack">{text}</div>;
  // biome-ignore lint/a11y/noStaticElementInteractions: the links in it take the keys
  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
  return <div key="rendered" ref={element} class="markdown stack breaks" onClick={follow} />;
}

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
function useMarkdown(): Render | undefined {
  return useLoad(load, []).data ?? loaded;
}

function linkTo(target: string): { route: string; url: string } | undefined {
  return isUrn(target) ? { route: entityUrl(target), url: address(entityUrl(target)) } : undefined;
}
