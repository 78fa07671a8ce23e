/**
 * Refusals of names: invalid URNs, and names that the model or the store does not have.
 */
import { firstOf } from './abbreviate.ts';
import { Refusal } from './refusal.ts';

/** A URN in a request. `problem`: what is wrong with it, as a predicate. `pointer`: its place. */
export function badUrn(text: string, problem: string, pointer: string): Refusal {
  return new Refusal('bad-urn', `Invalid urn!: ${text} (${problem})`, {
    details: [{ pointer, expected: `a URN; this one ${problem}`, got: text }],
  });
}

/** An entity of a batch has no URN. */
export function missingUrn(pointer: string, got?: unknown): Refusal {
  return new Refusal('missing-urn', `${pointer}: Missing \`urn\` field`, {
    details: [{ pointer: `${pointer}/urn`, expected: 'the URN of the entity', got }],
  });
}

/** A URN is of another entity type than the request needs. */
export function wrongEntityType(urn: string, type: string, wanted: string, pointer = '/urn'): Refusal {
  const expected = `a URN of type ${wanted}`;
  return new Refusal('wrong-entity-type', `URN entity type does not match: ${urn} is of type ${type}; expected ${expected}`, {
    details: [{ pointer, expected, got: urn }],
  });
}

/** The request reads usage statistics of an entity whose type has none. */
export function noUsageOf(urn: string, type: string): Refusal {
  return new Refusal('wrong-entity-type', `resource: expected the URN of a dataset; ${urn} is of type ${type}, which has no usage statistics`, {
    details: [{ pointer: '/resource', expected: 'the URN of a dataset', got: urn }],
  });
}

/** A name that is not an entity type of the model. `pointer`: its place in the request. */
export function unknownEntityType(name: string, pointer: string): Refusal {
  return new Refusal('unknown-entity-type', `Failed to find entity with name ${name}`, {
    details: [{ pointer, expected: 'an entity type of the model', got: name }],
  });
}

/** The URN of a proposal has an entity type that the model does not have. */
export function unknownTypeOfUrn(type: string, urn: string): Refusal {
  return new Refusal('unknown-entity-type', `Failed to find entity with name ${type}`, {
    details: [{ pointer: '/entityUrn', expected: 'a URN of an entity type of the model', got: urn }],
  });
}

/** `generic` in a read of points, which have one type. */
export function genericTimeseries(name: string): Refusal {
  return new Refusal('unknown-entity-type', 'entityName: expected an entity type of the model; generic cannot read a timeseries', {
    details: [{ pointer: '/entityName', expected: 'an entity type of the model', got: name }],
  });
}

/** A name that is not an aspect of an entity type; without `type`, not an aspect of the model. */
export function unknownAspect(name: string, pointer: string, type?: string, expected = 'an aspect of the model'): Refusal {
  return new Refusal('unknown-aspect', `Unknown aspect ${name}${type === undefined ? '' : ` for entity ${type}`}`, {
    details: [{ pointer, expected, got: name }],
  });
}

/** A snapshot contains an aspect that its record does not have. */
export function unknownAspectOfRecord(record: string, name: string, pointer: string, problem?: string): Refusal {
  return new Refusal('unknown-aspect', problem === undefined ? `${record} has no aspect ${name}` : `${name} ${problem}`, {
    details: [{ pointer, expected: `an aspect of ${record}`, got: name }],
  });
}

/** `problem`: what is wrong with the name, as a predicate. */
export function unknownRecord(record: string, pointer: string, problem = 'is not a snapshot record'): Refusal {
  return new Refusal('unknown-record', `${record} ${problem}`, {
    details: [{ pointer, expected: 'a snapshot record of the model', got: record }],
  });
}

export function unknownRelationship(name: string): Refusal {
  return new Refusal('unknown-relationship', `Failed to find relationship with name ${name}`, {
    details: [{ pointer: '/relationshipType', expected: 'a relationship of the model', got: name }],
  });
}

/** The request has a versioned aspect where it needs a timeseries. */
export function notATimeseries(aspect: string): Refusal {
  return new Refusal('wrong-aspect-kind', `Aspect ${aspect} is not a timeseries`, {
    details: [{ pointer: '/aspect', expected: 'a timeseries aspect', got: aspect }],
  });
}

/** A time window for an aspect without points. */
export function windowWithoutTimeseries(aspect: string | undefined): Refusal {
  return new Refusal('wrong-aspect-kind', 'aspectName: expected a timeseries aspect, because the request has startTimeMillis or endTimeMillis', {
    details: [{ pointer: '/aspectName', expected: 'a timeseries aspect', got: aspect }],
  });
}

/** A timeseries in a count of versioned aspects. */
export function countOfTimeseries(aspect: string): Refusal {
  return new Refusal('wrong-aspect-kind', `aspect: expected a versioned aspect; ${aspect} is a timeseries`, {
    details: [{ pointer: '/aspect', expected: 'a versioned aspect', got: aspect }],
  });
}

/** A path with an unknown entity type. */
export function entityTypeNotFound(name: string): Refusal {
  return new Refusal('not-in-model', `Failed to find entity with name ${name}`);
}

/** A path with an unknown aspect. */
export function aspectNotFound(name: string, type?: string): Refusal {
  return new Refusal('not-in-model', `Unknown aspect ${name}${type === undefined ? '' : ` for entity ${type}`}`);
}

export function noSuchEntity(urn: string): Refusal {
  return new Refusal('no-such-entity', `${urn} does not exist`);
}

const MOST_NAMED = 100;

/** Some of many that a request names. */
export function noSuchEntities(urns: readonly string[]): Refusal {
  const [only = ''] = urns;
  if (urns.length <= 1) return noSuchEntity(only);
  return new Refusal('no-such-entity', `${firstOf(urns, MOST_NAMED)} do not exist`);
}

export function noSuchForm(urn: string): Refusal {
  return new Refusal('no-such-entity', `Form ${urn} does not exist`);
}

export function noSuchProperty(urn: string): Refusal {
  return new Refusal('no-such-entity', `Structured property ${urn} has no definition`);
}

/** `asOf`: epoch ms; absent: now. */
export function noSuchAspect(urn: string, aspect: string, asOf?: number): Refusal {
  return new Refusal('no-such-aspect', `${urn} has no aspect ${aspect}${asOf === undefined ? '' : ` as of ${asOf}`}`);
}

/** The timeseries has no point. `upTo`: epoch ms. */
export function noSuchPoint(urn: string, aspect: string, upTo?: number): Refusal {
  return new Refusal('no-such-aspect', `${urn} has no point of ${aspect}${upTo === undefined ? '' : ` up to ${upTo}`}`);
}

export function noSuchVersion(urn: string, aspect: string, version: number, asOf?: number): Refusal {
  return new Refusal('no-such-version', `Aspect ${aspect} of ${urn} has no version ${version}${asOf === undefined ? '' : ` as of ${asOf}`}`);
}

export function noSuchRun(run: string): Refusal {
  return new Refusal('no-such-run', `Run ${run} does not exist; POST /runs?action=list lists the runs`);
}

/** The request reads a version of a timeseries. */
export function noVersions(aspect: string): Refusal {
  return new Refusal('no-versions', `Aspect ${aspect} is a timeseries and has no versions; read it with getTimeseriesAspectValues`);
}

export function noSnapshot(type: string): Refusal {
  return new Refusal('no-snapshot', `Entities of type ${type} have no snapshot; read them with /entitiesV2/<urn>`);
}

/** The schema of an entity does not have a column. `nearest`: names of columns that are alike. */
export function noSuchColumn(pointer: string, entity: string, asked: string, nearest: readonly string[]): Refusal {
  const alike = nearest.length === 0 ? '' : `; the nearest are ${nearest.join(', ')}`;
  return columnRefusal('no-such-column', pointer, `a column of ${entity}${alike}`, asked);
}

/** A name means several columns. */
export function ambiguousColumn(pointer: string, entity: string, asked: string, columns: readonly string[]): Refusal {
  return columnRefusal('ambiguous-column', pointer, `one column of ${entity}: it has ${columns.join(' and ')}`, asked);
}

function columnRefusal(code: 'no-such-column' | 'ambiguous-column', pointer: string, expected: string, got: string): Refusal {
  return new Refusal(code, `${pointer.slice(1).replaceAll('/', '.')}: expected ${expected}, got ${got}`, { details: [{ pointer, expected, got }] });
}
