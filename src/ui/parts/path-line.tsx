import { Fragment } from 'preact';
import type { PathPart } from './path-of.ts';
import { useName } from './use-name.ts';

/** Folders and containers with a slash between them, as text. */
export function PathLine({ path }: { readonly path: readonly PathPart[] }) {
  return (
    <>
      {path.map(({ name, urn }, at) => (
        <Fragment key={`${at} ${name}`}>
          {at > 0 && ' / '}
          {urn === undefined ? name : <Named urn={urn} />}
        </Fragment>
      ))}
    </>
  );
}

function Named({ urn }: { readonly urn: string }) {
  return <>{useName(urn)}</>;
}
