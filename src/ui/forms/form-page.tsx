/**
 * `/forms/<urn>`: one form: its questions, whom they go to, and how far the answers are.
 */
import { ApiError } from '../api/client.ts';
import { type Form, readForm, readProgress } from '../api/forms.ts';
import { destroy } from '../api/vocabulary.ts';
import { plural } from '../data/words.ts';
import { Ask } from '../parts/ask.tsx';
import { Badge } from '../parts/badge.tsx';
import { Empty } from '../parts/empty.tsx';
import { EntityLink } from '../parts/entity-link.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useLoad } from '../parts/use-load.ts';
import { useRights } from '../parts/use-rights.ts';
import { useTitle } from '../parts/use-title.ts';
import { entityUrl, Link, navigate } from '../route.ts';
import { AskAssets } from './ask-assets.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormProgress } from './progress.tsx';
import { isOfProperty, KINDS } from './words.ts';

export function FormPage({ urn }: { readonly urn: string }) {
  const { asked, ask, turn, close, again, done } = useAsked<'change' | 'assets' | 'delete'>();
  const { last: form, error, reload } = useLoad((signal) => readForm(urn, signal), [urn], turn);
  const progress = useLoad((signal) => readProgress(urn, signal), [urn], turn);
  const rights = useRights();
  useTitle(form?.name);
  if (!form && error instanceof ApiError && error.status === 404) {
    return (
      <Empty title="This form does not exist" level={1}>
        <p>
          Somebody may have deleted it. <Link href="/forms">See all forms</Link>
        </p>
      </Empty>
    );
  }
  if (!form) return <Loading label="Loading the form" error={error} onRetry={reload} />;
  const { data } = progress;
  const total = data ? data.open + data.complete : undefined;
  const askAssets = rights !== undefined && (rights.may('manageDocumentationForms') || rights.may('doEverything')) && (
    <button type="button" class="primary" onClick={() => ask('assets')}>
      Ask about assets…
    </button>
  );
  return (
    <div class="page stack far">
      <PageHead trail={<Link href="/forms">All forms</Link>} title={form.name} about={form.description}>
        {rights?.may('manageDocumentationForms') && (
          <>
            <button type="button" onClick={() => ask('change')}>
              Edit
            </button>
            <button type="button" class="danger" onClick={() => ask('delete')}>
              Delete…
            </button>
          </>
        )}
        {askAssets}
      </PageHead>
      <Part title="Questions" count={form.prompts.length}>
        <Questions form={form} />
      </Part>
      <Part title="Answers">
        <Failure what="The answers could not be counted." error={progress.error} onRetry={progress.reload} />
        {data && total === 0 && (
          <Empty title="Nobody is asked yet">
            <p>Choose assets by a search: their owners find the questions on the page of the asset and in their inbox.</p>
          </Empty>
        )}
        {data && total !== undefined && total > 0 && <FormProgress form={form} progress={data} />}
      </Part>
      <p class="small">
        <Link href={entityUrl(urn)}>History and JSON of this form</Link>
      </p>
      {asked === 'change' && <FormDialog form={form} onClose={close} onSaved={done} />}
      {asked === 'assets' && <AskAssets form={form} onClose={close} onChanged={again} />}
      {asked === 'delete' && (
        <Ask
          title={`Delete “${form.name}” permanently?`}
          yes="Delete permanently"
          danger
          onClose={close}
          onYes={async () => {
            await destroy(urn);
            navigate('/forms');
          }}
        >
          <p>
            {total === undefined || total === 0
              ? 'No asset has it.'
              : `It disappears from ${plural(total, 'asset')}, with the notes who answered what. The answers themselves stay.`}
          </p>
          <p>You cannot undo this.</p>
        </Ask>
      )}
    </div>
  );
}

function Questions({ form: { prompts, verified, owners, users, groups } }: { readonly form: Form }) {
  return (
    <div class="card stack">
      <ol class="form-questions stack" aria-label="Questions">
        {prompts.map(({ id, title, description, type, required, structuredPropertyParams: of }) => (
          <li key={id}>
            <span dir="auto">{title}</span> {required && <Badge>Required</Badge>}
            {description && (
              <p class="small" dir="auto">
                {description}
              </p>
            )}
            <p class="muted small">
              {KINDS[type]}
              {isOfProperty(type) && of && (
                <>
                  : <EntityLink urn={of.urn} />
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
      <p>
        <span class="muted">Who answers:</span> {owners && 'the owners of the asset'}
        {[...users, ...groups].map((urn, at) => (
          <span key={urn}>
            {(owners || at > 0) && ', '}
            <EntityLink urn={urn} />
          </span>
        ))}
        {!owners && users.length + groups.length === 0 && 'nobody in particular'}.{verified && ' Somebody also verifies the answers.'}
      </p>
    </div>
  );
}
