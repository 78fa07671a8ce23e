/**
 * What a mail says: changes as sentences, with links. Pure.
 */
import type { Change } from '../../catalog/changes/types.ts';
import { entityChanges } from '../../catalog/webhooks/entity-changes.ts';
import type { Mailbox, NotedChange, SentencePart } from '../../graph/mailboxes.ts';
import type { Model } from '../../model/types.ts';

const NOUNS: Readonly<Record<string, string>> = {
  TAG: 'the tag',
  GLOSSARY_TERM: 'the term',
  OWNER: 'the owner',
  DOMAIN: 'the domain',
  STRUCTURED_PROPERTY: 'the property',
  DOCUMENTATION: 'the documentation',
  TECHNICAL_SCHEMA: 'the column',
};
const VERBS: Readonly<Record<string, string>> = { ADD: 'added', REMOVE: 'removed', MODIFY: 'changed', CREATE: 'added' };
const WHOLE: Readonly<Record<string, string>> = {
  CREATE: 'added it to the catalog',
  SOFT_DELETE: 'soft-deleted it',
  HARD_DELETE: 'deleted it permanently',
  REINSTATE: 'restored it',
};
/** Sentences of one change. */
const MOST = 10;

/** @param change with its values */
export function noted(model: Model, change: Change): NotedChange {
  const said = entityChanges(model, change).map(({ category, operation, modifier }): SentencePart[] => {
    if (category === 'LIFECYCLE') return [WHOLE[operation] ?? 'changed it'];
    if (category === 'DEPRECATION') return [modifier === 'DEPRECATED' ? 'deprecated it' : 'ended its deprecation'];
    const verb = VERBS[operation] ?? 'changed';
    const noun = NOUNS[category] ?? `the ${category.toLowerCase().replaceAll('_', ' ')}`;
    return modifier === undefined ? [`${verb} ${noun}`] : [`${verb} ${noun} `, modifier.startsWith('urn:') ? { urn: modifier } : modifier];
  });
  const what = said.length > 0 ? said : [[`changed ${words(change.aspect)}`]];
  const { urn, actor, at } = change;
  return { urn, actor, at, what: what.length > MOST ? [...what.slice(0, MOST), [`and ${what.length - MOST} more`]] : what };
}

/** `globalTags` → `global tags` */
function words(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}

/** All entities that the changes name. */
export function urnsIn(changes: readonly NotedChange[]): string[] {
  const named = changes.flatMap(({ what }) => what.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece.urn])));
  return [...new Set([...changes.flatMap(({ urn, actor }) => [urn, actor]), ...named])];
}

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/**
 * @param base the address of the pages, without a slash at the end
 * @param nameOf what an entity is called
 */
export function letterOf({ waiting, more }: Pick<Mailbox, 'waiting' | 'more'>, base: string, nameOf: (urn: string) => string): Letter {
  const told = waiting.map(({ urn, actor, at, what }) => {
    const sentences = what.map((pieces) => pieces.map((piece) => (typeof piece === 'string' ? piece : nameOf(piece.urn))).join(''));
    const time = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return {
      name: nameOf(urn),
      first: sentences[0] ?? '',
      text: `${nameOf(urn)}\n  ${nameOf(actor)} ${sentences.join(', ')} (${time})\n  ${linkTo(base, urn)}`,
    };
  });
  const count = waiting.length + more;
  const asked = waiting.some((each) => each.asked);
  const [one] = told;
  return {
    subject: line(count === 1 && one ? `${one.name}: ${one.first}` : asked ? `${count} news in your inbox` : `${count} changes in what you follow`),
    text: [
      ...told.map(({ text }) => text),
      ...(more > 0 ? [`and ${more} more: ${base}/inbox`] : []),
      `--\n${asked ? 'These wait for you in the catalog, answer you, or are followed by you' : 'You follow these in the catalog'}. Read, snooze or stop these mails: ${base}/inbox`,
    ].join('\n\n'),
  };
}

function linkTo(base: string, urn: string): string {
  return `${base}/entity/${encodeURIComponent(urn)}`;
}

/** A header has one line. */
function line(text: string): string {
  const one = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return one.length > 150 ? `${one.slice(0, 149)}…` : one;
}
