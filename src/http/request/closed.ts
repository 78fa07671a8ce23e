import type { Catalog } from '../../catalog/index.ts';
import { findAspect } from '../../model/named.ts';
import type { Urn } from '../../model/urn.ts';

/** Refuses to answer an aspect that the sender may not read, instead of answering that there is nothing. @throws Refusal forbidden */
export async function refuseClosed(catalog: Pick<Catalog, 'closed'>, urn: Urn, name: string): Promise<void> {
  const aspect = findAspect(urn.type, name);
  const why = aspect && (await catalog.closed(urn, aspect));
  if (why) throw why;
}
