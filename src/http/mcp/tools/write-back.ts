/**
 * Writes an edit of one or several assets and columns, all or nothing, and reads back what it changed.
 */
import { z } from 'zod';
import type { EditTarget, EntityView, RawProposal } from '../../../catalog/index.ts';
import { urnFrom } from '../../../model/named.ts';
import { findAsset, findTarget } from '../find-asset.ts';
import type { Draft } from '../fit.ts';
import { asset, named } from '../schemas.ts';
import type { ToolContext } from '../tool.ts';
import { type NamedEntity, readNames } from './read-names.ts';

const MOST_ALSO = 50;

export const also = z.array(asset).max(MOST_ALSO).default([]).describe('Further assets that get the same; a column by its URN');

/** What the answer says of each target: of the first by itself, of the others in `also`. */
export function changedSchema<Part extends z.ZodRawShape>(part: Part) {
  const target = { asset: named, column: z.string().optional(), changed: z.boolean(), ...part };
  return {
    asset: named.optional(),
    column: z.string().optional(),
    changed: z.boolean().optional(),
    ...part,
    also: z.array(z.object(target)).optional(),
  };
}

interface Targets {
  readonly asset: string;
  readonly column?: string | undefined;
  readonly also: readonly string[];
}

/** The entities or columns that the arguments of an edit mean. */
export async function targetsOf({ catalog }: ToolContext, { asset: first, column, also: others }: Targets): Promise<EditTarget[]> {
  const targets: EditTarget[] = [];
  for (const [at, asked] of [first, ...others].entries()) {
    const found = await findAsset(catalog, at === 0 ? 'asset' : `also/${at - 1}`, asked);
    targets.push(await findTarget(catalog, found.urn, (at === 0 ? column : undefined) ?? found.column));
  }
  return targets;
}

/**
 * Writes all or nothing, waits until search shows it, and reads the targets again.
 *
 * @param part the name of what was edited in the answer
 * @param show what it is now; an empty list or undefined: there is none
 * @throws Refusal if a rule refuses the edit
 */
export async function writeBack(
  { catalog, actor, conditions, wrote }: ToolContext,
  targets: readonly EditTarget[],
  edit: (target: EditTarget) => RawProposal,
  part: string,
  show: (view: EntityView, target: EditTarget) => Promise<unknown>,
): Promise<Draft> {
  const proposals = targets.map(edit);
  const result = await catalog.write({ proposals, together: true, entityMustExist: true, actor, conditions, untilSearchable: true });
  wrote(result);
  const written = proposals.map(({ entityUrn }, at) => (entityUrn === undefined ? targets[at]?.urn : urnFrom(catalog.model, entityUrn)));
  const views = new Map(
    (
      await catalog.read(
        written.flatMap((urn) => urn ?? []),
        undefined,
      )
    ).map((view) => [view.urn.text, view]),
  );
  const nameOf = await readNames(
    catalog,
    targets.map(({ urn }) => urn.text),
  );
  const answers = await Promise.all(
    targets.map(async (target, at) => {
      const [item, view] = [result.items[at], views.get(written[at]?.text ?? '')];
      const changed = item !== undefined && 'written' in item && item.written.some(({ outcome }) => outcome !== 'unchanged');
      const { urn, column } = target;
      return { head: { asset: nameOf(urn.text), ...(column !== undefined && { column }), changed }, value: view && (await show(view, target)) };
    }),
  );
  const [first, ...others] = answers;
  const isNone = first?.value === undefined || (Array.isArray(first.value) && first.value.length === 0);
  return {
    head: first?.head ?? {},
    parts: [
      { name: part, value: first?.value },
      { name: 'also', value: others.map(({ head, value }) => ({ ...head, ...(value !== undefined && { [part]: value }) })) },
    ],
    none: isNone ? [part] : [],
  };
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
