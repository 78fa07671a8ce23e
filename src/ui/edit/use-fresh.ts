/**
 * The value that a form begins with. Right after a save, the page may still show the value before it.
 */
import { useState } from 'preact/hooks';
import { readAspect } from '../api/edit.ts';
import type { AspectView } from '../api/entity.ts';
import { useLoad } from '../parts/use-load.ts';

const NONE = 'none';
/** The last version of each aspect that this page has replaced. */
const replaced = new Map<string, string>();

const keyOf = (urn: string, aspect: string): string => `${urn} ${aspect}`;

export function noteReplaced(urn: string, aspect: string, version: string | undefined): void {
  replaced.set(keyOf(urn, aspect), version ?? NONE);
}

/** @returns the present value of the aspect, if there is one; undefined while it is read. Only a value that was replaced here is read again */
export function useFresh(urn: string, aspect: string, shown: AspectView | undefined): { readonly value: AspectView | undefined } | undefined {
  const [isOld] = useState(() => replaced.get(keyOf(urn, aspect)) === (shown?.version ?? NONE));
  const { data, error } = useLoad(async () => ({ value: isOld ? await readAspect(urn, aspect) : undefined }), [urn, aspect, isOld]);
  return isOld && error === undefined ? data : { value: shown };
}
