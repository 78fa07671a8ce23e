/**
 * What a damage to a store is, and the entities before the damage.
 */
import { description, ownership, proposal, status, tags, upstreams, urns } from '../../support/make.ts';

export interface Difference {
  readonly what: string;
  readonly urn: string;
  readonly aspect?: string;
  readonly expected: string;
  readonly got: string;
  readonly repaired?: boolean;
}

/** One kind of damage, and the expected report. */
export interface Damage {
  readonly title: string;
  readonly does: (urn: string) => Promise<unknown>;
  /** `<what> <aspect>: <expected> / <got>` of every difference, as patterns. */
  readonly says: readonly RegExp[];
  /** The reported URN, if it is another one. */
  readonly of?: (urn: string) => string;
  /** Does it write something first? Then what was there before does not come back. */
  readonly writes?: true;
  /** Do other findings depend on it? Then it is tried together with each other damage. */
  readonly root?: true;
  /** Corrects by hand what cannot be repaired. */
  readonly undoes?: (urn: string) => Promise<unknown>;
}

/** Changes a store without the server. */
export interface StoreByHand {
  /** Runs a statement; it must change something. */
  cypher(text: string, params?: Record<string, unknown>): Promise<void>;
  /** Calls the API of Typesense about the documents of the current index. */
  documents(method: string, where: string, body?: unknown, collection?: string): Promise<string>;
  documentId(urn: string): Promise<string>;
  /** Writes through the server, and waits until search shows it. */
  write(proposals: readonly unknown[]): Promise<void>;
}

export const upstreamOf = (urn: string): string => urn.replace('verify_', 'up_verify_');
export const userOf = (urn: string): string => urns.user(`of_${urn.split(',')[1]}`);
export const rareWord = (urn: string): string => `rare${urn.replace(/\D/g, '')}`;
export const columnOf = (urn: string): string => urns.column(urn, 'c');

/** The state of every damaged entity before the damage, in three writes. */
export const WHOLE: readonly ((urn: string) => unknown[])[] = [
  (urn) => [proposal(urn, 'datasetProperties', description('first'))],
  (urn) => {
    const fine = {
      upstreamType: 'FIELD_SET',
      downstreamType: 'FIELD',
      upstreams: [urns.column(upstreamOf(urn), 'c')],
      downstreams: [columnOf(urn)],
    };
    const run = { systemMetadata: { runId: `run ${urn}` } };
    return [
      proposal(urn, 'datasetProperties', description('second')),
      proposal(urn, 'ownership', ownership(userOf(urn))),
      proposal(urn, 'upstreamLineage', { ...upstreams(upstreamOf(urn)), fineGrainedLineages: [fine] }),
      proposal(urn, 'status', status(true)),
      proposal(urn, 'globalTags', tags(urns.tag('a')), run),
      proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }, run),
    ];
  },
  (urn) => [proposal(urn, 'datasetProperties', description(`third ${rareWord(urn)}`)), proposal(urn, 'status', status(false))],
];
