import { useEffect, useState } from 'preact/hooks';
import { listProperties, type Property } from '../api/properties.ts';

const KEEP_MS = 10_000;
let read: { readonly at: number; readonly all: Promise<readonly Property[]> } | undefined;

/** Definitions of structured properties, read once for all parts of a page. Empty until they are read, or if they cannot be read. */
export function useProperties(): readonly Property[] {
  const [all, set] = useState<readonly Property[]>([]);
  useEffect(() => {
    let gone = false;
    if (!read || Date.now() - read.at > KEEP_MS) read = { at: Date.now(), all: listProperties().catch(() => []) };
    read.all.then((properties) => gone || set(properties));
    return () => {
      gone = true;
    };
  }, []);
  return all;
}
