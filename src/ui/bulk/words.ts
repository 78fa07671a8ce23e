/**
 * Bulk changes in words.
 */
import type { Bulk, BulkChanges, KeptReason } from '../api/bulk.ts';
import { refusalInWords } from '../data/privileges.ts';
import { capital, plural } from '../data/words.ts';
import { titleOfPart } from './parts.ts';

const PARTS: Readonly<Record<string, string>> = {
  editableSchemaMetadata: 'Columns',
  globalTags: 'Tags',
  glossaryTerms: 'Glossary terms',
  ownership: 'Owners',
  domains: 'Domain',
  structuredProperties: 'Properties',
  deprecation: 'Deprecation',
  forms: 'Forms',
  status: 'Deletion',
};

/** What an aspect is called in previews. The key aspect stands for the entity; where texts are depends on the type. */
export function partWord(aspect: string): string {
  return PARTS[aspect] ?? (aspect.endsWith('Key') ? 'The whole entity' : 'Description');
}

/** The changes that say something; of columns, only what columns have. */
export function asked({ domain, forms, deletion, ...changes }: BulkChanges, ofColumns: boolean): BulkChanges {
  const { tags, terms, owners, properties, ...rest } = changes;
  const some = (lists: readonly (readonly unknown[] | undefined)[]): boolean => lists.some((list) => list && list.length > 0);
  return {
    ...rest,
    ...(some([tags?.add, tags?.remove]) && { tags }),
    ...(some([terms?.add, terms?.remove]) && { terms }),
    ...(some([owners?.add, owners?.remove]) && { owners }),
    ...(some([properties?.set, properties?.remove]) && { properties }),
    ...(!ofColumns && domain && { domain }),
    ...(!ofColumns && some([forms?.add, forms?.remove]) && { forms }),
    ...(!ofColumns && deletion && { deletion }),
  };
}

/** What the changes add, set, take away or ask, by URN. */
export function urnsIn({ tags, terms, owners, domain, properties, deprecation, forms }: BulkChanges): string[] {
  return [
    ...[tags, terms, forms].flatMap((links) => [...(links?.add ?? []), ...(links?.remove ?? [])]),
    ...(owners?.add ?? []).map(({ owner }) => owner),
    ...(owners?.remove ?? []),
    ...[domain?.set, deprecation?.set?.replacement].filter((urn) => urn !== undefined),
    ...(properties?.set ?? []).map(({ property }) => property),
    ...(properties?.remove ?? []),
  ];
}

/** Where each entity has changes of its own: `Tags, owners: of each asset its own`. */
export function ownWords(changes: readonly BulkChanges[]): string {
  const parts = new Set(changes.flatMap((each) => Object.keys(each) as (keyof BulkChanges)[]));
  return `${capital([...parts].map((part) => titleOfPart(part).toLowerCase()).join(', '))}: of each asset its own`;
}

/** `Adds 2 tags, removes 1 owner`. */
export function changeWords({ description, tags, terms, owners, domain, properties, deprecation, forms, deletion }: BulkChanges): string {
  const parts = [
    counted('add', tags?.add, 'tag'),
    counted('remove', tags?.remove, 'tag'),
    counted('add', terms?.add, 'glossary term'),
    counted('remove', terms?.remove, 'glossary term'),
    counted('add', owners?.add, 'owner'),
    counted('remove', owners?.remove, 'owner'),
    domain && (domain.unset ? 'take out of the domain' : 'set the domain'),
    counted('set', properties?.set, 'property', 'properties'),
    counted('remove', properties?.remove, 'property', 'properties'),
    description && (description.unset ? 'take the description away' : 'write the description'),
    deprecation && (deprecation.unset ? 'end the deprecation' : 'deprecate'),
    counted('ask the questions of', forms?.add, 'form'),
    counted('take off', forms?.remove, 'form'),
    deletion && { soft: 'soft-delete', restore: 'restore', hard: 'delete permanently' }[deletion],
  ];
  return capital(parts.filter((part) => part !== undefined).join(', '));
}

function counted(verb: string, list: readonly unknown[] | undefined, one: string, many = `${one}s`): string | undefined {
  return list && list.length > 0 ? `${verb} ${plural(list.length, one, many)}` : undefined;
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
