/**
 * Mutations on documents: their text, place, state and drafts; and the stage in the life of any asset.
 */
import { patchEdit, type RawProposal } from '../../../../catalog/index.ts';
import { badParameter, noSuchEntity } from '../../../../errors.ts';
import type { Arguments } from '../../../../generated/arguments.ts';
import { isRecord } from '../../../../model/path.ts';
import { type Resolve, type Resolvers, refNamed, stampOf, urnOfType, writeAll } from '../../operation.ts';
import { wayOf } from '../edits/owners.ts';
import { each, given, type InputObject, only, type Values } from './sent.ts';
import { type By, change, create, type Make } from './write.ts';

const INFO = 'documentInfo';
const DRAFT = 'UNPUBLISHED';

function about({ relatedAssets, relatedDocuments }: InputObject, { existing }: By): Values {
  return {
    relatedAssets: each(relatedAssets, (asset) => ({ asset })),
    relatedDocuments: each(existing(relatedDocuments, 'document'), (document) => ({ document })),
  };
}

function naming(document: unknown): Values | undefined {
  return given({ document });
}

const ownersOf = ({ owners }: InputObject, { model, actor }: By): Values[] =>
  each(owners, ({ ownerUrn, type, ownershipTypeUrn }) => ({
    owner: ownerUrn,
    ...wayOf(model, type && String(type), ownershipTypeUrn && String(ownershipTypeUrn)),
  })) ?? [{ owner: actor, ...wayOf(model, 'TECHNICAL_OWNER', null) }];

const made: Make = (sent, by) => {
  const { title, subType, state, contents, parentDocument, draftFor, settings } = sent;
  const [draft, parent] = [by.existing(draftFor, 'document'), by.existing(parentDocument, 'document')];
  if (draft && state && String(state) !== DRAFT) throw badParameter('/input/state', `${DRAFT}: a draft is merged, not published`, state);
  return {
    [INFO]: {
      title,
      source: { sourceType: 'NATIVE' },
      status: { state: state ?? DRAFT },
      contents: { text: contents?.text ?? '' },
      created: by.stamp,
      lastModified: by.stamp,
      ...about(sent, by),
      parentDocument: naming(parent),
      draftOf: naming(draft),
    },
    documentSettings: { showInGlobalContext: settings?.showInGlobalContext ?? true, lastModified: by.stamp },
    subTypes: given({ typeNames: only(subType) }),
    ownership: { owners: ownersOf(sent, by), lastModified: by.stamp },
  };
};

const move = change({ of: 'document', clear: 'parentDocument' }, ({ parentDocument }, { existing, stamp }) => ({
  [INFO]: { parentDocument: naming(existing(parentDocument, 'document')), lastModified: stamp },
}));

/** @throws Refusal notFound; malformed for a document that is no draft */
const merge: Resolve<Arguments['mergeDraft']> = async (_, { input }, context) => {
  const { loaders, catalog } = context;
  const draft = urnOfType(catalog.model, input.draftUrn, 'document');
  const info = await loaders.value(draft, INFO);
  if (!info) throw noSuchEntity(draft.text);
  const target = isRecord(info.draftOf) ? refNamed(catalog.model, info.draftOf.document) : null;
  if (!target) throw badParameter('/input/draftUrn', 'a document that is a draft of another', draft.text);
  const taken = { ...Object.fromEntries(['title', 'contents'].map((name) => [name, info[name]])), lastModified: stampOf(context.actor) };
  const patch = Object.entries(taken).flatMap(([name, value]) => (value === undefined ? [] : [{ op: 'add' as const, path: `/${name}`, value }]));
  const gone: RawProposal = { entityUrn: draft.text, aspectName: draft.type.key.name, changeType: 'DELETE' };
  await writeAll(context, [patchEdit(target.urn, INFO, patch), ...(input.deleteDraft === false ? [] : [gone])]);
  return true;
};

export const documents: Resolvers = {
  Mutation: {
    createDocument: create('document', made),
    updateDocumentContents: change({ of: 'document' }, ({ title, contents, subType }, { stamp }) => ({
      [INFO]: given({ title, contents: given({ text: contents?.text }) }, { lastModified: stamp }),
      subTypes: given({ typeNames: only(subType) }),
    })),
    updateDocumentRelatedEntities: change({ of: 'document' }, (sent, by) => ({ [INFO]: given(about(sent, by), { lastModified: by.stamp }) })),
    moveDocument: move,
    updateDocumentStatus: change({ of: 'document' }, ({ state }, { stamp }) => ({ [INFO]: { status: { state }, lastModified: stamp } })),
    updateDocumentSubType: change({ of: 'document' }, ({ subType }) => ({ subTypes: { typeNames: only(subType) ?? [] } })),
    updateDocumentSettings: change({ of: 'document' }, ({ showInGlobalContext }, { stamp }) => ({
      documentSettings: { showInGlobalContext, lastModified: stamp },
    })),
    mergeDraft: merge,
    setLifecycleStage: change({ clear: 'lifecycleStage' }, ({ lifecycleStageUrn }, { existing, stamp }) => ({
      status: { lifecycleStage: existing(lifecycleStageUrn, 'lifecycleStageType'), lifecycleLastUpdated: stamp },
    })),
  },
};
