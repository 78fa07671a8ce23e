/**
 * The statements of `cypher/`, read once at start. A missing or an unused file is a mistake.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../errors.ts';

const FOLDER = path.join(import.meta.dirname, '../../cypher');

/** Every statement, in the order in which schema statements run. */
const STATEMENTS = [
  'schema/entity-urn',
  'schema/point-identity',
  'schema/aspect-run',
  'schema/point-run',
  'schema/run-id',
  'schema/entity-removed',
  'schema/property-name',
  'schema/property-badge',
  'schema/search-index',
  'schema/edge-rules',
  'write/lock-and-read',
  'write/look',
  'write/look-badge',
  'write/sizes',
  'write/previous',
  'read/property-names',
  'write/hard-delete',
  'write/doomed-edges',
  'write/points-drop',
  'write/latest-point-drop',
  'write/entities',
  'write/first-versions',
  'write/versions',
  'write/retired',
  'write/touched',
  'write/ended-aspects',
  'write/reverted',
  'write/mended',
  'write/dangling',
  'write/edges-begin',
  'write/edges-end',
  'write/lineage-end',
  'write/edges-stamp',
  'write/points',
  'write/property-names',
  'write/badges',
  'write/purges',
  'write/runs',
  'write/run-points',
  'write/edges-drop',
  'write/unlock-unborn',
  'read/entities',
  'read/version',
  'read/related',
  'read/related-as-of',
  'read/related-after',
  'read/edges',
  'read/edges-at',
  'read/as-of',
  'read/versions',
  'read/references',
  'read/referring',
  'read/urns',
  'read/list',
  'read/pending',
  'read/type-count',
  'read/removed-count',
  'read/aspect-count',
  'read/runs',
  'read/run-known',
  'read/run-rows',
  'read/run-totals',
  'read/points',
  'read/latest-points',
  'read/container-chain',
  'traverse/lineage',
  'traverse/reach',
  'traverse/hierarchy',
  'jobs/index-claim',
  'jobs/index-read',
  'jobs/index-clear',
  'jobs/index-release',
  'jobs/index-renew',
  'jobs/index-refused',
  'jobs/index-waiting',
  'jobs/index-lag',
  'jobs/sweep-page',
  'jobs/sweep-left',
  'jobs/reindex-state',
  'jobs/reindex-take',
  'jobs/reindex-set',
  'jobs/edges-compare',
  'jobs/edges-take',
  'jobs/edges-page',
  'jobs/edges-swept',
  'jobs/edges-state',
  'jobs/edges-lock',
  'jobs/edges-held',
  'jobs/edges-lost',
  'jobs/edges-unmake',
  'jobs/doomed-next',
  'jobs/purge-next',
  'jobs/purge-holders',
  'jobs/purge-done',
  'verify/page',
  'verify/lock',
  'verify/entities',
  'verify/strays',
  'verify/dangling-drop',
  'verify/strays-drop',
  'verify/last-node',
  'verify/versions',
  'verify/points',
  'verify/runs',
  'verify/exist',
] as const;
export type Statement = (typeof STATEMENTS)[number];

const texts = new Map<Statement, string>();

/**
 * Reads all statements.
 *
 * @throws StartError naming files that are missing or that nothing uses
 */
export function loadStatements(): void {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cypher'))
    .map((name) =>
      name
        .split(path.sep)
        .join('/')
        .replace(/\.cypher$/, ''),
    );
  const unused = files.filter((name) => !STATEMENTS.some((known) => known === name));
  if (unused.length > 0) throw new StartError(`cypher/ has statements that nothing uses: ${unused.join(', ')}`);
  for (const name of STATEMENTS) {
    if (!files.includes(name)) throw new StartError(`cypher/${name}.cypher is missing`);
    texts.set(name, withoutHead(readFileSync(path.join(FOLDER, `${name}.cypher`), 'utf8')));
  }
}

/** Comments are for readers; what is sent is short, so that the plan cache compares less. */
function withoutHead(text: string): string {
  return text.replace(/^\/\/.*\n/gm, '').trim();
}

/** The text of a statement. `parts` fills `«name»`, only ever with text made from names of the checked model. */
export function statement(name: Statement, parts: Readonly<Record<string, string>> = {}): string {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`statement ${name} was asked for before loadStatements()`);
  return text.replace(/«(\w+)»/g, (_, part: string) => {
    const filled = parts[part];
    if (filled === undefined) throw new Error(`statement ${name} needs ${part}`);
    return filled;
  });
}

export function schemaStatements(): Statement[] {
  return STATEMENTS.filter((name) => name.startsWith('schema/'));
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Relationship names of the model as a pattern has them: `A|B`. */
export function typeNames(types: readonly string[]): string {
  for (const type of types) if (!NAME.test(type)) throw new Error(`${type} is not a relationship name`);
  return types.map((type) => `\`${type}\``).join('|');
}

/** An edge pattern over relationship names of the model: `-[r:A|B]->`. */
export function edgePattern(types: readonly string[], direction: 'OUTGOING' | 'INCOMING', suffix = ''): string {
  const body = `-[r:${typeNames(types)}${suffix}]-`;
  return direction === 'OUTGOING' ? `${body}>` : `<${body}`;
}
