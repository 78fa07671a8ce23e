/**
 * `/access`: what the reader is in, may do, and with which tokens.
 */
import { useState } from 'preact/hooks';
import { readAccess } from '../api/people.ts';
import { readPolicies } from '../api/policies.ts';
import type { Rights } from '../api/rights.ts';
import { privilegeWords } from '../data/privileges.ts';
import { plural } from '../data/words.ts';
import { EntityLink } from '../parts/entity-link.tsx';
import { Loading } from '../parts/loading.tsx';
import { Part } from '../parts/part.tsx';
import { PolicySentence } from '../parts/policy-sentence.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useName } from '../parts/use-name.ts';
import { Members } from './groups.tsx';
import { Action, Names } from './list.tsx';
import { Tokens } from './tokens.tsx';

export function You({ rights }: { readonly rights: Rights }) {
  return (
    <>
      <May urn={rights.me} rights={rights} />
      <Part title="My tokens and sessions">
        <Tokens label="Tokens that act as you" of={rights.me} mayMake={rights.may('generatePersonalAccessTokens') || rights.may('manageTokens')} />
      </Part>
    </>
  );
}

/** What somebody is in, and what the policies that name it grant. */
export function May({ urn, rights }: { readonly urn: string; readonly rights: Rights }) {
  const { data, error, reload } = useLoad(
    async (signal) => {
      const access = await readAccess(urn, signal);
      const policies = await readPolicies(access.policies, signal);
      return { ...access, policies, hidden: access.policies.length - policies.length };
    },
    [urn],
  );
  if (!data || error !== undefined)
    return <Loading label="Asking the policies" what="What policies grant could not be read." error={error} onRetry={reload} />;
  return (
    <div class="stack far">
      <dl class="facts stack close">
        <div>
          <dt>User</dt>
          <dd>
            <EntityLink urn={urn} />
          </dd>
        </div>
        <div>
          <dt>Roles</dt>
          <dd>
            <Names urns={data.roles} />
          </dd>
        </div>
        <div>
          <dt>Groups</dt>
          <dd>
            {data.groups.length === 0 ? (
              <span class="muted">None</span>
            ) : (
              data.groups.map((group) => <Group key={group} urn={group} rights={rights} />)
            )}
          </dd>
        </div>
        {data.rolesViaGroups.length > 0 && (
          <div>
            <dt>Roles of groups</dt>
            <dd>
              <Names urns={data.rolesViaGroups} />
            </dd>
          </div>
        )}
      </dl>
      <Part title="What policies grant" count={data.policies.length}>
        {data.privileges.length === 0 && <p class="muted">Nothing: no policy names this user, a role or a group.</p>}
        {data.hidden > 0 && (
          <p>
            {plural(data.hidden, 'policy', 'policies')} that you cannot see {data.hidden === 1 ? 'counts' : 'count'}, too. In all:{' '}
            {[...new Set(data.privileges.map(privilegeWords))].join(', ')}.
          </p>
        )}
        <ul class="bullets">
          {data.policies.map((policy) => (
            <li key={policy.urn}>
              <PolicySentence policy={policy} />
            </li>
          ))}
        </ul>
        <p class="hint">Whoever owns an asset may have more rights there. The menu of an asset says who may change it.</p>
      </Part>
    </div>
  );
}

function Group({ urn, rights }: { readonly urn: string; readonly rights: Rights }) {
  const name = useName(urn);
  const [open, show] = useState(false);
  return (
    <div class="line close breaks">
      <EntityLink urn={urn} name={name} /> <Action label="Members…" of={name} onClick={() => show(true)} />
      {/* Whether it gives rights is not known here: only who manages policies adds members. */}
      {open && <Members group={{ urn, name, roles: [urn] }} rights={rights} onClose={() => show(false)} />}
    </div>
  );
}
