import { useEffect, useState } from 'preact/hooks';
import { knownName, lookUpName } from '../api/names.ts';
import { shortName } from '../api/urn.ts';

/** The name of an entity. Until it is read, the short name in its URN. */
export function useName(urn: string, given?: string): string {
  const [found, set] = useState<{ urn: string; name: string } | undefined>(undefined);
  useEffect(() => {
    if (given !== undefined) return;
    let gone = false;
    lookUpName(urn).then((name) => gone || set({ urn, name }));
    return () => {
      gone = true;
    };
  }, [urn, given]);
  return given ?? (found?.urn === urn ? found.name : (knownName(urn) ?? shortName(urn)));
}
