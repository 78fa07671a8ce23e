/**
 * Who would gain and who would lose by a policy, before it is saved.
 */
import { type DryRun, dryRun, type MovedRights } from '../api/policies.ts';
import type { PolicyForm } from '../data/policy.ts';
import { privilegeWords } from '../data/privileges.ts';
import { plural } from '../data/words.ts';
import { EntityLink, EntityLinks } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLoad } from '../parts/use-load.ts';

interface ReportProps {
  readonly urn: string | undefined;
  /** Undefined: the policy is deleted. */
  readonly form: PolicyForm | undefined;
  /** The form has changed since. */
  readonly outdated?: boolean;
}

const SHOWN = 20;

export function DryRunReport({ urn, form, outdated = false }: ReportProps) {
  const { data, error, reload } = useLoad((signal) => dryRun(urn, form, signal), [urn, form]);
  return (
    <section class="stack close" aria-label="What saving changes" aria-busy={!data && error === undefined}>
      <Loading data={data} label="Trying it" what="What this changes could not be tried." error={error} onRetry={reload} />
      {outdated && <p class="notice">You have changed the policy since. Ask again.</p>}
      {data && <Report run={data} />}
    </section>
  );
}

function Report({ run: { warnings, users, assets, allAssets, moreUsers, differences } }: { readonly run: DryRun }) {
  const gaining = differences.filter(({ gains }) => gains.privileges.length > 0).length;
  const losing = differences.filter(({ loses }) => loses.privileges.length > 0).length;
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} class="notice">
          {warning}.
        </p>
      ))}
      <p>
        {differences.length === 0 ? (
          'Nobody gains or loses anything.'
        ) : (
          <>
            <strong>{plural(gaining, 'user')}</strong> {gaining === 1 ? 'gains' : 'gain'}, <strong>{plural(losing, 'user')}</strong>{' '}
            {losing === 1 ? 'loses' : 'lose'} something.
          </>
        )}{' '}
        <span class="hint">
          Cairn looked at {plural(users, 'user')}
          {moreUsers && ' of more'} and {assets < allAssets ? `${assets} of ${plural(allAssets, 'asset')}` : plural(assets, 'asset')}.
        </span>
      </p>
      <ul class="bullets">
        {differences.slice(0, SHOWN).map(({ user, gains, loses }) => (
          <li key={user}>
            <EntityLink urn={user} />
            <Change what="Gains" moved={gains} />
            <Change what="Loses" moved={loses} />
          </li>
        ))}
      </ul>
      {differences.length > SHOWN && <p class="muted">and {plural(differences.length - SHOWN, 'other user')}.</p>}
    </>
  );
}

const WORDS = 8;

function Change({ what, moved: { privileges, assets, examples, parts } }: { readonly what: string; readonly moved: MovedRights }) {
  if (privileges.length === 0) return null;
  const words = privileges.slice(0, WORDS).map(privilegeWords).join(', ');
  return (
    <p class="medium">
      <strong>{what}</strong>{' '}
      <span>
        {words}
        {privileges.length > WORDS && ` and ${privileges.length - WORDS} more`}
        {parts.length > 0 && ` (of ${parts.join(', ')})`}
        {assets > 0 && ` on ${plural(assets, 'asset')}`}
      </span>
      {examples.length > 0 && ', such as '}
      <EntityLinks urns={examples} />
    </p>
  );
}
