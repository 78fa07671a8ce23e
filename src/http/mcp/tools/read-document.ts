/**
 * `read_document`: the text of documents, or the passages in which words stand.
 */
import { z } from 'zod';
import { readNamed, valueIn } from '../../../catalog/index.ts';
import { isRecord } from '../../../model/path.ts';
import { textIn } from '../../../model/pick.ts';
import { findAsset } from '../find-asset.ts';
import { passagesIn } from '../passages.ts';
import { asset } from '../schemas.ts';
import { tool } from '../tool.ts';

const MOST_DOCUMENTS = 20;

export const readDocument = tool({
  name: 'read_document',
  title: 'Read documents',
  description:
    'Reads documents from a place on; or with "find" only the passages around these words, with their places. Case does not matter. A document is named by its URN or title.',
  input: {
    documents: z.array(asset).min(1).max(MOST_DOCUMENTS),
    find: z.array(z.string().min(1).max(200)).min(1).max(20).optional().describe('Words or phrases; any of them'),
    around: z.number().int().min(0).max(2_000).default(200).describe('Characters before and after'),
    most: z.number().int().min(1).max(50).default(5).describe('Most passages of each document'),
    from: z.number().int().min(0).default(0).describe('Begin at this character'),
  },
  output: {
    documents: z
      .array(
        z.object({
          urn: z.string(),
          title: z.string(),
          characters: z.number(),
          text: z.string().optional(),
          next: z.number().optional().describe('Where the text goes on: "from"'),
          found: z.number().optional(),
          passages: z.array(z.object({ at: z.number(), text: z.string() })).optional(),
        }),
      )
      .optional(),
  },
  run: async ({ catalog }, { documents: asked, find, around, most, from, maxTokens: tokens }) => {
    const types = [catalog.model.entityTypes.get('document')].flatMap((type) => type ?? []);
    const urns: string[] = [];
    for (const [at, each] of asked.entries()) urns.push((await findAsset(catalog, `documents/${at}`, each, types)).urn.text);
    const views = await readNamed(catalog, urns, ['documentInfo']);
    // Texts have two bytes or more for each token.
    const room = Math.floor((tokens * 2) / urns.length);
    const documents = urns.map((urn) => {
      const info = valueIn(views.get(urn), 'documentInfo');
      const text = (isRecord(info) ? textIn(info.contents, 'text') : undefined) ?? '';
      const head = { urn, title: textIn(info, 'title') ?? '', characters: text.length };
      if (find) {
        const { total, passages } = passagesIn(text, find, { around, most, from });
        return { ...head, found: total, passages };
      }
      const shown = text.slice(from, from + room).replace(/[\ud800-\udbff]$/, '');
      const next = from + shown.length;
      return { ...head, text: shown, ...(next < text.length && { next }) };
    });
    const how = find ? 'a smaller around, fewer words, or from' : 'fewer documents, or from: next';
    return { head: {}, parts: [{ name: 'documents', value: documents, how }] };
  },
});
