/**
 * How far the answers to a form are: in all, by domain and by owner.
 */
import type { Form, FormPart, Progress } from '../api/forms.ts';
import { percent } from '../data/numbers.ts';
import { EntityLink } from '../parts/entity-link.tsx';
import { Table } from '../parts/table.tsx';
import { Link } from '../route.ts';
import { assetsUrl } from './words.ts';

/** A share that is answered, with its number. */
export function Bar({ open, complete }: Pick<FormPart, 'open' | 'complete'>) {
  const share = open + complete === 0 ? 0 : complete / (open + complete);
  return (
    <span class="form-bar line close">
      <span class="meter grow" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <span class="small nowrap">
        {percent(Math.floor(share * 100) / 100)}{' '}
        <span class="muted">
          {complete.toLocaleString('en')} of {(open + complete).toLocaleString('en')}
        </span>
      </span>
    </span>
  );
}

export function FormProgress({ form, progress }: { readonly form: Form; readonly progress: Progress }) {
  const { open, complete, verified, domains, owners } = progress;
  return (
    <>
      <Bar open={open} complete={complete} />
      <ul class="bar" aria-label="Answers">
        <Count of={open} word="open" href={assetsUrl('incompleteForms', form)} />
        <Count of={complete} word="complete" href={assetsUrl('completedForms', form)} />
        {form.verified && <Count of={verified} word="verified" href={assetsUrl('verifiedForms', form)} />}
      </ul>
      <div class="form-parts tiles tiles-large">
        <Parts title="By domain" field="domains" form={form} parts={domains} />
        <Parts title="By owner" field="owners" form={form} parts={owners} />
      </div>
    </>
  );
}

function Count({ of, word, href }: { readonly of: number; readonly word: string; readonly href: string }) {
  return (
    <li>
      <Link href={href}>
        {of.toLocaleString('en')} {word}
      </Link>
    </li>
  );
}

interface PartsProps {
  readonly title: string;
  readonly field: 'domains' | 'owners';
  readonly form: Form;
  readonly parts: readonly FormPart[];
}

function Parts({ title, field, form, parts }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <Table label={title} titles={[title, 'Answered']}>
      {parts.map(({ of, open, complete }) => (
        <tr key={of}>
          <td>
            <EntityLink urn={of} />
          </td>
          <td class="form-share">
            <Bar open={open} complete={complete} />
            {open > 0 && (
              <Link class="small" href={assetsUrl('incompleteForms', form, [field, of])}>
                {open.toLocaleString('en')} open
              </Link>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
