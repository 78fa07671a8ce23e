/**
 * Who can be asked about an asset, and why: owners, people who use it, who described it, who wrote queries, and owners of what is next to it.
 */
import { DATASET_USAGE, DOMAINS, OWNERSHIP } from '../../model/known-names.ts';
import { systemActor } from '../../model/named.ts';
import { isRecord, valuesAt } from '../../model/path.ts';
import { recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { AspectSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { EntityView } from '../read/read.ts';
import { readUsage } from '../series/read-usage.ts';
import { valueIn } from '../state.ts';
import { isRemoved, names, readNamed } from './names.ts';
import { wayOfOwning } from './ownership.ts';
import { queriesAbout } from './queries.ts';

export const KNOWING_REASONS = ['owner', 'user', 'queryAuthor', 'editor', 'ownerAbove', 'ownerBeside'] as const;
type KnowingReason = (typeof KNOWING_REASONS)[number];

interface Expert {
  /** URN of a user or a group. */
  readonly urn: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly because: readonly { readonly reason: KnowingReason; readonly detail: string }[];
}

interface WhoKnows {
  /** Who knows most comes first. */
  readonly people: readonly Expert[];
  /** What the catalog was never told: reasons that could not be looked at. */
  readonly unknown: readonly KnowingReason[];
  /** Reasons of which only the first were looked at, and of how many. */
  readonly cut: readonly { readonly reason: KnowingReason; readonly shown: number; readonly of: number }[];
}

/** How many of something were looked at. */
interface LookedCount {
  readonly shown: number;
  readonly of: number;
}

type WhoKnowsCalls = Pick<Catalog, 'model' | 'read' | 'related' | 'series' | 'lineage'>;

const WEIGHTS: Readonly<Record<KnowingReason, number>> = { owner: 10, user: 6, queryAuthor: 5, editor: 4, ownerAbove: 3, ownerBeside: 2 };
const DAY_MS = 86_400_000;
const USAGE_DAYS = 90;
const MOST_USERS = 5;
const MOST_BESIDE = 20;
/** Aspects that a person writes by describing an asset. */
function isDescribing({ name, part }: AspectSpec): boolean {
  return /^(editable|documentation)/.test(name) || (part !== undefined && ['links', 'link', 'pages', 'deprecation'].includes(part.shape));
}

export async function whoKnows(core: WhoKnowsCalls, urn: Urn): Promise<WhoKnows> {
  const [view] = await core.read([urn], undefined);
  const found = new Map<string, { reason: KnowingReason; detail: string }[]>();
  const add = (person: string | undefined, reason: KnowingReason, detail: string): void => {
    if (person === undefined || person === systemActor(core.model)) return;
    const before = found.get(person) ?? [];
    if (!before.some((each) => each.reason === reason && each.detail === detail)) found.set(person, [...before, { reason, detail }]);
  };
  const usage = urn.type.aspects.has(DATASET_USAGE) ? await usersOf(core, urn) : undefined;
  const [queries, beside, above] = await Promise.all([queriesAbout(core, urn), neighbours(core, urn), view && ownersAbove(core, view)]);
  if (view) {
    for (const { owner, type } of ownersIn(view)) add(owner, 'owner', type);
    for (const { aspect, state } of view.aspects) if (isDescribing(aspect)) add(state.by, 'editor', `wrote ${aspect.name}`);
    for (const { owner, type, of } of above?.owners ?? []) add(owner, 'ownerAbove', `${type} of ${of}`);
  }
  for (const { user, count } of usage?.users ?? []) add(user, 'user', `${count} queries in ${USAGE_DAYS} days`);
  for (const { by, name } of queries.queries) add(by, 'queryAuthor', `wrote the query ${name ?? 'about it'}`);
  for (const { owner, of } of beside.owners) add(owner, 'ownerBeside', of);
  const known = (reason: KnowingReason): boolean => [...found.values()].flat().some((each) => each.reason === reason);
  const unknown = [
    ...(view?.aspects.some(({ aspect }) => aspect.name === OWNERSHIP) ? [] : (['owner'] as const)),
    ...(usage === undefined || usage.users.length === 0 ? (['user'] as const) : []),
  ].filter((reason) => !known(reason));
  const looked = [
    { reason: 'user', ...usage?.looked },
    { reason: 'queryAuthor', ...queries.looked },
    { reason: 'ownerAbove', ...above?.looked },
    { reason: 'ownerBeside', ...beside.looked },
  ] as const;
  const cut = looked.flatMap(({ reason, shown = 0, of = 0 }) => (of > shown ? [{ reason, shown, of }] : []));
  return { people: await readPeople(core, found), unknown, cut };
}

async function readPeople(core: WhoKnowsCalls, found: ReadonlyMap<string, Expert['because']>): Promise<Expert[]> {
  const views = await readNamed(core, [...found.keys()], ['corpUserInfo', 'corpGroupInfo', 'corpUserEditableInfo']);
  const nameOf = await names(core, [...found.keys()]);
  const weight = (because: Expert['because']): number => because.reduce((sum, { reason }) => sum + WEIGHTS[reason], 0);
  // Nobody can ask a user who is soft-deleted.
  const reachable = [...found].filter(([urn]) => !isGone(views.get(urn)));
  return reachable
    .map(([urn, because]) => ({ urn, name: nameOf(urn).name, email: emailIn(views.get(urn)), because }))
    .sort((a, b) => weight(b.because) - weight(a.because) || (a.urn < b.urn ? -1 : 1));
}

function isGone(view: EntityView | undefined): boolean {
  return view !== undefined && isRemoved(view);
}

function emailIn(view: EntityView | undefined): string | undefined {
  return view?.aspects.map(({ state }) => textIn(state.value.json, 'email')).find((email) => email !== undefined);
}

/** Owners with the way of owning, as people read it. */
export function ownersIn(view: Pick<EntityView, 'aspects'>): { owner: string; type: string; typeUrn: string | undefined }[] {
  return recordsIn(valueIn(view, OWNERSHIP), 'owners').flatMap((each) => {
    const owner = textIn(each, 'owner');
    return owner === undefined ? [] : [{ owner, typeUrn: undefined, ...wayOfOwning(textIn(each, 'type') ?? 'NONE', textIn(each, 'typeUrn')) }];
  });
}

/** Owners of the container, the domain and the data products of an asset. */
async function ownersAbove(
  core: WhoKnowsCalls,
  view: EntityView,
): Promise<{ owners: { owner: string; type: string; of: string }[]; looked: LookedCount }> {
  const products = await core.related(view.urn, 'INCOMING', ['DataProductContains'], 0, MOST_BESIDE);
  const above = [
    ...view.aspects.flatMap(({ aspect, state }) => {
      const json = state.value.json;
      if (aspect.name === DOMAINS) return textsIn(json, 'domains');
      return aspect.name === 'container' && isRecord(json) ? valuesAt([{ field: 'container' }], json).map(String) : [];
    }),
    ...products.related.map(({ urn }) => urn),
  ];
  const views = await readNamed(core, above, [OWNERSHIP]);
  const nameOf = await names(core, above);
  const owners = [...views.values()]
    .filter((each) => !isRemoved(each))
    .flatMap((each) => ownersIn(each).map(({ owner, type }) => ({ owner, type, of: nameOf(each.urn.text).name })));
  return { owners, looked: { shown: products.related.length, of: products.total } };
}

/** Owners of what the asset is made from and what is made from it, one hop away. */
async function neighbours(core: WhoKnowsCalls, urn: Urn): Promise<{ owners: { owner: string; of: string }[]; looked: LookedCount }> {
  const asked = { urn, start: 0, count: MOST_BESIDE, hops: 1, existing: true };
  const [above, below] = await Promise.all([core.lineage({ ...asked, direction: 'UPSTREAM' }), core.lineage({ ...asked, direction: 'DOWNSTREAM' })]);
  const side = new Map<string, string>([
    ...below.reached.map((each) => [each.urn, 'which is made from it'] as const),
    ...above.reached.map((each) => [each.urn, 'which it is made from'] as const),
  ]);
  const views = await readNamed(core, [...side.keys()], [OWNERSHIP]);
  const nameOf = await names(core, [...side.keys()]);
  const owners = [...views.values()].flatMap((view) =>
    ownersIn(view).map(({ owner }) => ({ owner, of: `owns ${nameOf(view.urn.text).name}, ${side.get(view.urn.text)}` })),
  );
  return { owners, looked: { shown: above.reached.length + below.reached.length, of: above.total + below.total } };
}

async function usersOf(core: WhoKnowsCalls, urn: Urn): Promise<{ users: { user: string; count: number }[]; looked: LookedCount }> {
  const { aggregations } = await readUsage(core, urn, {
    from: Date.now() - USAGE_DAYS * DAY_MS,
    to: undefined,
    duration: undefined,
    most: USAGE_DAYS,
  });
  const known = aggregations.users.flatMap(({ user, count }) => (user === undefined ? [] : [{ user, count }]));
  const users = known.slice(0, MOST_USERS);
  return { users, looked: { shown: users.length, of: known.length } };
}
