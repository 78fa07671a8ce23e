/**
 * What one writer of the model-based test has: datasets, owners and runs of its own, and how the small contents of the model stand for
 * real aspect values.
 */
import { expect } from 'chai';
import type { Proposal } from '../client.ts';
import { deletion, ownership, proposal, status, typeOf, upstreams, urns } from '../make.ts';
import { type Ask, LINEAGE, SERIES } from './oracle.ts';

/** Datasets of each writer. */
export const SIZE = 3;
const OWNERS = 2;
const RUNS = 3;

/** Contents are small numbers: which of the owners or datasets are named, which text, which point. */
export const CONTENTS = 8;
const bits = (content: number, size: number): number[] => Array.from({ length: size }, (_, bit) => bit).filter((bit) => content & (1 << bit));
export const VALUES: Readonly<Record<string, (content: number) => unknown>> = {
  datasetProperties: (content) => ({ text: content }),
  ownership: (content) => ({ owners: bits(content, OWNERS) }),
  status: (content) => ({ removed: content % 2 === 1 }),
  [LINEAGE]: (content) => ({ from: bits(content, SIZE) }),
  [SERIES]: (content) => ({ timestampMillis: 1 + (content % 4), rowCount: content }),
};

/** What a patch of properties that are not there begins with. */
const BEGINNING = { customProperties: {}, tags: [] };

export interface Wire {
  readonly datasets: readonly string[];
  readonly owners: readonly string[];
  readonly runs: readonly string[];
  /** As the server takes it. */
  proposalOf(ask: Ask): Proposal;
  /** Back from what a read says of an aspect. */
  contentOf(aspect: string, value: Record<string, unknown>): unknown;
}

/** @param own names that nobody else uses */
export function makeWire(own: (label: string) => string): Wire {
  const datasets = Array.from({ length: SIZE }, () => urns.dataset(own('w')));
  const owners = Array.from({ length: OWNERS }, () => urns.user(own('o')));
  const runs = Array.from({ length: RUNS }, () => own('run'));

  function valueOf(aspect: string, content: unknown): unknown {
    const {
      text,
      owners: some = [],
      from = [],
      removed = false,
    } = content as { text?: number; owners?: number[]; from?: number[]; removed?: boolean };
    // As a patch makes it of an aspect that is not there: that is the same content.
    if (aspect === 'datasetProperties') return { ...BEGINNING, description: `content ${text}` };
    if (aspect === 'ownership') return ownership(...some.map((each) => owners[each] ?? ''));
    if (aspect === 'status') return status(removed);
    return aspect === LINEAGE ? upstreams(...from.map((each) => datasets[each] ?? '')) : content;
  }

  return {
    datasets,
    owners,
    runs,
    proposalOf({ change, on, aspect, value, run, ifVersion, ifNone }) {
      const urn = datasets[on] ?? '';
      const headers = {
        ...(ifVersion === undefined ? {} : { 'If-Version-Match': String(ifVersion) }),
        ...(ifNone ? { 'If-None-Match': '*' } : {}),
      };
      const more = {
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(run === undefined ? {} : { systemMetadata: { runId: run } }),
      };
      if (change === 'DELETE') return deletion(urn, aspect, more);
      const sent = valueOf(aspect, value);
      if (change !== 'PATCH') return proposal(urn, aspect, sent, { changeType: change, ...more });
      const patch = [{ op: 'add', path: '/description', value: (sent as { description: string }).description }];
      const body = { value: JSON.stringify(patch), contentType: 'application/json-patch+json' };
      return { entityType: typeOf(urn), entityUrn: urn, changeType: 'PATCH', aspectName: aspect, aspect: body, ...more };
    },
    contentOf(aspect, value) {
      if (aspect === 'datasetProperties') {
        const { description, ...beside } = value;
        expect(beside).to.deep.equal(BEGINNING);
        return { text: Number(String(description).slice('content '.length)) };
      }
      if (aspect === 'ownership') return { owners: (value.owners as { owner: string }[]).map(({ owner }) => owners.indexOf(owner)) };
      if (aspect === LINEAGE) return { from: (value.upstreams as { dataset: string }[]).map(({ dataset }) => datasets.indexOf(dataset)) };
      return aspect in VALUES ? value : aspect;
    },
  };
}
