import { useLayoutEffect, useRef } from 'preact/hooks';

/** As far from its end as this, a log that grows stays where the reader has scrolled it. */
const NEAR_PX = 40;

/** The end of a log. It follows what comes, unless the reader has scrolled up. */
export function Log({ text }: { readonly text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  if (text.trim() === '') return null;
  return (
    <pre
      ref={box}
      class="log sunken small breaks"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
      tabIndex={0}
      aria-label="Log"
      role="log"
      aria-live="off"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      {text}
    </pre>
  );
}
