/**
 * What runs were refused (docs/semantics.md 3.7): kept with its reason, read by run. A value that is secret, or of which the model closes a part, is
 * not kept, and no reason that could repeat it. Nor is a value of an aspect that the model does not know.
 */
import { explained } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import { countRefused, keepRefused, MOST_OF_RUN, type RefusedContent, type RefusedRow, readRefusedRows } from '../../graph/refused.ts';
import { NO_RUN } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { fitsKey } from '../../model/urn.ts';

export type { RefusedRow };

/** Something that was refused, as far as it can be read. */
export interface RefusedThing {
  readonly refusal: { readonly code: string; readonly message: string };
  readonly urn?: string | undefined;
  readonly aspect?: string | undefined;
  /** Of its `systemMetadata`. */
  readonly run?: string | undefined;
  /** The JSON text that was sent. */
  readonly value?: string | undefined;
}

export interface RefusedPage {
  /** How often the run was refused something; of that, the newest is kept. */
  readonly total: number;
  readonly kept: number;
  readonly items: readonly RefusedRow[];
}

export interface Refusals {
  /** @param by URN of who has sent it */
  keep(things: readonly RefusedThing[], by: string): Promise<void>;
  /** The newest first. Empty for a run that was refused nothing, and for one that there is not. */
  of(run: string, start: number, count: number): Promise<RefusedPage>;
  /** What one sender was refused. */
  ofSender(run: string, by: string): Promise<RefusedRow[]>;
  /** How many things this server has kept since its start, by their codes. */
  counts(): ReadonlyMap<string, number>;
}

/** The most characters of a text that is kept. */
const MOST = { name: 2_000, message: 1_000, value: 4_000 };
/** Each run that a request names costs a transaction. */
export const MOST_RUNS = 10;

export function makeRefusals({ model, graph }: { readonly model: Model; readonly graph: Graph }): Refusals {
  const counts = new Map<string, number>();
  return {
    keep: async (things, by) => {
      for (const { refusal } of things) counts.set(refusal.code, (counts.get(refusal.code) ?? 0) + 1);
      const byRun = new Map<string, RefusedContent[]>();
      for (const thing of things) {
        const run = runOf(thing.run);
        const rows = byRun.get(run) ?? [];
        rows.push(refusedRow(model, thing));
        byRun.set(run, rows);
      }
      const at = Date.now();
      for (const [run, rows] of byRun) await keepRefused(graph, run, by, at, rows);
    },
    of: async (run, start, count) => {
      const [counted, items] = await Promise.all([countRefused(graph, run), readRefusedRows(graph, run, start, count)]);
      return { ...counted, items };
    },
    ofSender: (run, by) => readRefusedRows(graph, run, 0, MOST_OF_RUN, by),
    counts: () => counts,
  };
}

/** A name of a run that is none, or too long for a name, is that of no run. */
export function runOf(run: string | undefined): string {
  return run === undefined || run === '' || !fitsKey(run) ? NO_RUN : run;
}

/** Those of further runs than the first few are of no run. `more`: are there such? */
export function ofFewRuns(things: readonly RefusedThing[]): { readonly things: readonly RefusedThing[]; readonly more: boolean } {
  const named = [...new Set(things.map(({ run }) => runOf(run)))].filter((run) => run !== NO_RUN);
  if (named.length <= MOST_RUNS) return { things, more: false };
  const few = new Set(named.slice(0, MOST_RUNS));
  return { things: things.map((thing) => (few.has(runOf(thing.run)) ? thing : { ...thing, run: undefined })), more: true };
}

/** What is kept of it. */
export function refusedRow(model: Model, { refusal, urn, aspect, value }: RefusedThing): RefusedContent {
  const spec = aspect === undefined ? undefined : model.aspects.get(aspect);
  const isClosed = spec?.secret === true || (spec?.closed.length ?? 0) > 0;
  return {
    urn: urn?.slice(0, MOST.name) ?? null,
    aspect: aspect?.slice(0, MOST.name) ?? null,
    code: refusal.code,
    message: isClosed ? explained(refusal.code) : cut(refusal.message),
    value: !spec || isClosed || value === undefined || value.length > MOST.value ? null : value,
  };
}

function cut(message: string): string {
  return message.length > MOST.message ? `${message.slice(0, MOST.message)}…` : message;
}
