/**
 * What the pages do with Markdown before it is rendered: summaries, and links that begin with `@`.
 */
import { expect } from 'chai';
import { mentionAt, withLink } from '../../src/ui/edit/mention.ts';
import { summaryOf } from '../../src/ui/entity/summary.ts';

const TABLE = 'urn:svc:dataset:(urn:svc:dataPlatform:hive,shop.orders,PROD)';

describe('the summary of a Markdown text', () => {
  const cases: readonly (readonly [title: string, markdown: string, summary: string])[] = [
    ['is the first paragraph', 'One row an order.\n\nCancelled ones, too.', 'One row an order.'],
    ['leaves headings out', '# Orders\n\nOne row an order.', 'One row an order.'],
    ['leaves a heading out that has no blank line after it', '## Orders\nOne row an order.', 'One row an order.'],
    ['leaves code and tables out', '```sql\nSELECT 1\n```\n\n| a |\n| - |\n\nText.', 'Text.'],
    ['has no marks', '**Net** revenue, _without_ `tax`, ~~maybe~~', 'Net revenue, without tax, maybe'],
    ['keeps underscores in names', 'See fct_orders_2 and my_table', 'See fct_orders_2 and my_table'],
    ['keeps the words of links', `What [the \`report\`](${TABLE}) adds up, [here](https://example.org "x")`, 'What the report adds up, here'],
    ['keeps lines', 'First line\nsecond line', 'First line\nsecond line'],
    ['is a heading if there is nothing else', '# Orders', 'Orders'],
    ['of nothing is nothing', ' \n\n ', ''],
  ];
  for (const [title, markdown, summary] of cases) it(title, () => expect(summaryOf(markdown)).to.equal(summary));
});

describe('a link that begins with @', () => {
  it('is what follows the sign, up to the caret', () => {
    expect(mentionAt('See @ord', 8)).to.deep.equal({ from: 4, asked: 'ord' });
    expect(mentionAt('See @orders', 8)).to.deep.equal({ from: 4, asked: 'ord' });
    expect(mentionAt('(@a.b', 5)).to.deep.equal({ from: 1, asked: 'a.b' });
    expect(mentionAt('@', 1)).to.deep.equal({ from: 0, asked: '' });
  });

  it('is not in an address of mail, and ends with a space', () => {
    expect(mentionAt('mia@hazel', 9)).to.equal(undefined);
    expect(mentionAt('@ord ers', 8)).to.equal(undefined);
  });

  it('becomes a link to the entity, and the caret goes behind it', () => {
    const made = withLink('See @ord, please', { from: 4, asked: 'ord' }, 'orders', TABLE);
    expect(made.text).to.equal(`See [orders](${TABLE}), please`);
    expect(made.text.slice(made.caret)).to.equal(', please');
    expect(withLink('@a', { from: 0, asked: 'a' }, 'a', TABLE).text).to.equal(`[a](${TABLE}) `);
  });

  it('is still a link if the name or the URN has signs of Markdown', () => {
    expect(withLink('@a', { from: 0, asked: 'a' }, 'a [b]_c', 'urn:svc:tag:a b').text).to.equal('[a \\[b\\]\\_c](<urn:svc:tag:a b>) ');
    expect(withLink('@a', { from: 0, asked: 'a' }, 'a', 'urn:svc:tag:a)b').text).to.equal('[a](<urn:svc:tag:a)b>) ');
  });
});
