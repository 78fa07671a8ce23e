/**
 * Reads the statements of `cypher/`, once at start. A file that is missing, or that the list below does not have, stops the start.
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
  'schema/lease-name',
  'schema/index-problem',
  'schema/edge-rules',
  'schema/commit-at',
  'schema/commit-seq',
  'schema/log-id',
  'schema/store-id',
  'schema/webhook-id',
  'schema/subscription-id',
  'schema/bulk-id',
  'schema/bulk-page',
  'write/lock-and-read',
  'write/look-up',
  'write/look-up-badge',
  'write/measure-deletions',
  'write/find-previous-versions',
  'read/answer',
  'read/find-properties',
  'write/delete-entities',
  'write/drop-edges-of-deleted',
  'write/drop-points',
  'write/drop-latest-point',
  'write/update-entities',
  'write/create-first-versions',
  'write/append-versions',
  'write/retire-versions',
  'write/update-metadata',
  'write/end-aspects',
  'write/revert-aspects',
  'write/clear-dangling',
  'write/note-dangling',
  'write/begin-edges',
  'write/end-edges',
  'write/end-lineage',
  'write/stamp-edges',
  'write/append-points',
  'write/set-property-names',
  'write/set-badges',
  'write/order-purges',
  'write/note-runs',
  'write/drop-run-points',
  'write/drop-edges',
  'write/remove-never-created',
  'log/begin-log',
  'log/append-commit',
  'log/read-head',
  'log/page-commits',
  'log/read-next',
  'log/trim-commits',
  'store/read-store',
  'store/note-upgrade',
  'store/end-upgrade',
  'store/note-writer',
  'store/begin-epoch',
  'store/find-unmarked',
  'store/note-checked',
  'store/clear-marks',
  'store/close-marks',
  'store/guard-marks',
  'hooks/create-webhook',
  'hooks/list-webhooks',
  'hooks/save-webhook',
  'hooks/delete-webhook',
  'hooks/create-subscription',
  'hooks/list-subscriptions',
  'hooks/delete-subscription',
  'bulk/create-bulk',
  'bulk/find-covered',
  'bulk/list-bulk',
  'bulk/save-bulk',
  'bulk/read-page',
  'bulk/page-refused',
  'bulk/delete-bulk',
  'read/read-entities',
  'read/read-version',
  'read/read-versions',
  'read/measure-versions',
  'read/read-related',
  'read/count-related',
  'read/read-related-as-of',
  'read/page-related',
  'read/order-related',
  'read/check-related',
  'read/read-urns',
  'read/page-edges',
  'read/next-edges',
  'read/page-edges-of',
  'read/read-as-of',
  'read/page-versions',
  'read/count-references',
  'read/page-referring',
  'read/list-urns',
  'read/list-entities',
  'read/count-types',
  'read/count-removed',
  'read/count-aspect',
  'read/list-runs',
  'read/find-run',
  'read/page-run',
  'read/count-run',
  'read/count-run-rows',
  'read/read-points',
  'read/read-points-of',
  'read/read-latest-points',
  'read/read-container-chain',
  'traverse/find-joins',
  'traverse/walk-lineage',
  'traverse/read-neighbours',
  'traverse/walk-reach',
  'traverse/walk-landings',
  'traverse/find-ways',
  'traverse/walk-hierarchy',
  'jobs/take-lease',
  'jobs/end-lease',
  'jobs/read-for-index',
  'jobs/note-problems',
  'jobs/clear-problems',
  'jobs/page-problems',
  'jobs/find-problems',
  'jobs/page-entities',
  'jobs/compare-edge-rules',
  'jobs/take-edge-rebuild',
  'jobs/note-edge-rebuild',
  'jobs/read-edge-rebuild',
  'jobs/lock-and-read-aspects',
  'jobs/read-held-edges',
  'jobs/read-lost-edges',
  'jobs/remove-untold-edges',
  'jobs/find-unfinished-deletes',
  'jobs/find-purge',
  'jobs/page-purge-holders',
  'jobs/end-purge',
  'verify/page-entities',
  'verify/lock-entities',
  'verify/read-entities',
  'verify/find-past-edges',
  'verify/find-odd-past-edges',
  'verify/find-points',
  'verify/find-places',
  'verify/read-commits',
  'verify/read-points-of',
  'verify/set-flags',
  'verify/find-strays',
  'verify/drop-dangling',
  'verify/drop-strays',
  'verify/find-last-node',
  'verify/page-unheld-versions',
  'verify/page-points',
  'verify/find-runs',
  'verify/find-existing',
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
    texts.set(name, inOneMap(withoutHead(readFileSync(path.join(FOLDER, `${name}.cypher`), 'utf8'))));
  }
}

/** Removes comments: a shorter text is cheaper to compare in the plan cache. */
function withoutHead(text: string): string {
  return text.replace(/^\/\/.*\n/gm, '').trim();
}

/**
 * Parameters are sent as one map, `$p`. Neo4j keeps a plan for each size of each list among the parameters (1, 2 to 10, 11 to 100, 101 to
 * 1,000), and each plan costs 100 ms of a young Neo4j; lists in a map share one.
 */
function inOneMap(text: string): string {
  return text.replace(/\$(?=\w)/g, '$p.');
}

/** The text of a statement. Its parameters are in a map `p`. `parts` fills `«name»`. It may only contain names of the checked model. */
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

/** Relationship names of the model in the form of a pattern: `A|B`. */
export function typeNames(types: readonly string[]): string {
  for (const type of types) if (!NAME.test(type)) throw new Error(`${type} is not a relationship name`);
  return types.map((type) => `\`${type}\``).join('|');
}

/** A pattern of edges with these relationship names of the model: `-[r:A|B]->`. */
export function edgePattern(types: readonly string[], direction: 'OUTGOING' | 'INCOMING', suffix = ''): string {
  const body = `-[r:${typeNames(types)}${suffix}]-`;
  return direction === 'OUTGOING' ? `${body}>` : `<${body}`;
}
