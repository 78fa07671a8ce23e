/**
 * Counts how good the answers to questions are.
 */
import type { Figure } from './figures.ts';

export interface Tally {
  /** @param right URNs of the tables that answer the question @param found URNs, best first */
  add(right: ReadonlySet<string>, found: readonly string[]): void;
  figure(answer: string): Figure;
}

export function makeTally(): Tally {
  let [questions, recall, hits, reciprocal, nothing] = [0, 0, 0, 0, 0];
  const share = (sum: number): number => round(sum / questions);
  return {
    add(right, found) {
      questions++;
      recall += found.filter((urn) => right.has(urn)).length / right.size;
      if (found.slice(0, 5).some((urn) => right.has(urn))) hits++;
      const first = found.findIndex((urn) => right.has(urn));
      if (first >= 0) reciprocal += 1 / (first + 1);
      if (found.length === 0) nothing++;
    },
    figure: (answer) => ({
      answer,
      'recall@10': share(recall),
      'hit@5': share(hits),
      MRR: share(reciprocal),
      'nothing found %': Math.round((nothing * 100) / questions),
    }),
  };
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
