import { Fragment } from 'preact';
import { Highlight } from './highlight.tsx';
import type { PathPart } from './path-of.ts';
import { useName } from './use-name.ts';

const NONE: readonly string[] = [];

/** Folders and containers with a slash between them, as text. `words`: those of a search, to be marked. */
export function PathLine({ path, words = NONE }: { readonly path: readonly PathPart[]; readonly words?: readonly string[] }) {
  return (
    <>
      {path.map(({ name, urn }, at) => (
        <Fragment key={`${at} ${name}`}>
          {at > 0 && ' / '}
          {urn === undefined ? <Highlight text={name} words={words} /> : <Named urn={urn} words={words} />}
        </Fragment>
      ))}
    </>
  );
}

function Named({ urn, words }: { readonly urn: string; readonly words: readonly string[] }) {
  return <Highlight text={useName(urn)} words={words} />;
}
