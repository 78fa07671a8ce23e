/**
 * Bulk changes in words.
 */
import type { Bulk, BulkChanges, KeptReason, Link, Links } from '../api/bulk.ts';
import { isRecord } from '../data/is-record.ts';
import { hasLinks, partNamed, partOf } from '../data/parts.ts';
import { refusalInWords } from '../data/privileges.ts';
import { capital, plural } from '../data/words.ts';
import { settings } from '../settings.ts';
import { bulkParts, titleOfPart } from './parts.ts';

/** What an aspect is called in previews. The key aspect stands for the entity; where texts are depends on the type. */
export function partWord(aspect: string): string {
  if (aspect === 'editableSchemaMetadata') return 'Columns';
  return partOf(aspect)?.title ?? (aspect.endsWith('Key') ? 'The whole entity' : 'Description');
}

/** The changes that say something; of columns, only what columns have. */
export function asked(changes: BulkChanges, ofColumns: boolean): BulkChanges {
  const says = (change: unknown): boolean =>
    isRecord(change) ? Object.values(change).some((each) => (Array.isArray(each) ? each.length > 0 : each !== undefined)) : change !== undefined;
  const has = new Set(bulkParts().flatMap((part) => (part.ofColumns ? [part.id] : [])));
  return Object.fromEntries(Object.entries(changes).filter(([part, change]) => says(change) && (!ofColumns || has.has(part))));
}

/** What changes ask for of a part that comes and goes, or is set. */
export function linksAsked(changes: BulkChanges, part: string): Links & Link {
  const { add, remove, set, unset } = recordIn(changes, part);
  return { add: textsOf(add), remove: textsOf(remove), ...(typeof set === 'string' && { set }), ...(unset === true && { unset }) };
}

function recordIn(changes: BulkChanges, part: string): Readonly<Record<string, unknown>> {
  const byName: Readonly<Record<string, unknown>> = { ...changes };
  const change = byName[part];
  return isRecord(change) ? change : {};
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** What the changes add, set, take away or ask, by URN. */
export function urnsIn(changes: BulkChanges): string[] {
  const { owners, properties, deprecation } = changes;
  const ofLinks = [...settings.parts.filter(hasLinks).map(({ name }) => name), 'forms'].flatMap((name) => {
    const { add = [], remove = [], set } = linksAsked(changes, name);
    return [...add, ...remove, ...(set === undefined ? [] : [set])];
  });
  return [
    ...ofLinks,
    ...(owners?.add ?? []).map(({ owner }) => owner),
    ...(owners?.remove ?? []),
    ...[deprecation?.set?.replacement].filter((urn) => urn !== undefined),
    ...(properties?.set ?? []).map(({ property }) => property),
    ...(properties?.remove ?? []),
  ];
}

/** Where each entity has changes of its own: `Tags, owners: of each asset its own`. */
export function ownWords(changes: readonly BulkChanges[]): string {
  const parts = new Set(changes.flatMap((each) => Object.keys(each)));
  return `${capital([...parts].map((part) => titleOfPart(part).toLowerCase()).join(', '))}: of each asset its own`;
}

/** `Adds 2 tags, removes 1 owner`. */
export function changeWords(changes: BulkChanges): string {
  return capital(
    bulkParts()
      .flatMap(({ id }) => wordsOfPart(changes, id))
      .join(', '),
  );
}

function wordsOfPart(changes: BulkChanges, name: string): string[] {
  const { description, owners, properties, deprecation, forms, deletion } = changes;
  const part = partNamed(name);
  if (part && hasLinks(part)) {
    const { add, remove, set, unset } = linksAsked(changes, name);
    const value = unset ? [`take out of the ${part.noun}`] : set === undefined ? [] : [`set the ${part.noun}`];
    return [...counted('add', add, part.noun, part.plural), ...counted('remove', remove, part.noun, part.plural), ...value];
  }
  switch (name) {
    case 'owners':
      return [...counted('add', owners?.add, 'owner'), ...counted('remove', owners?.remove, 'owner')];
    case 'properties':
      return [...counted('set', properties?.set, 'property', 'properties'), ...counted('remove', properties?.remove, 'property', 'properties')];
    case 'description':
      return description ? [description.unset ? 'take the description away' : 'write the description'] : [];
    case 'deprecation':
      return deprecation ? [deprecation.unset ? 'end the deprecation' : 'deprecate'] : [];
    case 'forms':
      return [...counted('ask the questions of', forms?.add, 'form'), ...counted('take off', forms?.remove, 'form')];
    default:
      return deletion ? [{ soft: 'soft-delete', restore: 'restore', hard: 'delete permanently' }[deletion]] : [];
  }
}

function counted(verb: string, list: readonly unknown[] | undefined, one: string, many = `${one}s`): string[] {
  return list && list.length > 0 ? [`${verb} ${plural(list.length, one, many)}`] : [];
}

/** Where it is, in a sentence. */
export function stateWords({ state, total, done, undone, reason }: Bulk): string {
  switch (state) {
    case 'selecting':
      return `Finding the assets: ${total.toLocaleString('en')} so far`;
    case 'active':
      return `${done.toLocaleString('en')} of ${plural(total, 'asset')} done`;
    case 'stopped':
      return `Stopped after ${done.toLocaleString('en')} of ${plural(total, 'asset')}${reason === undefined ? '' : `: ${reason}`}`;
    case 'done':
      return 'Done';
    case 'undoing':
      return undone ? `Undoing: ${undone.aspects.toLocaleString('en')} of ${plural(undone.total, 'change')} undone` : 'Undoing';
    case 'undone':
      return 'Undone';
    case 'partlyUndone':
      return undone && undone.aspects > 0
        ? `${undone.aspects.toLocaleString('en')} of ${plural(undone.total, 'change')} undone. The rest stays`
        : `Nothing is undone: ${plural(undone?.total ?? 0, 'change')} had to stay`;
  }
}

/** Why an asset was refused. Of rights the server also says who has them, at each asset anew: what is needed is enough in a list. */
export function refusalWords(message: string): string {
  const needed = /: this needs (.+?), which no policy grants here/.exec(refusalInWords(message))?.[1];
  return needed === undefined ? message : `No policy lets you change this here: it needs ${needed}.`;
}

const REASONS: Readonly<Record<KeptReason, string>> = {
  later: 'somebody has changed them since',
  rule: 'a rule keeps them',
  entity: 'others have changed their assets since',
  again: 'they came back in between',
};

/** Why an undoing left changes: `2 changes stay because somebody has changed them since`. */
export function keptWords(why: Readonly<Partial<Record<KeptReason, number>>>): string[] {
  return Object.entries(why).map(([reason, count]) => {
    return `${plural(count, 'change')} ${count === 1 ? 'stays' : 'stay'} because ${REASONS[reason as KeptReason]}`;
  });
}
