/**
 * Refusals of writes: proposals, snapshots, values, patches.
 */
import { type Detail, detailLines, Refusal } from './refusal.ts';

/** A person would look like another. `problem`: what is wrong with the name, as a predicate. */
export function badPersonName(urn: string, pointer: string, problem: string): Refusal {
  return new Refusal('bad-person-name', `Failed to validate ${urn}: ${pointer} ${problem}`, {
    details: [{ pointer, expected: `a name that others can read; this one ${problem}` }],
  });
}

/** A proposal with both a URN and a key aspect, or with neither. */
export function oneTarget(): Refusal {
  return new Refusal('bad-target', 'A proposal needs exactly one of entityUrn and entityKeyAspect', {
    details: [{ pointer: '/entityUrn', expected: 'the URN, or the key aspect instead' }],
  });
}

export function keyWithoutType(): Refusal {
  return new Refusal('bad-target', 'entityKeyAspect needs entityType', {
    details: [{ pointer: '/entityType', expected: 'an entity type of the model' }],
  });
}

/** The URN of a write is invalid. `problem`: what is wrong with it, as a predicate. */
export function badTargetUrn(pointer: string, text: string, problem: string): Refusal {
  return new Refusal('bad-target-urn', `Invalid urn: ${text} ${problem}`, {
    details: [{ pointer, expected: `a URN; this one ${problem}`, got: text }],
  });
}

/** The URN of a write is of another type than `what` needs. */
export function wrongTargetType(pointer: string, urn: string, type: string, what: string, wanted: string): Refusal {
  return new Refusal('wrong-target-type', `URN entity type does not match: ${urn} is of type ${type}, ${what} is for ${wanted}`, {
    details: [{ pointer, expected: `a URN of type ${wanted}`, got: urn }],
  });
}

/** A snapshot lacks a part that every snapshot has. */
export function badSnapshot(pointer: string, problem: string, expected: string, got?: unknown): Refusal {
  return new Refusal('bad-snapshot', problem, { details: [{ pointer, expected, got }] });
}

/** An object that should have exactly one key, the name of its content. */
export function badUnion(pointer: string, expected: string, keys: readonly string[]): Refusal {
  return new Refusal('bad-union', `${pointer}: expected ${expected}, got ${keys.join(', ') || 'none'}`, {
    details: [{ pointer, expected, got: keys }],
  });
}

/** Two lists of a request that belong together have different lengths. */
export function lengthMismatch(expected: string, got: number): Refusal {
  return new Refusal('length-mismatch', `systemMetadata: expected ${expected}, got ${got}`, {
    details: [{ pointer: '/systemMetadata', expected, got }],
  });
}

export function emptyBatch(name: string): Refusal {
  return new Refusal('empty-batch', `${name}: expected at least one item`, { details: [{ pointer: `/${name}`, expected: 'at least one item' }] });
}

/** One entity of a batch has no aspect. */
export function noAspectSent(pointer: string): Refusal {
  return new Refusal('no-aspect-named', `${pointer}: expected at least one aspect`, { details: [{ pointer, expected: 'at least one aspect' }] });
}

/** A deletion with an empty list of aspects. Without the parameter it would delete the whole entity. */
export function noAspectToDelete(name: string): Refusal {
  return new Refusal('no-aspect-named', `${name}: expected an aspect of the model, got none; leave out the parameter to delete the whole entity`, {
    details: [{ pointer: `/${name}`, expected: 'an aspect of the model', got: '' }],
  });
}

/** An entity would be above itself. What else is in the circle is not named: the sender may not see it. */
export function belowItself(aspect: string, urn: string, pointer: string, parent: string): Refusal {
  return new Refusal('below-itself', `Failed to validate ${aspect} of ${urn}: expected a parent that is not below it, got ${parent}`, {
    details: [{ pointer, expected: 'an entity that is not below this one', got: parent }],
  });
}

/** A tag that hides columns would be deleted for good. */
export function sensitiveTag(urn: string): Refusal {
  return new Refusal('sensitive-tag', `Failed to delete ${urn}: it is sensitive, and without it everybody sees its columns`, {
    details: [{ pointer: '/isSensitive', expected: 'false or absent before the deletion', got: true }],
  });
}

export function missingValue(aspect: string, urn: string): Refusal {
  return new Refusal('missing-value', `Aspect ${aspect} of ${urn} has no value`, {
    details: [{ pointer: '/aspect', expected: 'the value of the aspect' }],
  });
}

/** A timeseries aspect with a change type that points do not support. */
export function upsertOnly(aspect: string, changeType: string): Refusal {
  return new Refusal('bad-change-type', `changeType: timeseries aspect ${aspect} supports only UPSERT, got ${changeType}`, {
    details: [{ pointer: '/changeType', expected: 'UPSERT', got: changeType }],
  });
}

/** The value of an aspect does not fit its schema. */
export function badAspectValue(aspect: string, urn: string, details: readonly Detail[]): Refusal {
  return new Refusal('bad-aspect-value', `Invalid format for aspect: ${aspect} of ${urn}\n${detailLines(details).join('\n')}`, { details });
}

/** A patch that changes what the URN says. */
export function keyPatched(aspect: string, urn: string): Refusal {
  return new Refusal('key-mismatch', `The patch makes the key aspect ${aspect} contradict ${urn}`, {
    details: [{ pointer: '/patch', expected: 'a patch that leaves the parts of the URN as they are' }],
  });
}

/** The key of an index of the graph would be too long. `what` begins the sentence. */
export function keyTooLong(what: string, detail: Detail): Refusal {
  return new Refusal('key-too-long', `${what} is too long: ${detail.expected}`, { details: [detail] });
}

/** The graph itself reports that a key is too long. */
export function keyRefused(): Refusal {
  return new Refusal('key-too-long', 'The graph database refuses a value of the request that is too long for its indexes');
}

export function tooManyColumnPairs(aspect: string, urn: string, pointer: string, pairs: number, most: number): Refusal {
  return new Refusal('too-many-column-pairs', `Failed to validate ${aspect}: ${urn} has ${pairs} pairs of columns; expected at most ${most}`, {
    details: [{ pointer, expected: `at most ${most} pairs of an upstream and a downstream column`, got: pairs }],
  });
}

/** One field of a value references too many entities. */
export function tooManyEdges(aspect: string, urn: string, pointer: string, edges: number, most: number): Refusal {
  return new Refusal('too-many-edges', `Failed to validate ${aspect}: ${urn} references ${edges} entities; expected at most ${most}`, {
    details: [{ pointer, expected: `at most ${most} URNs`, got: edges }],
  });
}

/** CREATE_ENTITY of an entity that already exists. */
export function entityExists(aspect: string, urn: string): Refusal {
  return new Refusal(
    'already-exists',
    `Failed to validate ${aspect}: ${urn} Cannot perform CREATE_ENTITY if not exists since the entity key already exists.`,
  );
}

/** CREATE of an aspect that already exists. */
export function aspectExists(aspect: string, urn: string): Refusal {
  return new Refusal('already-exists', `Failed to validate ${aspect}: ${urn} Cannot perform CREATE since the aspect already exists.`);
}

const FREE_ID = 'an id that no other entity has';

export function tagExists(urn: string, id: string | null | undefined): Refusal {
  return new Refusal('already-exists', `This tag already exists: ${urn}`, { details: [{ pointer: '/input/id', expected: FREE_ID, got: id }] });
}

export function propertyExists(urn: string, id: string): Refusal {
  return new Refusal('already-exists', `A structured property already exists with this urn: ${urn}`, {
    details: [{ pointer: '/input/id', expected: FREE_ID, got: id }],
  });
}

/** A value references an entity that must exist, and does not. */
export function missingReference(aspect: string, urn: string, named: string, pointer: string): Refusal {
  return new Refusal('missing-reference', `Failed to validate ${aspect}: ${urn} references ${named}, and that URN does not exist`, {
    details: [{ pointer, expected: 'the URN of an entity that exists', got: named }],
  });
}

/** A stage of a lifecycle that does not follow the present one. */
export function stageOutOfOrder(urn: string, stage: string, previous: string, allowed: readonly string[]): Refusal {
  const follows = allowed.length === 0 ? '' : `; ${stage} follows ${allowed.join(', ')}`;
  return new Refusal('stage-out-of-order', `Failed to validate status: ${urn} is in ${previous}, which ${stage} does not follow`, {
    details: [{ pointer: '/lifecycleStage', expected: `a stage that follows ${previous}${follows}`, got: stage }],
  });
}

/** An ingestion source has a schedule that cannot be read or never comes. */
export function badSchedule(urn: string, field: 'interval' | 'timezone', got: string): Refusal {
  const expected = field === 'interval' ? 'times as in cron that come again, such as 0 3 * * *' : 'a time zone, such as Europe/Paris';
  return new Refusal('bad-schedule', `Failed to validate dataHubIngestionSourceInfo: expected as schedule.${field} of ${urn} ${expected}`, {
    details: [{ pointer: `/schedule/${field}`, expected, got }],
  });
}

/** An aspect that the model no longer has references an entity whose references should be removed. */
export function outdatedAspect(entity: string, named: string, aspect: string): Refusal {
  return new Refusal('outdated-aspect', `${entity} references ${named} in ${aspect}, an aspect that the model no longer has`);
}

/** A rollback needs a version that retention has removed. */
export function versionNotKept(aspect: string, urn: string, run: string): Refusal {
  return new Refusal(
    'version-not-kept',
    `${aspect} of ${urn} stays as run ${run} wrote it: Cairn no longer keeps the version before it (RETENTION_VERSIONS)`,
  );
}

export function tooManyProposals(count: number, most: number): Refusal {
  return new Refusal(
    'too-many-proposals',
    `proposals: expected at most ${most} that are written all or nothing, got ${count}; send several requests, or perItem of ingestProposalBatch`,
    { details: [{ pointer: '/proposals', expected: `at most ${most} proposals`, got: count }] },
  );
}

/** The values of proposals that are written together are too long. */
export function tooMuchWritten(mostCharacters: number): Refusal {
  return new Refusal('too-much-written', `proposals: expected at most ${mostCharacters} characters in all values together; send several requests`);
}

/** A patch of the wrong shape. */
export function badPatch(pointer: string, expected: string, got?: unknown): Refusal {
  return new Refusal('bad-patch', `${pointer.slice(1)}: expected ${expected}`, { details: [{ pointer, expected, got }] });
}

/** `index`: which operation of the patch; `field`: its member, empty for all of it. */
export function badOperation(index: number, field: string, expected: string, got: unknown): Refusal {
  return new Refusal('bad-patch', `patch[${index}]${field && `.${field}`}: expected ${expected}`, {
    details: [{ pointer: `/patch/${index}${field && `/${field}`}`, expected, got }],
  });
}

export function operationDoesNotFit(aspect: string, index: number, op: string, path: string, problem: string): Refusal {
  return new Refusal('patch-does-not-fit', `Failed to validate ${aspect}: Cairn cannot apply the operation ${op} ${path} (${problem})`, {
    details: [{ pointer: `/patch/${index}`, expected: 'an operation that fits the aspect as it is', got: path }],
  });
}

/** A patch does too much work. `why`: what it does, as a predicate. */
export function patchTooCostly(why: string): Refusal {
  return new Refusal('patch-too-costly', `The patch ${why}; send it in parts, or send the complete value`, {
    details: [{ pointer: '/patch', expected: 'a patch that does less' }],
  });
}

export function tooManyOperations(count: number, most: number): Refusal {
  return new Refusal('too-many-operations', `patch: expected at most ${most} operations, got ${count}; send several patches`, {
    details: [{ pointer: '/patch', expected: `at most ${most} operations`, got: count }],
  });
}
