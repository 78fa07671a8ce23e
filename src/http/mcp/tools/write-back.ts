/**
 * Writes an edit and reads back what it changed.
 */
import type { EditTarget, EntityView, RawProposal } from '../../../catalog/index.ts';
import { urnFrom } from '../../../model/named.ts';
import { findAsset, findColumn } from '../find-asset.ts';
import type { ToolContext } from '../tool.ts';
import { type NamedEntity, readNames } from './read-names.ts';

/** The entity or column that the arguments of an edit mean. */
export async function targetOf({ catalog }: ToolContext, input: { asset: string; column?: string | undefined }): Promise<EditTarget> {
  const { urn, column } = await findAsset(catalog, 'asset', input.asset);
  return { urn, column: await findColumn(catalog, urn, input.column ?? column) };
}

export interface Back {
  /** Did the edit change anything? */
  readonly changed: boolean;
  /** The entity as it is now. */
  readonly view: EntityView | undefined;
  /** What the answer begins with. */
  readonly head: Readonly<Record<string, unknown>>;
}

/**
 * Writes all or nothing, waits until search shows it, and reads the entity again.
 *
 * @throws Refusal if a rule refuses the edit
 */
export async function writeBack({ catalog, actor, conditions, wrote }: ToolContext, target: EditTarget, proposal: RawProposal): Promise<Back> {
  const result = await catalog.write({ proposals: [proposal], together: true, entityMustExist: true, actor, conditions, untilSearchable: true });
  wrote(result);
  const changed = result.items.some((item) => 'written' in item && item.written.some(({ outcome }) => outcome !== 'unchanged'));
  const [view] = await catalog.read([proposal.entityUrn === undefined ? target.urn : urnFrom(catalog.model, proposal.entityUrn)], undefined);
  const nameOf = await readNames(catalog, [target.urn.text]);
  const { column } = target;
  return { changed, view, head: { asset: nameOf(target.urn.text), ...(column !== undefined && { column }), changed } };
}

/** The entities that names mean, each of one of these types. `argument`: the place of the names in the arguments. */
export async function linked({ catalog }: ToolContext, argument: string, names: readonly string[], types: readonly string[]): Promise<string[]> {
  const specs = types.flatMap((name) => catalog.model.entityTypes.get(name) ?? []);
  const found: string[] = [];
  for (const [at, name] of names.entries()) found.push((await findAsset(catalog, `${argument}/${at}`, name, specs)).urn.text);
  return found;
}

/** Names of links in the answer. */
export async function readNamed({ catalog }: ToolContext, urns: readonly string[]): Promise<NamedEntity[]> {
  const nameOf = await readNames(catalog, urns);
  return urns.map(nameOf);
}
