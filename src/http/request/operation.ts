/**
 * The row of each route and action: what it does, whether it only reads, which parameters it knows. A face mounts rows and enters each
 * through `admit`: who may send the request and what is said about its parameters derive from the row, and stand nowhere else.
 */
import { CONDITIONAL_HEADERS } from '../../catalog/index.ts';
import { malformed, Refusal } from '../../errors.ts';
import type { Names } from '../../model/names.ts';
import { warn } from '../answer/warn.ts';
import type { Context, Handler } from '../types.ts';
import { decode } from './query.ts';

export interface Operation<Run = Handler> {
  readonly run: Run;
  /** Does it leave everything as it is? Then the owner of a token that may only read may send it, and a page of another site. */
  readonly reads: boolean;
  /** Are the conditional headers of the request held against what it writes? Where not, they are refused. */
  readonly conditional: boolean;
  /** Parameters of the query that have an effect. */
  readonly query: readonly string[];
  /** Parameters that clients send and that have no effect here, knowingly: they ask for what is done anyway, or for a hint to caches. */
  readonly passed: readonly string[];
}

/** By HTTP method. */
export type Methods = Readonly<Record<string, Operation>>;
/** By address, with `{name}` for a part and `{urn}` for the rest of a path, slashes and all. */
export type Routes = Readonly<Record<string, Methods>>;

/** What only reads. */
export function reading<Run>(run: Run, query: readonly string[] = [], passed: readonly string[] = []): Operation<Run> {
  return { run, reads: true, conditional: true, query, passed };
}

/** What writes or deletes aspects. */
export function writing<Run>(run: Run, query: readonly string[] = [], passed: readonly string[] = []): Operation<Run> {
  return { run, reads: false, conditional: true, query, passed };
}

/** What changes something that has no versions, so that no condition can be held against it. */
export function upkeep<Run>(run: Run, query: readonly string[] = []): Operation<Run> {
  return { run, reads: false, conditional: false, query, passed: [] };
}

/** The paths that an address stands for; a slash at the end is as if it were not there. */
export function addressPattern(address: string): RegExp {
  return new RegExp(`^${address.replace('{urn}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

/**
 * Lets a request in to an operation, or refuses it. Parameters that the operation does not know are named in the warning header.
 *
 * @throws Refusal forbidden for a write by somebody who may not write; malformed for a time that the operation cannot go back to, and for
 *   conditions that it cannot hold
 */
export function admit(context: Context, names: Names, operation: Pick<Operation<unknown>, 'reads' | 'conditional' | 'query' | 'passed'>): void {
  context.state.reading = operation.reads;
  const { mayNotWrite } = context.state;
  if (!operation.reads && mayNotWrite !== undefined) throw new Refusal('forbidden', mayNotWrite);
  if (!operation.conditional) refuseConditions(context);
  const sent = parameterNames(context);
  const wrongTime = sent.find((name) => isAsOf(name) && !operation.query.includes(name));
  if (wrongTime !== undefined) throw noSuchTime(wrongTime, operation.query.includes('asOf'));
  const known = new Set([...operation.query, ...operation.passed]);
  const unknown = sent.filter((name) => !known.has(name));
  if (unknown.length > 0) warn(context, names, `Unknown parameters have no effect: ${unknown.join(', ')} (${knownText(operation.query)})`);
}

function parameterNames(context: Context): string[] {
  if (context.querystring === '') return [];
  const names = context.querystring.split('&').map((pair) => decode(pair.split('=', 1)[0] ?? '', 'query'));
  return [...new Set(names)].filter((name) => name !== '');
}

function knownText(query: readonly string[]): string {
  return query.length === 0 ? 'none is known' : `known are ${query.join(', ')}`;
}

/** `asOf`, however it is spelled. */
function isAsOf(name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '') === 'asof';
}

function noSuchTime(name: string, served: boolean): Refusal {
  const expected = served
    ? 'asOf'
    : 'no time: this operation tells the present only. asOf is for reads of entities, aspects, versions, timeseries, relationships and lineage, by their URNs';
  return malformed(`${name}: expected ${expected}`, [{ pointer: `/${name}`, expected, got: name }]);
}

/** @throws Refusal malformed where the request makes a condition about what has no versions */
export function refuseConditions(context: Context): void {
  const header = CONDITIONAL_HEADERS.find((name) => context.get(name) !== '');
  if (header !== undefined)
    throw malformed(`Header ${header}: a condition is about the version of an aspect; nothing here has one`, [
      { pointer: `/headers/${header}`, expected: 'no conditional header', got: context.get(header) },
    ]);
}
