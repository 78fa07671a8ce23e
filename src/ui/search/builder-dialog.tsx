/**
 * Puts filters together with and, or and not, and shows the query that they are.
 */
import { useState } from 'preact/hooks';
import { isUrn } from '../api/urn.ts';
import { EntityPicker } from '../edit/entity-picker.tsx';
import { Button } from '../parts/button.tsx';
import { Copy } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { TextField } from '../parts/field.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { Select } from '../parts/select.tsx';
import { useName } from '../parts/use-name.ts';
import { navigate, useRoute, withQuery } from '../route.ts';
import { type BuiltQuery, builtOf, type Condition, OPERATORS, queryText } from './built.ts';
import { valueWord } from './facet-name.tsx';

interface QueryField {
  readonly field: string;
  readonly title: string;
  /** Frequent values. */
  readonly values: readonly string[];
}

/** The types of entities that fields refer to. */
const PICKED: Readonly<Record<string, readonly string[]>> = {
  tags: ['TAG'],
  fieldTags: ['TAG'],
  glossaryTerms: ['GLOSSARY_TERM'],
  fieldGlossaryTerms: ['GLOSSARY_TERM'],
  owners: ['CORP_USER', 'CORP_GROUP'],
  domains: ['DOMAIN'],
  container: ['CONTAINER'],
};

const NEW: Condition = { not: false, field: '', operator: 'is', value: '' };

export function BuilderDialog({ fields, onClose }: { readonly fields: readonly QueryField[]; readonly onClose: () => void }) {
  const route = useRoute();
  const before = route.query.get('query') ?? '';
  const read = builtOf(before);
  const [{ words, groups }, set] = useState<BuiltQuery>(() => {
    const { words: typed, groups: made } = read ?? { words: '', groups: [] };
    return { words: typed, groups: made.length > 0 ? made : [[NEW]] };
  });
  const text = queryText({ words, groups });
  const change = (at: number, group: readonly Condition[]): void =>
    set({ words, groups: groups.map((each, index) => (index === at ? group : each)).filter((each) => each.length > 0) });
  const submit = (event: Event): void => {
    event.preventDefault();
    navigate(withQuery(route, { query: text, page: undefined }));
    onClose();
  };
  return (
    <Dialog title="Put filters together" onClose={onClose} wide>
      <form class="form builder" onSubmit={submit}>
        {!read && <p class="notice">The present query was written by hand. A new one replaces it.</p>}
        <TextField id="builder-words" label="Words" autocomplete="off" value={words} onType={(text) => set({ words: text, groups })} />
        {groups.map((group, at) => (
          <Group key={at} number={at + 1} group={group} fields={fields} onChange={(next) => change(at, next)} />
        ))}
        <div>
          <Button label="+ and" onClick={() => set({ words, groups: [...groups, [NEW]] })} />
        </div>
        <div class="field">
          <span class="label" id="builder-text">
            As text
          </span>
          <p class="line" aria-labelledby="builder-text" role="status">
            <code class="breaks">{text === '' ? 'everything' : text}</code>
            {text !== '' && <Copy label="Copy" about="the query" text={() => text} />}
          </p>
        </div>
        <FormButtons label="Search" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface GroupProps {
  readonly number: number;
  readonly group: readonly Condition[];
  readonly fields: readonly QueryField[];
  readonly onChange: (group: readonly Condition[]) => void;
}

/** Conditions of which one is enough. */
function Group({ number, group, fields, onChange }: GroupProps) {
  return (
    <fieldset class="builder-group stack close">
      <legend class="muted small">{number === 1 ? 'Where' : 'and where'}</legend>
      {group.map((condition, at) => (
        <Row
          key={at}
          name={`${number}.${at + 1}`}
          or={at > 0}
          condition={condition}
          fields={fields}
          onChange={(next) => onChange(group.map((each, index) => (index === at ? next : each)))}
          onRemove={() => onChange(group.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button label="+ or" class="small" aria-label={`+ or, condition ${number}`} onClick={() => onChange([...group, NEW])} />
      </div>
    </fieldset>
  );
}

const NOT = [
  ['', 'It is so that'],
  ['not', 'It is not so that'],
] as const;

interface ConditionRowProps {
  readonly name: string;
  readonly or: boolean;
  readonly condition: Condition;
  readonly fields: readonly QueryField[];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

function Row({ name, or, condition, fields, onChange, onRemove }: ConditionRowProps) {
  const { not, field, operator, value } = condition;
  const known = fields.find((each) => each.field === field);
  const change = (part: Partial<Condition>): void => onChange({ ...condition, ...part });
  const hasValue = OPERATORS.find(({ id }) => id === operator)?.hasValue === true;
  return (
    <div class="builder-row bar close">
      {or && <span class="muted">or</span>}
      <Select label={`Not, condition ${name}`} value={not ? 'not' : ''} options={NOT} onChoose={(chosen) => change({ not: chosen !== '' })} />
      <Select
        label={`Field, condition ${name}`}
        value={field}
        options={[
          ['', 'Choose a field'],
          ...(field !== '' && !known ? [[field, field] as const] : []),
          ...fields.map((each) => [each.field, each.title] as const),
        ]}
        onChoose={(chosen) => change({ field: chosen, value: '' })}
      />
      <Select
        label={`Comparison, condition ${name}`}
        value={operator}
        options={OPERATORS.map(({ id, title }) => [id, title] as const)}
        onChoose={(chosen) => change({ operator: chosen })}
      />
      {hasValue && (
        <Value name={name} field={known ?? { field, title: field, values: [] }} value={value} onChange={(next) => change({ value: next })} />
      )}
      <Button label="×" class="plain cross" aria-label={`Leave out condition ${name}`} onClick={onRemove} />
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly field: QueryField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Value({ name, field: { field, values }, value, onChange }: ValueProps) {
  const types = PICKED[field];
  const label = `Value, condition ${name}`;
  if (types && isUrn(value)) {
    return (
      <span class="line">
        <EntityLink urn={value} />
        <Button label="Change" class="plain" aria-label={`Another ${label.toLowerCase()}`} onClick={() => onChange('')} />
      </span>
    );
  }
  if (types) return <EntityPicker label={label} types={types} onPick={onChange} />;
  if (values.length > 0) {
    return (
      <Select
        label={label}
        value={value}
        options={[
          ['', 'Choose a value'],
          ...(value === '' || values.includes(value) ? values : [value, ...values]).map(
            (each) => [each, <ValueName key={each} field={field} value={each} />] as const,
          ),
        ]}
        onChoose={onChange}
      />
    );
  }
  return <input type="text" aria-label={label} dir="auto" value={value} onInput={(event) => onChange(event.currentTarget.value)} />;
}

function ValueName({ field, value }: { readonly field: string; readonly value: string }) {
  return <>{useName(value, isUrn(value) ? undefined : valueWord(field, value))}</>;
}
