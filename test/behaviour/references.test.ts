import { expect } from 'chai';
import { api } from '../support/client.ts';
import { act, deleteReferences, exists, hardDelete } from '../support/legacy.ts';
import { ownNames, proposal, stamp, tags, upstreams, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { edges, values, write } from '../support/writes.ts';

const own = ownNames('references');
const dataset = () => urns.dataset(own());
const tag = () => urns.tag(own());

describe('References (docs/semantics.md 12.3)', () => {
  it('a dry run lists the references and changes nothing', async () => {
    const [gone, a, b] = [tag(), dataset(), dataset()];
    await write(a, 'globalTags', tags(gone));
    await write(b, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: tags(gone) }] });
    const { total, relatedAspects } = await deleteReferences(gone, true);
    expect(total).to.equal(relatedAspects.length);
    // Command lines print the fields in this order, whatever their names.
    expect(Object.keys(relatedAspects[0] ?? {})).to.deep.equal(['relationship', 'entity', 'aspect']);
    expect(relatedAspects).to.deep.include({ entity: a, aspect: 'globalTags', relationship: 'TaggedWith' });
    expect(relatedAspects.filter(({ entity }) => entity === b).map(({ aspect }) => aspect)).to.include('editableSchemaMetadata');
    expect((await values(a)).globalTags).to.deep.equal(tags(gone));
    expect(await deleteReferences(gone, true)).to.deep.equal({ total, relatedAspects });
  });

  it('an item of a list is removed as a whole, the others stay', async () => {
    const [gone, kept, urn] = [tag(), tag(), dataset()];
    await write(urn, 'globalTags', tags(kept, gone));
    await write(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'x', globalTags: tags(gone, kept) },
        { fieldPath: 'y', description: 'd', globalTags: tags(gone) },
      ],
    });
    await deleteReferences(gone);
    const now = await values(urn);
    expect(now.globalTags).to.deep.equal(tags(kept));
    expect(now.editableSchemaMetadata?.editableSchemaFieldInfo).to.deep.equal([
      { fieldPath: 'x', globalTags: tags(kept) },
      { fieldPath: 'y', description: 'd', globalTags: tags() },
    ]);
    expect(await edges(gone, 'INCOMING')).to.deep.equal([]);
    expect((await deleteReferences(gone, true)).total).to.equal(0);
  });

  it('an optional field is cleared, the rest of the aspect stays', async () => {
    const [node, term] = [urns.of('glossaryNode', own()), urns.term(own())];
    await write(term, 'glossaryTermInfo', { definition: 'D', termSource: 'INTERNAL', parentNode: node });
    await deleteReferences(node);
    expect((await values(term)).glossaryTermInfo).to.deep.equal({ definition: 'D', termSource: 'INTERNAL' });
  });

  it('an optional field of an item is cleared, the item stays', async () => {
    const [type, urn] = [urns.of('ownershipType', own()), dataset()];
    await write(urn, 'ownership', { owners: [{ owner: urns.user('ann'), type: 'CUSTOM', typeUrn: type }], lastModified: stamp() });
    await deleteReferences(type);
    expect((await values(urn)).ownership?.owners).to.deep.equal([{ owner: urns.user('ann'), type: 'CUSTOM' }]);
  });

  it('an aspect that would become empty is deleted', async () => {
    const [gone, urn, box] = [tag(), dataset(), urns.container(own())];
    await write(urn, 'globalTags', tags(gone));
    await write(urn, 'container', { container: box });
    await deleteReferences(gone);
    await deleteReferences(box);
    const now = await values(urn);
    expect(now).not.to.have.property('globalTags');
    expect(now).not.to.have.property('container');
    expect(await exists(urn)).to.equal(true);
  });

  it('references of a hard-deleted URN are still found and removed', async () => {
    const [gone, kept, urn] = [dataset(), dataset(), dataset()];
    await write(gone, 'status', { removed: false });
    await write(urn, 'upstreamLineage', upstreams(gone, kept));
    await hardDelete(gone);
    expect(await deleteReferences(gone, true)).to.deep.equal({
      total: 1,
      relatedAspects: [{ entity: urn, aspect: 'upstreamLineage', relationship: 'DownstreamOf' }],
    });
    await deleteReferences(gone);
    expect((await values(urn)).upstreamLineage).to.deep.equal(upstreams(kept));
    expect((await deleteReferences(gone, true)).total).to.equal(0);
  });

  it('so are references in column lineage, whichever end is deleted', async () => {
    const [up, down] = [dataset(), dataset()];
    const [from, to] = [urns.column(up, 'a'), urns.column(down, 'b')];
    const lineage = { upstreamType: 'FIELD_SET', upstreams: [from], downstreamType: 'FIELD', downstreams: [to] };
    await write(down, 'upstreamLineage', { ...upstreams(up), fineGrainedLineages: [lineage] });
    await write(to, 'schemafieldInfo', {});
    await hardDelete(to);
    expect((await deleteReferences(to, true)).relatedAspects).to.deep.equal([
      { entity: down, aspect: 'upstreamLineage', relationship: 'DownstreamOf' },
    ]);
    await deleteReferences(to);
    expect(JSON.stringify((await values(down)).upstreamLineage)).not.to.include(to);
  });

  it('lists at most ten, but counts and removes all', async () => {
    const gone = tag();
    const holders = Array.from({ length: 12 }, dataset);
    const { status, text } = await api.ingestProposalBatch(holders.map((urn) => proposal(urn, 'globalTags', tags(gone))));
    expect(status, text).to.equal(200);
    await hardDelete(gone);
    const { total, relatedAspects } = await deleteReferences(gone);
    expect(total).to.equal(12);
    expect(relatedAspects).to.have.length(10);
    for (const urn of holders) expect(await values(urn)).not.to.have.property('globalTags');
  });

  it('loses nothing that others write at the same time', async () => {
    const gone = tag();
    const urn = dataset();
    await write(urn, 'globalTags', tags(gone));
    const added = Array.from({ length: 10 }, tag);
    const writes = (async () => {
      for (let count = 1; count <= added.length; count++) await write(urn, 'globalTags', tags(gone, ...added.slice(0, count)));
    })();
    for (let count = 0; count < 5; count++) await deleteReferences(gone);
    await writes;
    await deleteReferences(gone);
    expect((await values(urn)).globalTags).to.deep.equal(tags(...added));
  });

  it('a URN that nobody references has none', async () => {
    expect(await deleteReferences(tag())).to.deep.equal({ total: 0, relatedAspects: [] });
  });

  it('refuses an invalid URN, and a dryRun that is neither true nor false', async () => {
    expectRefusal(await act('entities', 'deleteReferences', {}), 400, 'urn');
    expectRefusal(await act('entities', 'deleteReferences', { urn: 'x' }), 400, 'x');
    expectRefusal(await act('entities', 'deleteReferences', { urn: tag(), dryRun: 'perhaps' }), 400, 'dryRun');
  });
});
