/**
 * How answers to a question are ranked (docs/semantics.md 9.3), without engines.
 */
import { expect } from 'chai';
import { documentsOf } from '../../../src/search/document/document.ts';
import { abbreviates, learnt, makePairs } from '../../../src/search/evidence/abbreviations.ts';
import { type EvidenceDocument, wordSearches } from '../../../src/search/evidence/candidates.ts';
import { questionOf } from '../../../src/search/evidence/question.ts';
import { type Join, ranked, scored, withoutShards } from '../../../src/search/evidence/score.ts';
import { countingWords } from '../../../src/search/evidence/stop-words.ts';
import { groupsOf } from '../../../src/search/evidence/synonyms.ts';
import { readSynonymsFile } from '../../../src/search/evidence/synonyms-file.ts';
import { nearWords, type Vocabulary } from '../../../src/search/evidence/vocabulary.ts';
import { evidenceFor } from '../../../src/search/evidence/weights.ts';
import { model } from '../support/model.ts';

const urnOf = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;

/** The evidence of a table with these columns; each with a description, if given. */
function table(name: string, columns: readonly (string | readonly [string, string])[] = [], more: Record<string, unknown> = {}): EvidenceDocument {
  const fields = columns.map((column) => ({ fieldPath: [column].flat()[0], description: [column].flat()[1] ?? '' }));
  const aspects = { datasetKey: { platform: 'urn:svc:dataPlatform:hive', name, origin: 'PROD' }, schemaMetadata: { fields }, ...more };
  const list = Object.entries(aspects).map(([aspect, value]) => ({ name: aspect, value: JSON.stringify(value) }));
  const work = documentsOf(model, { urn: urnOf(name), removed: false, aspects: list });
  for (let step = work.next(); ; step = work.next())
    if (step.done) return evidenceFor(JSON.parse(step.value?.evidence ?? '{}') as EvidenceDocument, true);
}

/** A catalog of 1,000 entities, in which these words stand so often; all others once. */
function vocabulary(counts: Readonly<Record<string, number>> = {}, words: readonly string[] = []): Vocabulary {
  const all = new Map(Object.entries(counts));
  for (const word of words) all.set(word, all.get(word) ?? 1);
  const bySize = new Map<string, string[]>();
  for (const word of all.keys()) bySize.set(`${word[0]}${word.length}`, [...(bySize.get(`${word[0]}${word.length}`) ?? []), word]);
  return { documents: 1_000, averages: { n: 2, p: 2, c: 10, k: 2, d: 20 }, counts: all, abbreviations: new Map(), bySize };
}

function answers(text: string, tables: readonly EvidenceDocument[], words = vocabulary(), joins: readonly Join[] = []): string[] {
  const question = questionOf(text, words, groupsOf([]));
  return withoutShards(ranked(question, scored(question, tables, words), joins)).map(({ urn }) => urn.split(',')[1] ?? '');
}

describe('The ranking of answers', () => {
  it('is the same in whatever order the index gives the candidates and the graph what joins them, to the last digit', () => {
    const words = ['singer', 'concert', 'stadium', 'ticket', 'venue', 'refund', 'guest'];
    const known = vocabulary(Object.fromEntries(words.map((word, at) => [word, 1 + at * at * 7])));
    const tables = words.map((word, at) => table(`shop.t${at}`, [word, words[(at + 1) % words.length] ?? '', 'id']));
    const joins = tables.map(({ urn }, at): Join => [String(urn), String(tables[(at + 2) % tables.length]?.urn)]);
    const question = questionOf(words.join(' '), known, groupsOf([]));
    const scores = (turn: number): string => {
      const turned = <Item>(list: readonly Item[]): Item[] => [...list.slice(turn), ...list.slice(0, turn)].reverse();
      return ranked(question, scored(question, turned(tables), known), turned(joins))
        .map(({ urn, score }) => `${urn} ${score}`)
        .join('\n');
    };
    for (let turn = 1; turn < tables.length; turn++) expect(scores(turn)).to.equal(scores(0));
  });

  it('a rare word says more than a common one', () => {
    const tables = [table('a.common'), table('a.rare')];
    expect(answers('common rare', tables, vocabulary({ common: 500, rare: 2 }))).to.deep.equal(['a.rare', 'a.common']);
  });

  it('a word in a name says more than in a column, and there more than in a description', () => {
    const tables = [
      table('a.x', [['id', 'the number by which an order is known to others who sell what we sell']]),
      table('b.y', ['order']),
      table('c.order'),
    ];
    expect(answers('order', tables)).to.deep.equal(['c.order', 'b.y', 'a.x']);
  });

  it('what has only numbers of a question is no answer, unless there is nothing else in it', () => {
    const tables = [table('a.orders_2024'), table('b.visits_2024')];
    expect(answers('orders 2024', tables)).to.deep.equal(['a.orders_2024']);
    expect(answers('2024', tables)).to.have.length(2);
  });

  it('a word says less in a table of many columns', () => {
    const wide = Array.from({ length: 300 }, (_, at) => `column${String.fromCharCode(97 + (at % 26))}${at}`);
    expect(answers('order', [table('a.wide', [...wide, 'order']), table('b.lean', ['order'])])).to.deep.equal(['b.lean', 'a.wide']);
  });

  it('what has all words comes first, unless it says little with them', () => {
    const both = table('a.one', ['singer', 'concert', ...Array.from({ length: 60 }, (_, at) => `other${String.fromCharCode(97 + (at % 26))}${at}`)]);
    const one = table('b.singer');
    expect(answers('singer concert', [both, one], vocabulary({ singer: 5, concert: 5 }))[0]).to.equal('b.singer');
    const near = table('c.singer_log', ['concert']);
    expect(answers('singer concert', [near, one])[0]).to.equal('c.singer_log');
  });

  it('tables of a schema that meets several words rise', () => {
    const tables = [table('alone.booking'), table('music.booking'), table('music.singer')];
    expect(answers('booking of the singer', tables).indexOf('music.booking')).to.be.lessThan(
      answers('booking of the singer', tables).indexOf('alone.booking'),
    );
  });

  it('what is joined with a good answer rises', () => {
    const tables = [table('a.singer'), table('b.visit', ['place']), table('c.visit', ['place', 'x'])];
    expect(answers('visit of a singer', tables, vocabulary(), [[urnOf('a.singer'), urnOf('c.visit')]])).to.deep.equal([
      'a.singer',
      'c.visit',
      'b.visit',
    ]);
  });

  it('shards of one table are one answer; tables whose short numbers differ only if their columns are the same', () => {
    expect(
      answers(
        'event',
        ['20240101', '20240102', '20240103'].map((day) => table(`a.event_${day}`, ['id'])),
      ),
    ).to.have.length(1);
    expect(answers('event', [table('a.event_1', ['id']), table('a.event_2', ['id'])])).to.have.length(1);
    expect(answers('event', [table('a.event_1', ['id']), table('a.event_2', ['other'])])).to.have.length(2);
  });

  it('what is deprecated comes last among equals', () => {
    const tables = [table('a.order', [], { deprecation: { deprecated: true } }), table('b.order')];
    expect(answers('order', tables)).to.deep.equal(['b.order', 'a.order']);
  });

  it('a stop word counts only in a name', () => {
    const tables = [table('a.pet'), table('a.has_pet'), table('a.dog', ['has', 'pet'])];
    expect(answers('who has a pet', tables)[0]).to.equal('a.has_pet');
  });
});

describe('The words of a question', () => {
  it('are looked for in fields whose weights fall: otherwise Typesense tells others than it was given', () => {
    for (const columns of [true, false]) {
      const words = vocabulary();
      const among = { types: [], removed: false, columns, open: false };
      const [search] = wordSearches(questionOf('orders', words, groupsOf([])), words, among).searches;
      const weights = search?.query_by_weights.split(',').map(Number) ?? [];
      expect(weights)
        .to.deep.equal([...weights].sort((one, other) => other - one))
        .and.include(2);
      expect(search?.query_by.split(',')).to.have.length(weights.length);
    }
  });

  it('stop words do not count, unless there are no others', () => {
    expect(countingWords('How many singers do we have?')).to.equal('singers');
    expect(countingWords('to be or not to be')).to.equal('to be or not to be');
    expect(questionOf('the singers', vocabulary(), groupsOf([])).spoken).to.equal(true);
    expect(questionOf('pets_1.Has_Pet', vocabulary(), groupsOf([])).spoken).to.equal(false);
  });

  it('what an apostrophe shortens is no word of a sentence', () => {
    const words = (text: string): string[] => questionOf(text, vocabulary(), groupsOf([])).terms.map(({ word }) => word);
    expect(words("what's the driver’s name")).to.deep.equal(['what', 'the', 'driver', 'name']);
    expect(words("o'neill t's")).to.deep.equal(['o', 'neill', 't']);
    expect(countingWords("what's the driver's name")).to.equal('driver name');
    expect(countingWords("driver's name")).to.equal("driver's name");
  });

  it('an unknown word stands for what is one letter away, in long words two; the first letter is right', () => {
    const words = vocabulary({}, ['customer', 'custom', 'order', 'border']);
    expect(nearWords(words, 'custmer')).to.deep.equal(['customer']);
    expect(nearWords(words, 'ordre')).to.deep.equal([]);
    expect(nearWords(words, 'orxer')).to.deep.equal(['order']);
    expect(nearWords(words, 'xustomer')).to.deep.equal([]);
  });

  it('synonyms stand for one another, in any inflection', () => {
    const synonyms = groupsOf([
      ['clients', 'customer'],
      ['account holder', 'owner'],
    ]);
    expect(synonyms.of('client')).to.deep.equal(['customer']);
    expect(synonyms.of('owner')).to.deep.equal([]);
  });

  it('the file of synonyms has single words with commas between', () => {
    expect(readSynonymsFile('f', '# ours\n\nclient, customer\r\n')).to.deep.equal([['client', 'customer']]);
    for (const wrong of ['client', 'client, account holder', 'client,,x']) expect(() => readSynonymsFile('f', wrong), wrong).to.throw(/line 1/);
  });

  it('an abbreviation is learnt from several schemas that say its word', () => {
    const pairs = makePairs();
    for (const place of ['a', 'b']) pairs.add(['dept'], ['department'], place);
    expect(learnt(pairs).get('dept')).to.equal(undefined);
    pairs.add(['dept'], ['department', 'depot'], 'c');
    expect(learnt(pairs).get('dept')).to.deep.equal(['department']);
    expect(learnt(pairs).get('department')).to.deep.equal(['dept']);
    expect(abbreviates('qty', 'quantity')).to.equal(true);
    expect(abbreviates('qty', 'quality')).to.equal(true);
    expect(abbreviates('qty', 'city')).to.equal(false);
  });
});
