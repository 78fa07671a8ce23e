import { expect } from 'chai';
import { api } from '../support/client.ts';
import { writeSearchable } from '../support/find.ts';
import { ownNames, status, urns } from '../support/make.ts';

const own = ownNames('metrics');

describe('GET /metrics (docs/operations.md 4)', () => {
  it('has names, types and labels as Prometheus wants them', async () => {
    const { text } = await api.send('GET', '/metrics');
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    expect([...types].filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'))).to.deep.equal([]);
    for (const [, name = ''] of text.matchAll(/^(\w+)\{[^}]*quantile=/gm)) expect(types.get(name), name).to.equal('summary');
    for (const [, name = ''] of text.matchAll(/^(\w+)_bucket\{/gm)) expect(types.get(name), name).to.equal('histogram');
  });

  it('has the delay of the event loop, and counts of requests to the engines', async () => {
    const figures = async (): Promise<Map<string, number>> => {
      const { text } = await api.send('GET', '/metrics');
      return new Map([...text.matchAll(/^(cairn_\S+) (\S+)$/gm)].map(([, name = '', figure]) => [name, Number(figure)]));
    };
    const before = await figures();
    for (const quantile of ['0.5', '0.99', '1'])
      expect(before.get(`cairn_event_loop_delay_seconds{quantile="${quantile}"}`), quantile).to.be.within(0, 60);
    await writeSearchable(urns.dataset(own()), 'status', status(false));
    const after = await figures();
    for (const name of [
      'cairn_event_loop_delay_seconds_count',
      'cairn_event_loop_delay_seconds_sum',
      'cairn_neo4j_statements_total',
      'cairn_neo4j_rows_total',
      'cairn_typesense_requests_total',
      'cairn_typesense_request_bytes_total',
      'cairn_steps_total',
    ])
      expect(after.get(name), name).to.be.above(before.get(name) ?? Number.NaN);
  });
});
