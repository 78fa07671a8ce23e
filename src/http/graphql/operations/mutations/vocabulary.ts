/**
 * Mutations on what assets are ordered by: domains, applications, data products, the glossary, tags, ways of owning, users and groups.
 */
import type { Resolvers } from '../../operation.ts';
import { columnType, given, only, ownersOf, pick } from './sent.ts';
import { change, create, type Make } from './write.ts';

/** Data products and applications are made alike. */
const inDomain =
  (aspect: string): Make =>
  ({ properties, domainUrn }, { existing }) => ({
    [aspect]: pick(properties, 'name', 'description'),
    domains: given({ domains: only(existing(domainUrn, 'domain')) }),
  });

export const vocabulary: Resolvers = {
  Mutation: {
    createDomain: create('domain', ({ name, description, parentDomain }, { stamp, existing }) => ({
      domainProperties: { name, description, parentDomain: existing(parentDomain, 'domain'), created: stamp },
    })),
    moveDomain: change({ of: 'domain', urns: 'resourceUrn', clear: 'parentDomain' }, ({ parentDomain }, { existing }) => ({
      domainProperties: { parentDomain: existing(parentDomain, 'domain') },
    })),
    createApplication: create('application', inDomain('applicationProperties')),
    updateApplication: change({ of: 'application' }, (sent) => ({ applicationProperties: pick(sent, 'name', 'description') })),
    batchSetApplication: change({ urns: 'resourceUrns' }, ({ applicationUrn }, { existing }) => ({
      applications: { applications: only(existing(applicationUrn, 'application')) ?? [] },
    })),
    createDataProduct: create('dataProduct', inDomain('dataProductProperties')),
    updateDataProduct: change({ of: 'dataProduct' }, (sent) => ({ dataProductProperties: pick(sent, 'name', 'description') })),
    createGlossaryTerm: create('glossaryTerm', ({ name, description, parentNode }, { existing }) => ({
      glossaryTermInfo: { name, definition: description ?? '', termSource: 'INTERNAL', parentNode: existing(parentNode, 'glossaryNode') },
    })),
    createGlossaryNode: create('glossaryNode', ({ name, description, parentNode }, { existing }) => ({
      glossaryNodeInfo: { name, definition: description ?? '', parentNode: existing(parentNode, 'glossaryNode') },
    })),
    updateParentNode: change({ of: ['glossaryTerm', 'glossaryNode'], urns: 'resourceUrn', clear: 'parentNode' }, (sent, { existing }) => {
      const info = { parentNode: existing(sent.parentNode, 'glossaryNode') };
      return { glossaryTermInfo: info, glossaryNodeInfo: info };
    }),
    updateTag: change({ of: 'tag' }, ({ input }) => ({ tagProperties: pick(input, 'name', 'description'), ownership: ownersOf(input?.ownership) })),
    setTagColor: change({ of: 'tag' }, ({ colorHex }) => ({ tagProperties: { colorHex } })),
    updateDisplayProperties: change({}, (sent) => ({ displayProperties: pick(sent, 'colorHex', 'icon') })),
    createBusinessAttribute: create('businessAttribute', ({ name, description, type }, { model, stamp }) => ({
      businessAttributeInfo: { fieldPath: name, name, description, type: columnType(model, type), created: stamp, lastModified: stamp },
    })),
    updateBusinessAttribute: change({ of: 'businessAttribute' }, ({ name, description, type }, { model, stamp }) => ({
      businessAttributeInfo: given({ name, description, type: columnType(model, type) }, { lastModified: stamp }),
    })),
    createOwnershipType: create('ownershipType', (sent, { stamp }) => ({
      ownershipTypeInfo: { ...pick(sent, 'name', 'description'), created: stamp, lastModified: stamp },
    })),
    updateOwnershipType: change({ of: 'ownershipType' }, (sent, { stamp }) => ({
      ownershipTypeInfo: given(pick(sent, 'name', 'description'), { lastModified: stamp }),
    })),
    createGroup: create('corpGroup', ({ name, description }, { stamp }) => ({
      corpGroupInfo: { displayName: name, description, admins: [], members: [], groups: [], created: stamp },
      origin: { type: 'NATIVE' },
    })),
    updateCorpGroupProperties: change({ of: 'corpGroup' }, (sent) => ({
      corpGroupEditableInfo: pick(sent, 'description', 'slack', 'email', 'pictureLink'),
    })),
    updateUserStatus: change({ of: 'corpuser' }, ({ status }, { stamp }) => ({ corpUserStatus: { status, lastModified: stamp } })),
    updateCorpUserProperties: change({ of: 'corpuser' }, (sent, { existing }) => ({
      corpUserEditableInfo: {
        ...pick(sent, 'displayName', 'title', 'aboutMe', 'teams', 'skills', 'pictureLink', 'slack', 'phone', 'email'),
        platforms: existing(sent.platformUrns, 'dataPlatform'),
        persona: sent.personaUrn,
      },
    })),
    batchAssignRole: change({ of: ['corpuser', 'corpGroup'], urns: 'actors' }, ({ roleUrn }, { existing }) => ({
      roleMembership: { roles: only(existing(roleUrn, 'dataHubRole')) ?? [] },
    })),
  },
};
