/**
 * Reads the rights of a user over what proposals change.
 */
import { type Actor, makeRights, type Policies, type Resource, type Rights, scoped, seenWithin } from '../../access/index.ts';
import type { LogPlace } from '../../graph/commit-log.ts';
import type { EntityReader } from '../../graph/read.ts';
import { columnOf } from '../../model/column-urn.ts';
import { DOMAIN_PROPERTIES, DOMAINS, EDITABLE_SCHEMA_METADATA, SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import type { Facts, Look } from '../read/kept-facts.ts';
import type { Proposal } from '../write/proposal.ts';
import { columnChanges } from './column-changes.ts';
import { addColumnTags } from './column-tags.ts';
import { bareResource, decidingUrn, MEMBERSHIPS, ownersIn } from './read-facts.ts';
import type { Principal } from './user-of.ts';
import { makeEyes, makeViewer } from './viewer.ts';
import type { Sensitive, Views } from './views.ts';

/** Is told of each policy that has allowed something, by its URN. */
export type NotePolicy = (policy: string) => void;

type Subject = Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>;

/** The rights of a user over what these proposals change. */
export type ReadRights = (decided: Principal, proposals: readonly Subject[], noted?: NotePolicy) => Promise<Rights>;

interface RightsParts {
  readonly model: Model;
  readonly reader: EntityReader;
  readonly facts: Facts;
  /** Do policies decide what is read? */
  readonly readPolicies: boolean;
  readonly views: Views;
  /** What is known now, if the user may still come in. @throws Refusal unauthorized */
  look(decided: Principal): Promise<Look>;
  actorAt(look: Look, urn: string): Promise<Actor>;
  policies(head: LogPlace): Promise<Policies>;
  sensitive(head: LogPlace): Promise<Sensitive>;
  resources(urns: readonly string[]): Promise<Map<string, Resource>>;
}

export function rightsReader(parts: RightsParts): ReadRights {
  const { model, reader, facts, readPolicies, views, actorAt, policies, sensitive, resources } = parts;
  return async (decided, proposals, noted) => {
    const { user, scope } = decided;
    // Who changes rights may lose the own ones.
    const own = proposals.some(isAboutRights) ? [user] : [];
    const named = [...own, ...proposals.flatMap((each) => [each.urn.text, ...alsoNamed(model, each)])];
    const now = parts.look(decided);
    const [known, found, compiled] = await Promise.all([
      now.then((look) => actorAt(look, user)),
      resources(named),
      now.then(({ head }) => policies(head)),
    ]);
    // Whoever is taken out of a group is named by what is stored only.
    const left = [...found.values()].flatMap(({ groups }) => groups).filter((group) => !found.has(group));
    const more = left.length > 0 && proposals.some(isAboutRights) ? await resources(left) : new Map<string, Resource>();
    if (compiled.all.some(({ narrowed }) => narrowed?.columnTags))
      await addColumnTags(
        model,
        reader,
        proposals.filter(isAboutColumns).map(({ urn }) => decidingUrn(model, urn.text)),
        found,
      );
    const columns = readPolicies ? views.viewOf(compiled, known, await sensitive((await now).head), scope).columns : undefined;
    const unseen = columns && (await columnChanges({ model, reader }, columns, proposals));
    const sight = seenWithin(readPolicies ? views.sightOf(compiled, known) : undefined, scope, known);
    return makeRights({
      ...unseen,
      actor: known,
      policies: compiled,
      edited: model.parts,
      sight,
      eyes: sight && makeEyes(makeViewer({ model, facts }, user, sight, columns)),
      within: scoped(scope),
      canonical: (text) => canonicalUrn(model, text),
      resource: (urn) => found.get(decidingUrn(model, urn)) ?? more.get(urn),
      bare: (urn) => bareResource(model, decidingUrn(model, urn)),
      ownersIn: (value) => ownersIn(model, value),
      columnIn: (urn) => columnOf(model, urn)?.path,
      decided: noted,
    });
  };
}

function isMembership({ aspect }: Pick<Proposal, 'aspect'>): boolean {
  return MEMBERSHIPS.includes(aspect.name);
}

const RIGHTS_TYPES = new Set(['corpuser', 'corpGroup', 'dataHubPolicy']);

function isAboutRights({ urn }: Pick<Proposal, 'urn'>): boolean {
  return RIGHTS_TYPES.has(urn.type.name);
}

function isAboutColumns({ urn, aspect }: Pick<Proposal, 'urn' | 'aspect'>): boolean {
  return urn.type.name === SCHEMA_FIELD_TYPE || aspect.name === EDITABLE_SCHEMA_METADATA;
}

/** The groups and the domains that decide about a proposal of memberships or of domains, in a value or in a patch. */
function alsoNamed(model: Model, proposal: Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>): string[] {
  const inDomains = proposal.aspect.name === DOMAINS || proposal.aspect.name === DOMAIN_PROPERTIES;
  if (!inDomains && !isMembership(proposal)) return [];
  const found: string[] = [];
  const prefix = `${model.names.urnPrefix}${inDomains ? 'domain' : 'corpgroup'}:`;
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.toLowerCase().startsWith(prefix.toLowerCase())) found.push(canonicalUrn(model, value));
    } else if (Array.isArray(value)) value.forEach(look);
    else if (isRecord(value)) Object.values(value).forEach(look);
  };
  look(proposal.value?.json);
  look(proposal.patch);
  return found;
}
