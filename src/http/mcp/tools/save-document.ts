/**
 * `save_document`: keep a text in the catalog: a decision, an answer, an analysis.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isRemoved, patchEdit, type RawProposal, upsert } from '../../../catalog/index.ts';
import { COMMIT_TIME } from '../../../commit-time.ts';
import { badParameter, noSuchEntity } from '../../../errors.ts';
import { urnFrom } from '../../../model/named.ts';
import { findAsset } from '../find-asset.ts';
import { asset } from '../schemas.ts';
import { tool } from '../tool.ts';

const LONGEST = 200_000;
const MOST = 50;
const INFO = 'documentInfo';

export const saveDocument = tool({
  name: 'save_document',
  title: 'Save a document',
  description:
    'Keeps a text in the catalog so that people and agents find it: a decision, an answer, an analysis. With "document" it takes the place of the text of that one. Ask the person before you save.',
  input: {
    title: z.string().min(1).max(500),
    text: z.string().min(1).max(LONGEST).describe('Markdown'),
    kind: z.string().min(1).max(100).optional().describe('Such as Insight, Decision, FAQ, Analysis, Summary, Recommendation, Note, Context'),
    document: z.string().min(1).max(2_000).optional().describe('URN of the one to change; absent: a new one'),
    about: z.array(asset).max(MOST).optional().describe('The assets that it is about'),
    documents: z.array(asset).max(MOST).optional().describe('Related documents'),
    tags: z.array(asset).max(MOST).optional().describe('Tags that exist, such as its topics'),
  },
  output: {
    urn: z.string().optional(),
    title: z.string().optional(),
    created: z.boolean().optional(),
    changed: z.boolean().optional(),
  },
  writes: true,
  adds: true,
  run: async ({ catalog, actor, conditions, wrote }, { title, text, kind, document, about, documents, tags }) => {
    const { model } = catalog;
    const urn = urnFrom(model, document ?? `${model.names.urnPrefix}document:${randomUUID()}`);
    if (urn.type.name !== 'document') throw badParameter('/document', 'the URN of a document', document);
    if (document !== undefined) {
      const [view] = await catalog.read([urn], ['status']);
      if (!view?.exists || isRemoved(view)) throw noSuchEntity(urn.text);
    }
    const found = async (argument: string, names: readonly string[] | undefined, of?: string): Promise<string[] | undefined> => {
      const types = of === undefined ? undefined : [model.entityTypes.get(of)].flatMap((type) => type ?? []);
      const urns: string[] = [];
      for (const [at, name] of (names ?? []).entries()) urns.push((await findAsset(catalog, `${argument}/${at}`, name, types)).urn.text);
      return names && urns;
    };
    const [assets, others, tagged] = [await found('about', about), await found('documents', documents, 'document'), await found('tags', tags, 'tag')];
    const stamp = { time: COMMIT_TIME, actor };
    const values = {
      title,
      contents: { text },
      lastModified: stamp,
      ...(assets && { relatedAssets: assets.map((each) => ({ asset: each })) }),
      ...(others && { relatedDocuments: others.map((each) => ({ document: each })) }),
    };
    const set = (aspectName: string, json: object): RawProposal => upsert(urn.text, aspectName, json);
    const owner = { owner: actor, type: 'TECHNICAL_OWNER' };
    const content: RawProposal[] =
      document === undefined
        ? [
            set(INFO, { ...values, source: { sourceType: 'NATIVE' }, status: { state: 'PUBLISHED' }, created: stamp }),
            set('documentSettings', { showInGlobalContext: true, lastModified: stamp }),
            set('ownership', { owners: [owner], lastModified: stamp }),
          ]
        : [
            patchEdit(
              urn.text,
              INFO,
              Object.entries(values).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
            ),
          ];
    const proposals = [
      ...content,
      ...(kind === undefined ? [] : [set('subTypes', { typeNames: [kind] })]),
      ...(tagged === undefined ? [] : [set('globalTags', { tags: tagged.map((tag) => ({ tag })) })]),
    ];
    const result = await catalog.write({
      proposals,
      together: true,
      entityMustExist: document !== undefined,
      actor,
      conditions,
      untilSearchable: true,
    });
    wrote(result);
    const changed = result.items.some((item) => 'written' in item && item.written.some(({ outcome }) => outcome !== 'unchanged'));
    return { head: { urn: urn.text, title, created: document === undefined, changed }, parts: [] };
  },
});
