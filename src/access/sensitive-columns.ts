/**
 * Who may see columns with a sensitive tag. Whoever may change a column may see it.
 */
import { may, type Policies, policiesOf } from './decide.ts';
import { grantsTo, type Policy } from './policy.ts';
import { COLUMN_EDITS, type Privilege } from './privileges.ts';
import type { Actor, Resource } from './types.ts';
import { isDecided, type Sight, tablesWithTag } from './visible.ts';

/** Each is enough, on the table, or narrowed to columns with one of the tags of the column. */
export const OF_COLUMNS: readonly Privilege[] = ['VIEW_SENSITIVE_COLUMNS', ...COLUMN_EDITS, 'EDIT_ENTITY'];
/** Columns are part of it, for policies that are about aspects. */
const SCHEMA = 'schemaMetadata';

/** Does it follow from policies about everything that somebody sees the columns with any of these tags? */
export function seesAllColumns(policies: Policies, actor: Actor, sensitive: ReadonlySet<string>): boolean {
  const everywhere = OF_COLUMNS.flatMap((privilege) => policies.granting(privilege)).filter(
    (policy) => policy.criteria === undefined && grantsTo(policy, actor, undefined) && isAboutSchemas(policy),
  );
  return [...sensitive].every((tag) => everywhere.some(({ narrowed }) => !narrowed?.columnTags || narrowed.columnTags.has(tag)));
}

/** The tables of which somebody sees the columns with a sensitive tag; undefined: all. @param types all entity types of the model */
export function tablesShowing(policies: Policies, actor: Actor, types: readonly string[], tag: string): Sight | undefined {
  return tablesWithTag(policies, actor, types, OF_COLUMNS, SCHEMA, tag);
}

function isAboutSchemas({ narrowed }: Policy): boolean {
  return !narrowed?.aspects || narrowed.aspects.has(SCHEMA);
}

/** Does somebody see a column of this table? @param tags all of the column @param sensitive the tags that are */
export function seesColumn(policies: Policies, actor: Actor, table: Resource, tags: readonly string[], sensitive: ReadonlySet<string>): boolean {
  if (!tags.some((tag) => sensitive.has(tag))) return true;
  return may(decided(policies), actor, OF_COLUMNS, table, { aspect: SCHEMA, columns: [tags] }).may;
}

const known = new WeakMap<Policies, Policies>();

/** Those that search can decide, too: a column is then seen in both or in neither. */
function decided(policies: Policies): Policies {
  const found = known.get(policies) ?? policiesOf(policies.inForce.filter(isDecided));
  known.set(policies, found);
  return found;
}
