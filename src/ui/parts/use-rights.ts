import { type Right, type Rights, readRights } from '../api/rights.ts';
import { useLoad } from './use-load.ts';

/** What the reader may do; undefined until it is known. */
export function useRights(): Rights | undefined {
  return useLoad(readRights, []).data;
}

/** May the reader do this? False until it is known. */
export function useMay(right: Right): boolean {
  return useRights()?.may(right) === true;
}
