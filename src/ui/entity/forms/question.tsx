/**
 * One question of a form about an entity. An answer goes where it belongs: to the owners, a property, the columns.
 */
import { useContext, useState } from 'preact/hooks';
import { plainPath } from '../../../column-names.ts';
import type { EntityView } from '../../api/entity.ts';
import { type AskedForm, answerPrompt, type Form, type Prompt, type PromptType } from '../../api/forms.ts';
import type { Property, PropertyValue } from '../../api/properties.ts';
import { columnUrn } from '../../api/urn.ts';
import { recordsIn } from '../../data/is-record.ts';
import { plural } from '../../data/words.ts';
import { EditDialog } from '../../edit/edit-dialog.tsx';
import { editLinksNamed } from '../../edit/entity-links.tsx';
import { editOwners } from '../../edit/owners.tsx';
import type { Editing } from '../../edit/use-editing.ts';
import { ValueField } from '../../edit/value-field.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { entriesIn } from '../../parts/property-entries.ts';
import { PropertyValues } from '../../parts/property-list.tsx';
import { Time } from '../../parts/time.tsx';
import { useWork } from '../../parts/use-work.ts';
import { entityUrl, Link } from '../../route.ts';
import { OfPage } from '../page-context.ts';
import { useDescription } from '../use-description.ts';

interface QuestionProps {
  readonly entity: EntityView;
  readonly form: Form;
  readonly prompt: Prompt;
  readonly answered: ReturnType<AskedForm['answers']['get']>;
  readonly mayAnswer: boolean;
  readonly onSaved: (what: string) => void;
}

export function Question(props: QuestionProps) {
  const { prompt, answered } = props;
  const { title, description, required, type } = prompt;
  return (
    <li>
      <div class="stack">
        <p>
          <strong dir="auto">{title}</strong> {required && !answered?.done && <Badge>Required</Badge>}
        </p>
        {description && (
          <p class="small" dir="auto">
            {description}
          </p>
        )}
        {answered?.done && answered.stamp && (
          <p class="muted small">
            Answered by <EntityLink urn={answered.stamp.actor} />, <Time ms={answered.stamp.time} />
          </p>
        )}
        {type === 'STRUCTURED_PROPERTY' ? (
          <OfProperty {...props} />
        ) : type === 'FIELDS_STRUCTURED_PROPERTY' ? (
          <OfColumns {...props} />
        ) : (
          <OfAspect {...props} />
        )}
      </div>
    </li>
  );
}

const PARTS: Readonly<Partial<Record<PromptType, Editing<never>>>> = {
  OWNERSHIP: editOwners as unknown as Editing<never>,
  DOMAIN: editLinksNamed('domain') as unknown as Editing<never>,
  GLOSSARY_TERMS: editLinksNamed('terms') as unknown as Editing<never>,
  TAGS: editLinksNamed('tags') as unknown as Editing<never>,
};

/** The answer is what the entity has: it is edited as elsewhere, or confirmed as it is. */
function OfAspect({ entity, form, prompt, answered, mayAnswer, onSaved }: QuestionProps) {
  const { text, editing: describing } = useDescription(entity);
  const { rights } = useContext(OfPage);
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useWork();
  const documented = prompt.type === 'DOCUMENTATION';
  const editing = documented ? (describing as Editing<never> | undefined) : PARTS[prompt.type];
  const current = editing && entity.aspects[editing.aspect];
  const isThere = documented ? text !== '' : (editing?.read(current?.value) as readonly unknown[] | undefined)?.length;
  const mayEdit = mayAnswer && editing !== undefined && rights?.aspects.includes(editing.aspect) === true;
  const answer = (): Promise<void> =>
    run(async () => {
      await answerPrompt(entity.urn, form.urn, { prompt });
      onSaved('Answered');
    });
  return (
    <>
      {documented ? (
        <p class="summary clamp" dir="auto">
          {text || <span class="muted">None yet.</span>}
        </p>
      ) : (
        editing && <editing.Show value={current?.value} />
      )}
      {mayAnswer && (
        <div class="bar close">
          {mayEdit && (
            <Button
              label={isThere ? 'Change' : 'Answer'}
              class={isThere ? '' : 'primary'}
              aria-label={`${isThere ? 'Change' : 'Answer'}: ${prompt.title}`}
              onClick={() => setOpen(true)}
            />
          )}
          {isThere && !answered?.done && (
            <Button label="That is right" class="primary" disabled={busy} aria-label={`That is right: ${prompt.title}`} onClick={answer} />
          )}
        </div>
      )}
      <Failure error={error} />
      {open && editing && (
        <EditDialog urn={entity.urn} editing={editing} current={current} onClose={() => setOpen(false)} onSaved={() => void answer()} />
      )}
    </>
  );
}

function OfProperty({ entity, form, prompt, answered, mayAnswer, onSaved }: QuestionProps) {
  const property = useProperty(prompt);
  const entries = entriesIn(entity.aspects.structuredProperties?.value).filter(({ propertyUrn }) => propertyUrn === property?.urn);
  const [values, set] = useState<readonly PropertyValue[]>(entries[0]?.values ?? []);
  const { busy, error, run } = useWork();
  if (!property) return <Gone />;
  if (!mayAnswer) return entries.length > 0 ? <PropertyValues entries={entries} properties={[property]} /> : <p class="muted">None yet.</p>;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await answerPrompt(entity.urn, form.urn, { prompt, values });
          onSaved('Answered');
        });
      }}
    >
      <ValueField property={property} values={values} onChange={set} />
      <Failure error={error} />
      <div>
        <button type="submit" class={answered?.done ? '' : 'primary'} disabled={busy || values.length === 0} aria-label={`Answer: ${prompt.title}`}>
          {answered?.done ? 'Answer again' : 'Answer'}
        </button>
      </div>
    </form>
  );
}

/** Columns that are asked about at a time. */
const MOST_COLUMNS = 10;

function OfColumns({ entity, form, prompt, answered, mayAnswer, onSaved }: QuestionProps) {
  const property = useProperty(prompt);
  const [values, set] = useState<Readonly<Record<string, readonly PropertyValue[]>>>({});
  const { busy, error, run } = useWork();
  const all = recordsIn(entity.aspects.schemaMetadata?.value.fields).map(({ fieldPath }) => String(fieldPath));
  const done = new Set(answered?.columns);
  const open = all.filter((path) => !done.has(path));
  if (!property) return <Gone />;
  const given = Object.entries(values).filter(([, list]) => list.length > 0);
  const submit = (): Promise<void> =>
    run(async () => {
      for (const [column, list] of given) await answerPrompt(entity.urn, form.urn, { prompt, column, values: list });
      set({});
      onSaved('Answered');
    });
  return (
    <>
      <p class="small">
        {plural(done.size, 'column')} of {all.length.toLocaleString('en')} answered.{' '}
        <Link href={entityUrl(entity.urn, 'schema')}>See the columns</Link>
      </p>
      {mayAnswer && open.length > 0 && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {open.slice(0, MOST_COLUMNS).map((path) => (
            <ValueField
              key={columnUrn(entity.urn, path)}
              property={{ ...property, name: plainPath(path), description: '' }}
              values={values[path] ?? []}
              onChange={(list) => set((before) => ({ ...before, [path]: list }))}
            />
          ))}
          {open.length > MOST_COLUMNS && <p class="hint">{plural(open.length - MOST_COLUMNS, 'column')} more come after these.</p>}
          <Failure error={error} />
          <div>
            <button type="submit" class="primary" disabled={busy || given.length === 0} aria-label={`Answer: ${prompt.title}`}>
              Answer {given.length > 0 && plural(given.length, 'column')}
            </button>
          </div>
        </form>
      )}
    </>
  );
}

function useProperty({ structuredPropertyParams: of }: Prompt): Property | undefined {
  return useContext(OfPage).properties.find(({ urn }) => urn === of?.urn);
}

function Gone() {
  return <p class="muted">The property that it asks for does not exist any more.</p>;
}
