/**
 * `find_documents`: texts that people and agents keep in the catalog.
 */
import { z } from 'zod';
import { both, EVERYTHING, type Filter, readNamed, valueIn } from '../../../catalog/index.ts';
import { isRecord } from '../../../model/path.ts';
import { recordsIn, textIn, textsIn } from '../../../model/pick.ts';
import { findAsset } from '../find-asset.ts';
import { clip } from '../fit.ts';
import { asset, start } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const LONGEST_BEGINNING = 200;

export const findDocuments = tool({
  name: 'find_documents',
  title: 'Find documents',
  description: 'Finds guides, decisions, answers and other texts that are kept in the catalog. Then use read_document.',
  input: {
    question: z.string().min(1).max(500).default('*').describe('A question or words; * finds all'),
    about: asset.optional().describe('Only documents about this asset'),
    start,
    limit: z.number().int().min(1).max(50).default(10),
  },
  output: {
    total: z.number().optional(),
    documents: z
      .array(
        z.object({
          urn: z.string(),
          title: z.string(),
          kind: z.string().optional(),
          beginning: z.string().optional(),
          characters: z.number(),
          about: z.array(z.string()).optional(),
        }),
      )
      .optional(),
  },
  run: async ({ catalog, actor }, { question, about, start: from, limit }) => {
    const types = [catalog.model.entityTypes.get('document')].flatMap((type) => type ?? []);
    const related = about === undefined ? undefined : (await findAsset(catalog, 'about', about)).urn.text;
    const within: Filter[] = related === undefined ? [] : [{ is: 'criterion', field: 'relatedAssets', condition: 'EQUAL', values: [related] }];
    const found = await catalog.search({
      types,
      input: question,
      inputName: 'question',
      filter: EVERYTHING,
      within: both(...within),
      start: from,
      count: limit,
      viewer: actor,
    });
    const views = await readNamed(
      catalog,
      found.hits.map(({ urn }) => urn),
      ['documentInfo', 'subTypes'],
    );
    const infos = found.hits.flatMap(({ urn }) => {
      const value = (name: string): unknown => valueIn(views.get(urn), name);
      const info = value('documentInfo');
      return isRecord(info) ? [{ urn, info, kind: textsIn(value('subTypes'), 'typeNames')[0] }] : [];
    });
    const assetsOf = (info: unknown) => recordsIn(info, 'relatedAssets').flatMap((each) => textIn(each, 'asset') ?? []);
    const nameOf = await readNames(
      catalog,
      infos.flatMap(({ info }) => assetsOf(info)),
    );
    const documents = infos.map(({ urn, info, kind }) => {
      const text = textIn(info.contents, 'text') ?? '';
      const assets = assetsOf(info).map((each) => nameOf(each).name);
      return {
        urn,
        title: textIn(info, 'title') ?? '',
        ...(kind !== undefined && { kind }),
        ...(text !== '' && { beginning: clip(text, LONGEST_BEGINNING) }),
        characters: text.length,
        ...(assets.length > 0 && { about: assets }),
      };
    });
    return {
      head: { total: found.total },
      parts: [{ name: 'documents', value: documents, of: found.total - from, how: `start: ${from + limit}` }],
      none: found.total === 0 ? ['documents'] : [],
    };
  },
});
