/**
 * Files of glossaries: what each format says, and what it would change. Pure functions of the pages.
 */
import { expect } from 'chai';
import { type Plan, planOf } from '../../src/ui/glossary/compare.ts';
import { type FileEntries, type KnownEntry, knownIn } from '../../src/ui/glossary/entries.ts';
import { formatOf, readEntries } from '../../src/ui/glossary/read-file.ts';

const PREFIX = 'urn:svc:';
const term = (id: string): string => `${PREFIX}glossaryTerm:${id}`;
const group = (id: string): string => `${PREFIX}glossaryNode:${id}`;
const read = (name: string, text: string, known: readonly KnownEntry[] = []): Promise<FileEntries> => readEntries(name, text, known, PREFIX);

/** What a plan would leave in the catalog. */
function stored(plan: Plan, before: readonly KnownEntry[] = []): KnownEntry[] {
  const aspects = new Map(before.map((each) => [each.urn, { ...each.aspects }]));
  for (const { urn, aspect, value } of plan.entries.flatMap(({ writes }) => writes))
    aspects.set(urn, { ...aspects.get(urn), [aspect]: JSON.parse(JSON.stringify(value)) });
  return knownIn(
    [...aspects].map(([urn, values]) => ({ urn, name: String((values.glossaryTermInfo ?? values.glossaryNodeInfo)?.name), aspects: values })),
  );
}

const changes = ({ entries }: Plan): string[] => entries.map(({ entry, change }) => `${entry.urn} ${change}`);

const YAML = `
version: "1"
source: Handbook
owners: { users: [ann], type: STEWARD }
url: https://handbook.example
nodes:
  - name: Classification
    description: How careful to be
    terms:
      - name: Sensitive Data
        description: Only for some
        custom_properties: { level: 3 }
        domain: Legal
      - name: Secret
        description: For few
        inherits: [Classification.Sensitive Data]
        owners: { groups: [legal] }
    nodes:
      - name: Größe
        id: sizes
        description: Sizes
terms:
  - name: Top
    id: urn:li:glossaryTerm:top
    description: At the top
    related_terms: [Classification.Secret]
`;

const TURTLE = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <https://example.com/animals#> .
<https://example.com/animals> a skos:ConceptScheme ; skos:prefLabel "Animals"@en, "Tiere"@de ; skos:hasTopConcept ex:animal .
ex:animal a skos:Concept ; skos:prefLabel "Tier"@de, "animal"@en ; skos:definition "It breathes"@en ; skos:narrower ex:cat .
ex:cat a skos:Concept ; skos:prefLabel "cat"@en ; skos:altLabel "kitty"@en ; skos:notation "C1" ; skos:inScheme <https://example.com/animals> ;
  skos:related ex:dog, <https://elsewhere.example/pet> .
ex:dog a skos:Concept ; skos:prefLabel "dog" ; skos:broader ex:animal ; skos:topConceptOf <https://example.com/animals> .
ex:pets a skos:Collection ; skos:prefLabel "Pets"@en ; skos:inScheme <https://example.com/animals> ; skos:member ex:dog .
`;

const XML = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  <skos:ConceptScheme rdf:about="https://example.com/animals"><skos:prefLabel xml:lang="en">Animals</skos:prefLabel></skos:ConceptScheme>
  <skos:Concept rdf:about="https://example.com/animals#animal">
    <skos:prefLabel xml:lang="en">animal</skos:prefLabel>
    <skos:inScheme rdf:resource="https://example.com/animals"/>
  </skos:Concept>
  <skos:Concept rdf:about="https://example.com/animals#cat">
    <skos:prefLabel xml:lang="en">cat</skos:prefLabel>
    <skos:broader rdf:resource="https://example.com/animals#animal"/>
    <skos:inScheme rdf:resource="https://example.com/animals"/>
  </skos:Concept>
</rdf:RDF>`;

const CSV = `Name,Type,In,Definition,Related
Revenue,Term,Finance,"What we earn, in all",Cost
Cost,Term,Finance,What we pay,
Finance,Group,Company,All about money,
Company,Group,,The whole,
Lonely,Term,,,
`;

describe('Files of glossaries', () => {
  for (const [name, text, format] of [
    ['a.csv', 'Name\nx', 'csv'],
    ['a.yml', YAML, 'yaml'],
    ['a.ttl', TURTLE, 'turtle'],
    ['a.txt', TURTLE, 'turtle'],
    ['a.rdf', XML, 'rdfxml'],
    ['a.bin', YAML, 'yaml'],
  ] as const)
    it(`${name} that begins with “${text.trim().slice(0, 12)}” is ${format}`, () => expect(formatOf(name, text)).to.equal(format));

  for (const [name, text] of [
    ['a.csv', CSV],
    ['a.yml', YAML],
    ['a.ttl', TURTLE],
    ['a.rdf', XML],
  ] as const)
    it(`${name}: all is new in an empty catalog, and the same when it comes again`, async () => {
      const first = planOf(await read(name, text), []);
      expect(first.refused).to.deep.equal([]);
      expect(first.entries.every(({ change }) => change === 'new')).to.equal(true);
      const known = stored(first);
      const again = planOf(await read(name, text, known), known);
      expect(again.refused).to.deep.equal([]);
      expect(changes(again).filter((each) => !each.endsWith('same'))).to.deep.equal([]);
    });

  it('a business glossary has the ids that DataHub makes, its relations, owners, sources and properties', async () => {
    const { entries, notes } = await read('a.yml', YAML);
    expect(entries.map(({ urn }) => urn)).to.deep.equal([
      group('Classification'),
      group('sizes'),
      term('Classification.Sensitive-Data'),
      term('Classification.Secret'),
      term('top'),
    ]);
    const [, sizes, sensitive, secret, top] = entries;
    expect(sizes).to.deep.include({ name: 'Größe', parent: group('Classification') });
    expect(sensitive).to.deep.include({
      ...{ termSource: 'INTERNAL', sourceRef: 'Handbook', sourceUrl: 'https://handbook.example', customProperties: { level: '3' } },
      owners: [{ owner: 'urn:svc:corpuser:ann', type: 'STEWARD' }],
    });
    expect(secret?.relations).to.deep.equal({ isRelatedTerms: [term('Classification.Sensitive-Data')] });
    expect(secret?.owners).to.deep.equal([{ owner: 'urn:svc:corpGroup:legal', type: 'DEVELOPER' }]);
    expect(top?.relations).to.deep.equal({ relatedTerms: [term('Classification.Secret')] });
    expect(notes).to.have.length(1).and.to.have.property('0').that.includes('domains');
  });

  it('SKOS: schemes and collections are groups; broader and narrower are the same relation; labels are English, if there are some', async () => {
    const { entries, notes } = await read('a.ttl', TURTLE);
    const of = (urn: string) => entries.find((each) => each.urn === urn);
    expect(of(group('animals'))).to.deep.include({ name: 'Animals', parent: null });
    expect(of(group('pets'))).to.deep.include({ name: 'Pets', parent: group('animals') });
    expect(of(term('animals.animal'))).to.deep.include({
      name: 'animal',
      definition: 'It breathes',
      sourceUrl: 'https://example.com/animals#animal',
    });
    expect(of(term('animals.cat'))).to.deep.include({
      customProperties: { Notation: 'C1', 'Also called': 'kitty' },
      relations: { isRelatedTerms: [term('animals.animal')], relatedTerms: [term('pets.dog')] },
    });
    expect(of(term('pets.dog'))).to.deep.include({ name: 'dog', parent: group('pets') });
    expect(notes).to.deep.equal(['Left out: 1 relation to concepts of other files.']);
  });

  it('CSV: names are found in the file and in the catalog, in any order; a cell is empty where nothing shall be; what has no column stays', async () => {
    const known = stored(planOf(await read('a.csv', CSV), []));
    const finance = `Name,In,Definition\nRevenue,Finance,\nMargin,Finance,What stays\n`;
    const plan = planOf(await read('b.csv', finance, known), known);
    expect(plan.refused).to.deep.equal([]);
    expect(changes(plan)).to.deep.equal([`${term('Company.Finance.Revenue')} changed`, `${term('Company.Finance.Margin')} new`]);
    expect(plan.entries[0]?.differences).to.deep.equal([{ part: 'Definition', before: 'What we earn, in all', after: undefined }]);
    const after = stored(plan, known).find(({ urn }) => urn === term('Company.Finance.Revenue'));
    expect(after?.aspects.glossaryRelatedTerms).to.deep.equal({ relatedTerms: [term('Company.Finance.Cost')] });
  });

  it('CSV: the export of another time changes only what was edited, by its URN', async () => {
    const known = stored(planOf(await read('a.csv', CSV), []));
    const lines = known.map(({ urn, kind, name, parent, aspects }) => {
      const { definition } = (aspects.glossaryTermInfo ?? aspects.glossaryNodeInfo) as { definition: string };
      const inside = known.find((each) => each.urn === parent)?.name ?? '';
      return [name === 'Cost' ? 'Costs' : name, kind === 'group' ? 'Term group' : 'Glossary term', inside, definition, urn]
        .map((cell) => `"${cell}"`)
        .join(',');
    });
    const plan = planOf(await read('glossary.csv', ['Name,Type,In,Definition,URN', ...lines].join('\r\n'), known), known);
    expect(plan.refused).to.deep.equal([]);
    expect(changes(plan).filter((each) => !each.endsWith('same'))).to.deep.equal([`${term('Company.Finance.Cost')} changed`]);
  });

  for (const [title, text, reason] of [
    ['an unknown group', 'Name,In\nA,Nowhere', 'no group is called “Nowhere”'],
    ['an unknown term', 'Name,Related\nA,Nothing', 'no term is called “Nothing”'],
    ['two of one id', 'Name\nA\nA', 'is there twice: line 2'],
    ['no name', 'Name,Definition\n,x', 'has no name'],
    ['a name without letters', 'Name\n***', 'needs a letter or a digit'],
    ['a group in itself', 'Name,Type,In\nA,Group,B\nB,Group,A', 'no group is called'],
    ['a term that relates to itself', 'Name,Related\nA,A', 'would relate to itself'],
    ['a URN of another kind', 'Name,Type,URN\nA,Term,urn:svc:tag:x', 'expected the URN of a term'],
  ] as const)
    it(`refuse ${title}, and say where`, async () => {
      const { refused } = planOf(await read('a.csv', text), []);
      expect(refused.map((each) => each.text).join('; ')).to.include(reason);
      expect(refused[0]?.where).to.match(/^line \d$/);
    });

  for (const [title, name, text, message] of [
    ['no YAML', 'a.yml', 'nodes: [', 'The file is no YAML'],
    ['another YAML', 'a.yml', 'source: x', 'Expected a business glossary'],
    ['no Turtle', 'a.ttl', '@prefix x', 'The file is no Turtle'],
    ['no RDF/XML', 'a.rdf', '<rdf:RDF><a></b></rdf:RDF>', 'The file is no RDF/XML'],
    ['half a file', 'a.rdf', XML.slice(0, -20), 'The file is no RDF/XML'],
    ['a CSV file without names', 'a.csv', 'x,y\n1,2', 'Expected a column Name'],
  ] as const)
    it(`${title} is refused as a whole`, async () => {
      const error = await read(name, text).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Error).and.to.have.property('message').that.includes(message);
    });
});
