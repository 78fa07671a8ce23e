/** A store with the data types, entity types and platforms that every Cairn has from its start (`openapi/model/seed.yaml`). */

import { makeStore, type Store, type StoreOptions } from './decided.ts';
import { model } from './model.ts';
import { propose, unitsOf } from './proposals.ts';

const SEEDED = new Set(['dataTypeInfo', 'entityTypeInfo', 'dataPlatformInfo']);
const seeds = model.seeds.filter(({ aspect }) => SEEDED.has(aspect)).map(({ urn, aspect, value }) => propose(urn, aspect, value));

export async function seededStore(options?: StoreOptions): Promise<Store> {
  const store = makeStore(options);
  await store.commit(unitsOf(seeds, true));
  return store;
}
