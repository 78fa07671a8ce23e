/**
 * `/forms`: what owners are asked about their assets, and how far the answers are.
 */
import { useState } from 'preact/hooks';
import { countAsked, type Form, type FormPart, listForms } from '../api/forms.ts';
import { plural } from '../data/words.ts';
import { Empty } from '../parts/empty.tsx';
import { GovernTabs } from '../parts/govern-tabs.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useMay } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { Link, navigate } from '../route.ts';
import { FormDialog } from './form-dialog.tsx';
import { Bar } from './progress.tsx';
import { formUrl } from './words.ts';

export function FormsPage() {
  useTitle('Forms');
  const { data, error, reload } = useLoad(async (signal) => {
    const forms = await listForms(signal);
    return { forms, asked: await countAsked(forms, signal) };
  }, []);
  const mayMake = useMay('manageDocumentationForms');
  const [making, make] = useState(false);
  const button = mayMake && (
    <button type="button" class="primary" onClick={() => make(true)}>
      New form
    </button>
  );
  return (
    <div class="page stack far">
      <PageHead
        title="Forms"
        about="Questions to the owners of assets: who owns it, what it means, how long it is kept."
        handbook="docs/tutorials/stewards-week#thursday-ask-others"
        tabs={<GovernTabs current="forms" />}
      >
        {data && data.forms.length > 0 && button}
      </PageHead>
      <Loading data={data} label="Loading the forms" error={error} onRetry={reload} />
      {data && data.forms.length > 0 && <FormTable {...data} />}
      {data?.forms.length === 0 && (
        <Empty title="There are no forms yet">
          <p>A form asks the owners of assets what the catalog should know. Cairn shows who has answered, and what is open.</p>
          {button && <p>{button}</p>}
        </Empty>
      )}
      {making && <FormDialog onClose={() => make(false)} onSaved={(urn) => navigate(formUrl(urn))} />}
    </div>
  );
}

function FormTable({ forms, asked }: { readonly forms: readonly Form[]; readonly asked: readonly FormPart[] }) {
  return (
    <Table label="Forms" titles={['Name', 'Answers']}>
      {forms.map((form) => {
        const { open = 0, complete = 0 } = asked.find(({ of }) => of === form.urn) ?? {};
        return (
          <tr key={form.urn}>
            <td>
              <Link href={formUrl(form.urn)} dir="auto">
                {form.name}
              </Link>
              <div class="muted small" dir="auto">
                {form.description}
              </div>
              <div class="muted small">{plural(form.prompts.length, 'question')}</div>
            </td>
            <td class="form-share">
              {open + complete === 0 ? <span class="muted">Nobody is asked yet</span> : <Bar open={open} complete={complete} />}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
