/**
 * Forms of sources and their recipes, schedules in words, and reports of runs: pure functions of the pages.
 */
import { expect } from 'chai';
import { SOURCE_FORMS } from '../../src/generated/sources.ts';
import { answersIn, missingIn, plainSecrets, recipeOf, referenceTo, secretName, secretNamed, startOf, withValue } from '../../src/ui/data/recipe.ts';
import { executionOf } from '../../src/ui/data/run-report.ts';
import { intervalOf, nextRun, rhythmOf, scheduleWords, timeOf } from '../../src/ui/data/schedule.ts';

const withForm = SOURCE_FORMS.filter(({ sends }) => sends === undefined);
const filled = ({ fields }: (typeof SOURCE_FORMS)[number]) =>
  Object.fromEntries(fields.map(({ at, kind, options = [] }) => [at, kind === 'check' ? true : kind === 'choice' ? (options[0]?.[0] ?? '') : 'one']));

describe('Forms of sources', () => {
  for (const form of withForm)
    it(`${form.title}: its answers make a recipe, which is read back as the same answers; a recipe that says more is none of the form`, () => {
      for (const answers of [startOf(form), filled(form)]) {
        const recipe = recipeOf(form, answers);
        const read = answersIn(form, JSON.parse(JSON.stringify(recipe)));
        expect(read && recipeOf(form, read)).to.deep.equal(recipe);
        expect(answersIn(form, { ...recipe, pipeline_name: 'mine' })).to.equal(undefined);
      }
      expect(missingIn(form, filled(form))).to.deep.equal([]);
      const asked = form.fields.filter(({ kind }) => kind === 'secret').map(({ at }) => `source/config/${at}`);
      expect(plainSecrets(form, recipeOf(form, filled(form))).map(({ path }) => path.join('/'))).to.include.members(asked);
    });

  it('an empty answer is left out, each line of a list is an item, and what is required is named', () => {
    const form = SOURCE_FORMS.find(({ type }) => type === 's3');
    if (!form) throw new Error('no form of S3');
    const recipe = recipeOf(form, { path_specs: ' s3://a/{table}/* \n\n s3://b/* ', 'aws_config/aws_region': '' });
    expect(recipe).to.deep.include({
      source: {
        type: 's3',
        config: { stateful_ingestion: { enabled: true }, path_specs: [{ include: 's3://a/{table}/*' }, { include: 's3://b/*' }] },
      },
    });
    expect(missingIn(form, {}).map(({ label }) => label)).to.deep.equal(['Files', 'Region']);
  });

  it('secrets in plain text are found by their keys, and are replaced by their names', () => {
    const recipe = {
      source: { config: { password: 'a', list: [{ token: 'b' }], token_name: 'c', client_id: 'd', secret: referenceTo('THERE'), port: 5 } },
    };
    expect(plainSecrets(undefined, recipe).map(({ value }) => value)).to.deep.equal(['a', 'b']);
    expect(withValue(recipe, ['source', 'config', 'list', 0, 'token'], referenceTo('X'))).to.have.nested.property(
      'source.config.list[0].token',
      referenceTo('X'),
    );
    expect([secretNamed(referenceTo('A_B')), secretNamed('$A'), secretNamed('a$b'), secretNamed(1)]).to.deep.equal([
      'A_B',
      'A',
      undefined,
      undefined,
    ]);
    expect([secretName('Shop é', 'password', 0), secretName('1', 'key', 1)]).to.deep.equal(['SHOP_E_PASSWORD', 'SECRET_1_KEY_2']);
  });
});

describe('Schedules in words', () => {
  const words = (interval: string) => scheduleWords({ interval, timezone: 'Europe/Paris' });
  for (const [interval, said] of [
    ['0 2 * * *', 'every night at 02:00 (Europe/Paris)'],
    ['5 14 * * *', 'every day at 14:05 (Europe/Paris)'],
    ['0 * * * *', 'every hour (Europe/Paris)'],
    ['0 */6 * * *', 'every 6 hours (Europe/Paris)'],
    ['0 3 * * 1', 'every Monday at 03:00 (Europe/Paris)'],
    ['0 3 * * 1-5', 'from Monday to Friday at 03:00 (Europe/Paris)'],
    ['0 3 1 * *', 'on day 1 of each month at 03:00 (Europe/Paris)'],
    ['*/7 3 * 2 *', 'at the times “*/7 3 * 2 *” (Europe/Paris)'],
  ] as const)
    it(`${interval} is ${said}`, () => expect(words(interval)).to.equal(said));

  it('the next time is in the time zone of the schedule; one that cannot be read has none', () => {
    const after = Date.UTC(2026, 0, 1, 12);
    expect(nextRun({ interval: '0 2 * * *', timezone: 'Europe/Paris' }, after)).to.equal(Date.UTC(2026, 0, 2, 1));
    expect([nextRun({ interval: 'x', timezone: 'UTC' }, after), nextRun({ interval: '0 2 * * *', timezone: 'Mars' }, after)]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('what the form offers is read back as the same', () => {
    for (const rhythm of ['nightly', 'hourly', 'weekly'] as const) {
      const schedule = { interval: intervalOf(rhythm, '03:30'), timezone: 'UTC' };
      expect(rhythmOf(schedule)).to.equal(rhythm);
      if (rhythm !== 'hourly') expect(timeOf(schedule)).to.equal('03:30');
    }
    expect([rhythmOf(undefined), rhythmOf({ interval: '0 2 1 * *', timezone: '' })]).to.deep.equal(['never', 'own']);
  });
});

describe('Reports of runs', () => {
  const view = (report: unknown, more: object = {}) =>
    executionOf('urn:x:run:1', { args: { recipe: '{"run_id":"r1"}' } }, { structuredReport: { serializedValue: JSON.stringify(report) }, ...more });

  it('have records, findings of each form that clients write, and what is gone', () => {
    const { runId, report } = view({
      source: {
        report: {
          events_produced: 5,
          warnings: [{ title: 'T', message: 'M', context: ['c'] }, '... sampled of 30 total elements'],
          failures: { table: ['no right'] },
          soft_deleted_stale_entities: ['urn:x:dataset:1', '... sampled'],
        },
      },
      sink: { report: { total_records_written: 4, failures: [{ error: 'refused' }] } },
    });
    expect(runId).to.equal('r1');
    expect(report).to.deep.include({ produced: 5, written: 4, gone: ['urn:x:dataset:1'], test: undefined });
    expect(report.warnings.map(({ message }) => message)).to.deep.equal(['M', '... sampled of 30 total elements']);
    expect(report.failures.map(({ message }) => message)).to.deep.equal(['table', 'refused']);
  });

  it('of a test say whether it connects, and what the user may not do', () => {
    const { test } = view({
      basic_connectivity: { capable: false, failure_reason: 'no route' },
      capability_report: { LINEAGE: { capable: true } },
    }).report;
    expect(test).to.deep.equal({ connected: false, reason: 'no route', abilities: [{ name: 'Lineage', capable: true, reason: undefined }] });
    expect(view({ internal_failure: true, internal_failure_reason: 'broken' }).report.test).to.deep.include({ connected: false, reason: 'broken' });
  });

  it('that are missing or broken say nothing', () => {
    const { runId, report } = executionOf('urn:x:run:1', {}, { structuredReport: { serializedValue: '{' } });
    expect(runId).to.equal('urn:x:run:1');
    expect(report).to.deep.equal({ produced: undefined, written: undefined, warnings: [], failures: [], gone: [], log: '', test: undefined });
  });
});
