/**
 * Reads the documents that match a filter as a stream of lines, because there may be more than fit in memory.
 */
import type { Readable } from 'node:stream';
import { refuseLate } from '../../budget.ts';
import { Refusal, searchBroken } from '../../errors.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { documentKey } from '../document/encode.ts';
import { isOpen } from '../document/open-documents.ts';
import { fitsUrl, joined } from '../filter/clause.ts';
import { asked, type SearchEngine } from './client.ts';
import { ALIAS } from './collections.ts';
import { multiSearch } from './multi.ts';
import type { Nodes } from './nodes.ts';

/** Most exports at a time: some thousands at once keep Typesense from answering anything for minutes. */
const MOST_EXPORTS = 8;

const semaphores = new WeakMap<Nodes, Semaphore>();

function turnsOf({ nodes }: SearchEngine): Semaphore {
  const made = semaphores.get(nodes) ?? makeSemaphore(MOST_EXPORTS);
  semaphores.set(nodes, made);
  return made;
}

/**
 * @param fields the fields of the documents to read, separated by commas
 * @param collection by default the present one
 */
export async function* exported(engine: SearchEngine, filter: string, fields: string, collection = ALIAS): AsyncGenerator<Record<string, unknown>> {
  for await (const line of exportedLines(engine, filter, fields, collection)) yield JSON.parse(line) as Record<string, unknown>;
}

/** The same as lines of JSON. */
export async function* exportedLines(engine: SearchEngine, filter: string, fields: string, collection: string): AsyncGenerator<string> {
  const { taken, done } = turnsOf(engine);
  await taken();
  try {
    refuseLate();
    yield* lines(engine, collection, { filter_by: filter, include_fields: fields });
  } finally {
    done();
  }
}

/** Most documents of one answer of Typesense. */
const PAGE = 250;

/** `id`, `type` and `urn` of the documents that match a filter. One that is too long for a URL is asked for in pages, in the order of keys. */
export async function* exportedNames(engine: SearchEngine, filter: string): AsyncGenerator<Record<string, unknown>> {
  if (fitsUrl(filter)) return yield* exported(engine, filter, 'id,type,urn');
  // The numbers of documents are not negative.
  for (let after = '-1'; ; ) {
    const filter_by = joined('&&', [filter, `key:>${after}`]);
    const [result] = await multiSearch(engine, [{ q: '*', filter_by, sort_by: 'key:asc', include_fields: 'id,type,urn', per_page: PAGE }]);
    const hits = result?.hits ?? [];
    for (const { document } of hits) yield document;
    const last = hits.at(-1)?.document;
    if (!last || hits.length < PAGE) return;
    after = String(documentKey(String(last.urn), isOpen(last)));
  }
}

async function* lines(engine: SearchEngine, collection: string, options: { filter_by: string; include_fields: string }): AsyncGenerator<string> {
  const stream = (await asked(engine, 'read', ({ writer }) => writer.collections(collection).documents().exportStream(options))) as Readable;
  let rest = '';
  // What is done with a line is done between two slices, too.
  const slices = makeSlices();
  try {
    for await (const chunk of stream.setEncoding('utf8')) {
      refuseLate();
      const whole = (rest + String(chunk)).split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) {
        if (line !== '') yield line;
        await yieldIfDue(slices);
      }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw searchBroken(error);
  }
  if (rest !== '') yield rest;
}

/** Lets a limited number of callers in at a time. The others wait in their order. */
interface Semaphore {
  /** Resolves when it is the caller's turn. The turn ends with `done`. */
  taken(): Promise<void>;
  done(): void;
}

function makeSemaphore(atOnce: number): Semaphore {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    taken: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    done: () => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
