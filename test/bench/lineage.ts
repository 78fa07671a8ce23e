/**
 * Lineage on wide, deep and dense graphs, searching it, and paging through what a much used tag is on.
 */
import { type Answer, type Client, encode, type Proposal, type Related } from '../support/client.ts';
import { proposal, tags, upstreams, urns } from '../support/make.ts';
import { type Bench, type Figure, timed } from './figures.ts';
import { clientOf, fill, searchable } from './fill.ts';

const LEVELS = [10, 100, 890, 3000, 6000];
const CHAIN = 1000;
const LATTICE = { levels: 20, wide: 20 };
const TAGGED = 100_000;

export const lineage: Bench = async (cairn, print) => {
  const api = clientOf(cairn);
  const figures: Figure[] = [];
  const measure = async (shape: string, step: string, ask: () => Promise<Answer>): Promise<void> => {
    let last: Answer | undefined;
    const times = await timed(async () => {
      last = await ask();
      if (last.status !== 200) throw new Error(`${shape}, ${step}: ${last.status} ${last.text}`);
    });
    const { total, value } = (last?.body ?? {}) as { total?: number; value?: { numEntities: number } };
    figures.push({
      shape,
      step,
      total: total ?? value?.numEntities ?? 0,
      'first ms': times.first,
      'median ms': times.median,
      'slowest ms': times.slowest,
      kB: Math.round((last?.text.length ?? 0) / 1000),
    });
  };

  const from = performance.now();
  const written = await fill(api, shapes());
  print([{ filled: written, seconds: Math.round((performance.now() - from) / 1000) }]);
  const now = Date.now();
  for (const [shape, root, last] of [
    ['10,000 over 5 hops', dataset('wide', 0, 0), 9900],
    ['chain of 1,000', dataset('chain', 0, 0), CHAIN - 100],
    ['lattice 20 x 20', dataset('lattice', 0, 0), 280],
  ] as const) {
    await measure(shape, 'first page', () => reach(api, root, ''));
    await measure(shape, 'last page', () => reach(api, root, `&start=${last}`));
    await measure(shape, 'one hop', () => reach(api, root, '&hops=1'));
    await measure(shape, 'by type', () => reach(api, root, '&types=DownstreamOf&entityTypes=dataset'));
    await measure(shape, 'as of a time', () => reach(api, root, `&asOf=${now}`));
  }
  await searchable(cairn);
  for (const [step, params] of [
    ['search: all', {}],
    ['search: all, without facets', { searchFlags: { skipAggregates: true } }],
    ['search: text', { input: 'wide' }],
    ['search: rare text', { input: 'n77' }],
    ['search: filter', { filter: { or: [{ and: [{ field: 'origin', values: ['PROD'] }] }] } }],
    ['search: filter, last page', { start: 9900, filter: { or: [{ and: [{ field: 'origin', values: ['PROD'] }] }] } }],
  ] as const) {
    const json = { urn: dataset('wide', 0, 0), direction: 'UPSTREAM', count: 100, ...params };
    await measure('10,000 over 5 hops', step, () => api.send('POST', '/entities?action=searchAcrossLineage', { json }));
  }
  const tag = urns.tag('bench');
  for (const [step, query] of [
    ['first page', { count: 100 }],
    ['last page', { count: 100, start: TAGGED - 100 }],
    ['page of 10,000', { count: 10_000, start: 50_000 }],
    ['as of a time', { count: 100, asOf: now }],
  ] as const) {
    await measure('tag on 100,000', step, () => api.relationships(tag, 'INCOMING', query) as Promise<Answer<Related>>);
  }
  print(figures);
};

function reach(api: Client, urn: string, more: string): Promise<Answer> {
  return api.send('GET', `/lineage?urn=${encode(urn)}&direction=UPSTREAM${more}`);
}

function dataset(shape: string, level: number, index: number): string {
  return urns.dataset(`bench.${shape}.l${level}.n${index}`);
}

function* shapes(): Generator<Proposal> {
  yield* wide();
  for (let step = 0; step < CHAIN; step++) yield proposal(dataset('chain', step, 0), 'upstreamLineage', upstreams(dataset('chain', step + 1, 0)));
  for (let level = 0; level < LATTICE.levels - 1; level++) {
    const next = Array.from({ length: LATTICE.wide }, (_, index) => dataset('lattice', level + 1, index));
    for (let index = 0; index < LATTICE.wide; index++) yield proposal(dataset('lattice', level, index), 'upstreamLineage', upstreams(...next));
  }
  for (let index = 0; index < TAGGED; index++) yield proposal(urns.dataset(`bench.tagged.n${index}`), 'globalTags', tags(urns.tag('bench')));
}

/** Each entity of a level is upstream of one to three of the level before, and all are reached from the first. */
function* wide(): Generator<Proposal> {
  const sizes = [1, ...LEVELS];
  for (const [level, size] of sizes.entries()) {
    const below = sizes[level + 1];
    if (below === undefined) {
      // Stored, so that searches find them.
      for (let index = 0; index < size; index++) yield proposal(dataset('wide', level, index), 'status', { removed: false });
      return;
    }
    const made: string[][] = Array.from({ length: size }, () => []);
    for (let index = 0; index < below; index++) {
      for (const shift of [0, 1, 2]) {
        const parents = made[(index + shift * 7) % size] as string[];
        if (shift === 0 || index % (shift + 1) === 0) parents.push(dataset('wide', level + 1, index));
      }
    }
    for (const [index, list] of made.entries()) yield proposal(dataset('wide', level, index), 'upstreamLineage', upstreams(...new Set(list)));
  }
}
