/** Forms of the pages write what the reader changed, and nothing else. */
import { expect } from 'chai';
import { textsOf } from '../../src/catalog/assets/texts.ts';
import { textsIn } from '../../src/model/pick.ts';
import { placeOfDescription } from '../../src/ui/data/described.ts';
import { changedMembers, withMembers } from '../../src/ui/edit/changed-members.ts';
import { aspectOf, model } from './support/model.ts';

describe('A form of the pages', () => {
  it('changes the members that the reader changed', () => {
    const from = { name: 'a', date: '2030-01-01', links: ['x'], parent: undefined as string | undefined };
    expect(changedMembers({ ...from }, from)).to.deep.equal({});
    expect(changedMembers({ ...from, name: 'b' }, from)).to.deep.equal({ name: 'b' });
    expect(changedMembers({ ...from, links: [], parent: 'p' }, from)).to.deep.equal({ links: [], parent: 'p' });
    expect(changedMembers({ ...from, parent: undefined }, { ...from, parent: 'p' })).to.deep.equal({ parent: undefined });
  });

  it('leaves the other members of a record', () => {
    expect(withMembers({ note: 'n', time: 17, more: 1 }, { note: 'm', time: undefined })).to.deep.equal({ note: 'm', more: 1 });
    expect(withMembers(undefined, { note: 'm' })).to.deep.equal({ note: 'm' });
  });

  it('writes a first description without a name, unless the aspect requires one', () => {
    for (const type of model.entityTypes.values()) {
      const place = placeOfDescription({ ...type.page, ...textsOf(type) }, 'a name', {});
      if (!place) continue;
      const required = textsIn(aspectOf(place.aspect).schema, 'required');
      const allowed = new Set([...required, ...Object.keys(type.page.whenDescribed ?? {})]);
      expect(
        [...Object.keys(place.whenNew)].filter((field) => !allowed.has(field)),
        type.name,
      ).to.deep.equal([]);
      expect(
        [...required].filter((field) => ![place.field, ...Object.keys(place.whenNew)].includes(field)),
        type.name,
      ).to.deep.equal([]);
    }
    const whenNew = (name: string) => {
      const type = model.entityTypes.get(name);
      return type && placeOfDescription({ ...type.page, ...textsOf(type) }, 'a name', {})?.whenNew;
    };
    expect([whenNew('dataset'), whenNew('corpuser'), whenNew('tag')]).to.deep.equal([{}, {}, { name: 'a name' }]);
  });
});
