/**
 * Whom a suggestion is shown to, and who may decide about it.
 */
import type { Rights } from '../../access/index.ts';
import { columnsIn, nearestColumns } from '../../column-names.ts';
import { badParameter } from '../../errors.ts';
import { columnUrn } from '../../model/column-urn.ts';
import { findAspect, urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { AccessReader } from '../access/access.ts';
import { COLUMN_ASPECTS, pathsOf } from '../assets/columns.ts';
import { pathMeant } from '../assets/find-columns.ts';
import type { EntityView } from '../read/read.ts';
import type { Sender } from '../sender.ts';
import type { Proposal } from '../write/proposal.ts';
import { changesOf, type Suggestion } from './suggestion.ts';

/** Those of these URNs that are seen. */
export type Among = (urns: readonly string[]) => Promise<ReadonlySet<string>>;

export interface AudienceParts {
  readonly model: Model;
  readonly access: Pick<AccessReader, 'actor' | 'resources'>;
  read(urns: readonly Urn[], aspects: readonly string[] | undefined): Promise<EntityView[]>;
  exists(urns: readonly Urn[]): Promise<boolean[]>;
  /** The rights of the sender over what these name; undefined for who may do everything. */
  rights(sender: Sender, about: readonly Pick<Proposal, 'urn' | 'aspect' | 'value' | 'patch'>[]): Promise<Rights | undefined>;
}

/** Columns alike a name of which it is asked whether they are seen. */
const MOST_NEAR = 50;

export function makeAudience({ model, access, read, exists, rights }: AudienceParts) {
  const namesOf = ({ resource, column }: Suggestion): string[] =>
    column === undefined ? [resource] : [resource, columnUrn(model, resource, column)];
  /** Those about what is seen: a column counts with its table. */
  const seen = async (list: readonly Suggestion[], among: Among | undefined): Promise<Suggestion[]> => {
    if (!among || list.length === 0) return [...list];
    const found = await among(list.flatMap(namesOf));
    return list.filter((each) => namesOf(each).every((urn) => found.has(urn)));
  };
  const existing =
    (among: Among | undefined) =>
    async (urns: readonly Urn[]): Promise<boolean[]> => {
      const found = await exists(urns);
      const shownOnes = among && (await among(urns.map(({ text }) => text)));
      return urns.map(({ text }, at) => found[at] === true && shownOnes?.has(text) !== false);
    };
  /** The column that is seen and meant. @throws Refusal invalid; malformed for a table without a schema */
  const pathOf = async (urn: Urn, column: string, among: Among | undefined): Promise<string> => {
    const [view] = await read([urn], COLUMN_ASPECTS);
    const paths = view ? pathsOf(view) : [];
    if (paths.length === 0) throw badParameter('/input/column', 'the path of a column of the asset', column);
    if (!among) return pathMeant(urn, paths, column, '/input/column');
    const near = [...new Set([...columnsIn(paths)(column), ...nearestColumns(paths, column, MOST_NEAR)])];
    const seen = await among(near.map((path) => columnUrn(model, urn.text, path)));
    const own = near.filter((path) => seen.has(columnUrn(model, urn.text, path)));
    return pathMeant(urn, own, column, '/input/column');
  };
  /** Those that the sender may accept. */
  const mayChange = async (sender: Sender, list: readonly Suggestion[]): Promise<Suggestion[]> => {
    const asked = list.map((each) => {
      const urn = urnFrom(model, each.resource);
      return { urn, changes: changesOf(model, urn, each) };
    });
    const about = asked.flatMap(({ urn, changes }) =>
      changes.flatMap(({ aspect: name }) => {
        const aspect = findAspect(urn.type, name);
        return aspect ? [{ urn, aspect, value: undefined, patch: undefined }] : [];
      }),
    );
    const own = list.length === 0 ? undefined : await rights(sender, about);
    return list.filter((_, at) => asked[at]?.changes.every((change) => own?.allows(change) !== false));
  };
  /** Those about what somebody owns, alone or by a group, and about what nobody owns. */
  const waitingFor = async (by: string, list: readonly Suggestion[]): Promise<Suggestion[]> => {
    const resources = [...new Set(list.map(({ resource }) => resource))];
    if (resources.length === 0) return [];
    const [{ groups }, found] = await Promise.all([access.actor(by), access.resources(resources)]);
    const owners = new Map(found.map((each) => [each.urn, each.owners.map(({ owner }) => owner)]));
    return list.filter(({ resource }) => {
      const own = owners.get(resource) ?? [];
      return own.length === 0 || own.some((owner) => owner === by || groups.has(owner));
    });
  };
  return { seen, existing, pathOf, mayChange, waitingFor };
}
