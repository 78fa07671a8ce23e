/**
 * A glossary in the file of DataHub's source `datahub-business-glossary`. Ids are made as that source makes them. Pure.
 */
import { idFrom } from '../data/id-from.ts';
import { isRecord, type Json, recordsIn, stringsIn, textOf } from '../data/is-record.ts';
import { type Entry, type EntryKind, type EntryOwner, type EntryProblem, type FileEntries, ownUrn, type Relation, urnOf } from './entries.ts';

/** What the file calls each relation. */
const LINKS: Readonly<Record<string, Relation>> = {
  inherits: 'isRelatedTerms',
  contains: 'hasRelatedTerms',
  values: 'values',
  related_terms: 'relatedTerms',
};

/** What the file may say that is not brought in. */
const LEFT_OUT: Readonly<Record<string, string>> = { domain: 'domains', knowledge_links: 'links' };

interface YamlEntry {
  readonly kind: EntryKind;
  readonly path: readonly string[];
  readonly urn: string;
  readonly parent: string | null;
  readonly sent: Json;
}

/**
 * @param file what the YAML says
 * @param prefix the beginning of URNs
 * @throws Error if it is another kind of file
 */
export function entriesOfYaml(file: unknown, prefix: string): FileEntries {
  if (!isRecord(file) || !(Array.isArray(file.nodes) || Array.isArray(file.terms)))
    throw new Error('Expected a business glossary: `version: 1`, and below `nodes` or `terms` a list.');
  if (String(file.version) !== '1') throw new Error('Expected `version: 1`.');
  const problems: EntryProblem[] = [];
  const found = walk(file, [], null, prefix, problems);
  const byPath = new Map(found.map(({ path, urn }) => [path.join('.'), urn]));
  const entries = found.map((each) => entryOf(each, file, byPath, prefix));
  const left = Object.entries(LEFT_OUT).flatMap(([key, words]) => (found.some(({ sent }) => sent[key] != null) ? [words] : []));
  return {
    entries,
    problems,
    notes: left.length > 0 ? [`The ${left.join(' and the ')} of the file are left out: add them on the pages of the terms.`] : [],
  };
}

function walk(of: Json, path: readonly string[], parent: string | null, prefix: string, problems: EntryProblem[]): YamlEntry[] {
  const child = (kind: EntryKind, sent: Json, at: number): YamlEntry[] => {
    const name = textOf(sent.name).trim();
    const here = [...path, name];
    const id = typeof sent.id === 'string' && sent.id.trim() !== '' ? sent.id.trim() : idOf(here);
    if (name === '' || id === '') {
      const where = [...path, `${kind} ${at + 1}`].join('.');
      problems.push({ where, text: name === '' ? 'has no name' : 'needs a letter or a digit in its name' });
      return [];
    }
    return [{ kind, path: here, urn: ownUrn(prefix, kind, id) ?? urnOf(prefix, kind, id), parent, sent }];
  };
  const groups = recordsIn(of.nodes).flatMap((sent, at) =>
    child('group', sent, at).flatMap((group) => [group, ...walk(sent, group.path, group.urn, prefix, problems)]),
  );
  return [...groups, ...recordsIn(of.terms).flatMap((sent, at) => child('term', sent, at))];
}

/** The id that DataHub makes of a path. Of a path with other letters it makes a hash; here it stays readable. */
function idOf(path: readonly string[]): string {
  const whole = path.join('.');
  if (/[^\p{ASCII}]/u.test(whole)) return idFrom(whole);
  return whole
    .replaceAll(' ', '-')
    .replaceAll(/[^a-zA-Z0-9\-.]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/\.+/g, '.')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
}

function entryOf({ kind, path, urn, parent, sent }: YamlEntry, file: Json, byPath: ReadonlyMap<string, string>, prefix: string): Entry {
  const relations = Object.entries(LINKS).flatMap(([key, relation]) =>
    Array.isArray(sent[key]) ? [[relation, stringsIn(sent[key]).map((name) => termNamed(name, byPath, prefix))] as const] : [],
  );
  const properties = isRecord(sent.custom_properties) ? sent.custom_properties : undefined;
  return {
    where: path.join('.'),
    kind,
    urn,
    name: path.at(-1) ?? '',
    definition: textOf(sent.description),
    parent,
    ...(kind === 'term' && {
      termSource: textOf(sent.term_source) || textOf(file.source_type) || 'INTERNAL',
      sourceRef: textOf(sent.source_ref) || textOf(file.source) || undefined,
      sourceUrl: textOf(sent.source_url) || textOf(file.url) || undefined,
      relations: Object.fromEntries(relations),
    }),
    customProperties: properties && Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, String(value)])),
    owners: ownersOf(sent.owners ?? file.owners, prefix),
  };
}

/** A term by its path in the file, by its id, or by its URN. */
function termNamed(name: string, byPath: ReadonlyMap<string, string>, prefix: string): string {
  return byPath.get(name) ?? ownUrn(prefix, 'term', name) ?? urnOf(prefix, 'term', idOf([name]));
}

function ownersOf(sent: unknown, prefix: string): EntryOwner[] | undefined {
  const groups = Array.isArray(sent) ? recordsIn(sent) : isRecord(sent) ? [sent] : [];
  if (groups.length === 0) return undefined;
  return groups.flatMap(({ type, typeUrn, users, groups: teams }) => {
    const kind = textOf(type) || 'DEVELOPER';
    const custom = /^urn:\w+:ownershipType:(.+)$/.exec(textOf(typeUrn) || kind)?.[1];
    const way = custom === undefined ? { type: kind } : { type: 'CUSTOM', typeUrn: `${prefix}ownershipType:${custom}` };
    const urn = (entity: string, id: string): string => `${prefix}${entity}:${/^urn:\w+:\w+:(.+)$/.exec(id)?.[1] ?? id}`;
    return [
      ...stringsIn(users).map((id) => ({ owner: urn('corpuser', id), ...way })),
      ...stringsIn(teams).map((id) => ({ owner: urn('corpGroup', id), ...way })),
    ];
  });
}
