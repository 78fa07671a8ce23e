/**
 * Typesense driven by hand with a lean document: the words of the name, of the column names and of the descriptions, each once.
 */
import type { Cairn } from '../../support/cairn.ts';

const COLLECTION = 'ceiling';
const FIELDS = ['name', 'columns', 'descriptions'];
const FACETS = ['platform', 'origin', 'owners'];
const BATCH = 500;
/** For questions, documents that have any of the words; for suggestions, words that begin so. */
const WAYS = { search: {}, question: { drop_tokens_threshold: 100 }, suggestion: { num_typos: 0 } };

/** What a document has, each text for its words. */
export interface Lean {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly platform: string;
  readonly owner: string;
}

export interface BareSearch {
  /** @param batch documents of an import */
  import(tables: readonly Lean[], batch?: number): Promise<void>;
  search(text: string, way: keyof typeof WAYS): Promise<unknown>;
  close(): Promise<void>;
}

export async function openBareSearch({ typesense: { url, apiKey } }: Cairn): Promise<BareSearch> {
  const send = async (method: string, path: string, body?: string): Promise<string> => {
    const answer = await fetch(url + path, { method, headers: { 'X-TYPESENSE-API-KEY': apiKey }, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const fields = [
    ...FIELDS.map((name) => ({ name, type: 'string[]', optional: true })),
    ...FACETS.map((name) => ({ name, type: 'string[]', facet: true, optional: true })),
  ];
  await send('POST', '/collections', JSON.stringify({ name: COLLECTION, fields }));
  return {
    async import(tables, batch = BATCH) {
      for (let at = 0; at < tables.length; at += batch) {
        const lines = tables.slice(at, at + batch).map((table) => JSON.stringify(documentOf(table)));
        const answer = await send('POST', `/collections/${COLLECTION}/documents/import?action=upsert`, lines.join('\n'));
        if (answer.includes('"success":false')) throw new Error(answer.slice(0, 500));
      }
    },
    async search(text, way) {
      const search = {
        ...WAYS[way],
        collection: COLLECTION,
        q: text,
        query_by: FIELDS.join(),
        query_by_weights: '4,2,1',
        facet_by: FACETS.join(),
        per_page: 10,
      };
      const answer = await send('POST', '/multi_search', JSON.stringify({ searches: [search] }));
      const { results } = JSON.parse(answer) as { results: { found?: number; error?: string }[] };
      if (results[0]?.found === undefined) throw new Error(`the lean document: ${text} finds ${answer.slice(0, 500)}`);
      return results;
    },
    close: async () => void (await send('DELETE', `/collections/${COLLECTION}`)),
  };
}

function documentOf({ urn, name, description, columns, platform, owner }: Lean): object {
  return {
    id: urn,
    name: wordsOf([name]),
    columns: wordsOf(columns.map((column) => column.name)),
    descriptions: wordsOf([description, ...columns.map((column) => column.description ?? '')]),
    platform: [platform],
    origin: ['prod'],
    owners: [owner.replaceAll(/[^a-z0-9]/g, '')],
  };
}

function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)))].filter((word) => word !== '');
}
