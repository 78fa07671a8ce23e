import { knownName, lookUpName } from '../api/names.ts';
import { shortName } from '../api/urn.ts';
import { useLoad } from './use-load.ts';

/** The name of an entity. Until it is read, the short name in its URN. */
export function useName(urn: string, given?: string): string {
  const { data } = useLoad(async () => given ?? lookUpName(urn), [urn, given]);
  return given ?? data ?? knownName(urn) ?? shortName(urn);
}
