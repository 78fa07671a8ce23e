/**
 * What forms ask about an entity: each question with its answer, or the field for it.
 */
import { useContext } from 'preact/hooks';
import type { EntityView } from '../../api/entity.ts';
import { type AskedForm, askedIn, type Form, readForms, verifyForm } from '../../api/forms.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Time } from '../../parts/time.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { useWork } from '../../parts/use-work.ts';
import { NOTHING_READ, OfPage, useMayChange } from '../page-context.ts';
import { Question } from './question.tsx';

interface TabProps {
  readonly entity: EntityView;
  readonly onSaved: (what: string) => void;
}

export function FormsTab({ entity, onSaved }: TabProps) {
  const asked = askedIn(entity.aspects.forms?.value);
  const urns = asked.map(({ form }) => form);
  const { data, error, reload } = useLoad((signal) => readForms(urns, signal), [urns]);
  const { properties } = useContext(OfPage);
  // Before that, no question could say whether its property is still there.
  const known = properties !== NOTHING_READ.properties;
  if (!data || !known) return <Loading label="Loading the forms" error={error} onRetry={reload} />;
  return (
    <div class="stack far">
      {asked.map((each) => {
        const form = data.find(({ urn }) => urn === each.form);
        return form && <FormCard key={each.form} entity={entity} onSaved={onSaved} form={form} asked={each} />;
      })}
    </div>
  );
}

function FormCard({ entity, onSaved, form, asked }: TabProps & { readonly form: Form; readonly asked: AskedForm }) {
  const { complete, verified, answers } = asked;
  const mayAnswer = useMayChange('forms') && entity.asOf === undefined;
  const { busy, error, run } = useWork();
  const done = form.prompts.filter(({ id }) => answers.get(id)?.done).length;
  return (
    <section class="card stack far" aria-label={form.name}>
      <header class="bar spread">
        <div>
          <h3 dir="auto">{form.name}</h3>
          {form.description !== '' && (
            <p class="muted" dir="auto">
              {form.description}
            </p>
          )}
        </div>
        {verified ? (
          <p class="small">
            <Badge tone="good">Verified</Badge> by <EntityLink urn={verified.actor} />, <Time ms={verified.time} />
          </p>
        ) : (
          <Badge tone={complete ? 'good' : 'warn'}>{complete ? 'Complete' : `${done} of ${form.prompts.length} answered`}</Badge>
        )}
      </header>
      <ol class="form-questions stack far">
        {form.prompts.map((prompt) => (
          <Question
            key={prompt.id}
            entity={entity}
            form={form}
            prompt={prompt}
            answered={answers.get(prompt.id)}
            mayAnswer={mayAnswer}
            onSaved={onSaved}
          />
        ))}
      </ol>
      {form.verified && complete && !verified && mayAnswer && (
        <div class="bar">
          <Button
            label="Verify the answers"
            class="primary"
            disabled={busy}
            onClick={() =>
              run(async () => {
                await verifyForm(entity.urn, form.urn);
                onSaved('Verified');
              })
            }
          />
          <span class="muted small">Says with your name and today's date that they are right.</span>
        </div>
      )}
      <Failure error={error} />
    </section>
  );
}
