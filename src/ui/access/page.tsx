/**
 * `/access`: who may do what, and how people and programs come in. Everybody sees what is theirs; the rest is for who manages it.
 */
import type { VNode } from 'preact';
import type { Right, Rights } from '../api/rights.ts';
import { readRights } from '../api/rights.ts';
import { Empty } from '../parts/empty.tsx';
import { Loading } from '../parts/loading.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useLoad } from '../parts/use-load.ts';
import { useTitle } from '../parts/use-title.ts';
import { Groups } from './groups.tsx';
import { Policies } from './policies.tsx';
import { Roles } from './roles.tsx';
import { Services } from './services.tsx';
import { Tokens } from './tokens.tsx';
import { Users } from './users.tsx';
import { You } from './you.tsx';

interface AccessPlace {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** One of these is enough; undefined: for everybody. */
  readonly needs: readonly Right[] | undefined;
  readonly show: (rights: Rights) => VNode;
}

const PEOPLE: readonly Right[] = ['manageIdentities', 'createIdentities', 'updateIdentities', 'manageUserCredentials', 'managePolicies'];

const PLACES: readonly AccessPlace[] = [
  {
    id: '',
    title: 'You',
    about: 'What you are in, what that lets you do, and the tokens with which programs act as you.',
    needs: undefined,
    show: (rights) => <You rights={rights} />,
  },
  {
    id: 'users',
    title: 'Users',
    about: 'Who comes in, and with which roles and groups.',
    needs: PEOPLE,
    show: (rights) => <Users rights={rights} />,
  },
  {
    id: 'groups',
    title: 'Groups',
    about: 'A role or a policy of a group counts for all of its members.',
    needs: PEOPLE,
    show: (rights) => <Groups rights={rights} />,
  },
  { id: 'roles', title: 'Roles', about: 'What policies give to everybody who has a role.', needs: ['managePolicies'], show: () => <Roles /> },
  {
    id: 'policies',
    title: 'Policies',
    about: 'Policies only grant, and one that grants is enough.',
    needs: ['managePolicies'],
    show: () => <Policies />,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    about: 'Tokens and sessions of everybody, the last to end first.',
    needs: ['manageTokens'],
    show: () => <Tokens label="All tokens" of={undefined} mayMake={false} />,
  },
  {
    id: 'services',
    title: 'Service accounts',
    about: 'Accounts of programs. They have no password, only tokens.',
    needs: ['manageServiceAccounts'],
    show: (rights) => <Services rights={rights} />,
  },
];

const hrefOf = (id: string): string => (id === '' ? '/access' : `/access/${id}`);

export function AccessPage({ which }: { readonly which: string }) {
  const { data: rights, error, reload } = useLoad(readRights, []);
  const place = PLACES.find(({ id }) => id === which);
  useTitle(place === undefined || which === '' ? 'Access' : place.title);
  if (!rights || error !== undefined) return <Loading label="Asking what you may do" error={error} onRetry={reload} />;
  const mayOpen = ({ needs }: AccessPlace): boolean => needs === undefined || needs.some((each) => rights.may(each));
  return (
    <div class="page stack far">
      <PageHead
        title={which === '' || !place ? 'Access' : place.title}
        about={place?.about}
        handbook="docs/access"
        tabs={<Tabs label="Access" items={PLACES.filter(mayOpen).map(({ id, title }) => ({ id, title, href: hrefOf(id) }))} current={which} />}
      />
      {place && mayOpen(place) ? (
        place.show(rights)
      ) : (
        <Empty title={place ? 'This is for others' : 'There is nothing at this address'}>
          {place && <p>You may not manage {place.title.toLowerCase()}. What you may do stands under You.</p>}
        </Empty>
      )}
    </div>
  );
}
