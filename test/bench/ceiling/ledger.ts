/**
 * Collects the figures of both sides, and sets them beside each other.
 */
import type { Figure } from '../figures.ts';

/** What is measured, and what share of the bare engine's figure is aimed at. `ms`: less is better. */
const WORK = {
  'bulk, accepted': { unit: 'aspects/s', aim: 0.6 },
  'bulk, searchable': { unit: 'aspects/s', aim: 0.25 },
  'single writes, 64 callers': { unit: 'aspects/s', aim: 0.7 },
  'updates, 64 callers': { unit: 'aspects/s', aim: 0.6 },
  'read an entity, 64 callers': { unit: 'reads/s', aim: 0.6 },
  'read an entity, one caller': { unit: 'reads/s', aim: 0.7 },
  'search, median': { unit: 'ms', aim: undefined },
  'search, p95': { unit: 'ms', aim: '30 ms' },
  'HTTP alone, read': { unit: 'requests/s', aim: undefined },
  'HTTP alone, write': { unit: 'requests/s', aim: undefined },
} as const;

export type Work = keyof typeof WORK;
export type Side = 'bare' | 'Cairn';
export type Note = (work: Work, side: Side, figure: number) => void;

export interface Ledger {
  readonly note: Note;
  /** The table: minimum, median and maximum of each side, and the ratio of the medians: 1 is as fast as the bare engine. */
  figures(): Figure[];
}

export function makeLedger(): Ledger {
  const noted = new Map<string, number[]>();
  const key = (work: string, side: Side): string => `${work}|${side}`;
  const of = (work: string, side: Side): number[] => (noted.get(key(work, side)) ?? []).sort((a, b) => a - b);
  return {
    note(work, side, figure) {
      noted.set(key(work, side), [...of(work, side), figure]);
    },
    figures: () =>
      Object.entries(WORK).map(([work, { unit, aim }]) => {
        const [bare, cairn] = [of(work, 'bare'), of(work, 'Cairn')];
        const ratio = unit === 'ms' ? median(bare) / median(cairn) : median(cairn) / median(bare);
        return {
          work,
          unit,
          'bare min/med/max': span(bare),
          'Cairn min/med/max': span(cairn),
          ratio: Number.isNaN(ratio) ? '' : Number(ratio.toFixed(2)),
          aim: aim ?? '',
        };
      }),
  };
}

/** @param sorted rising */
function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function span(sorted: readonly number[]): string {
  const text = (figure = Number.NaN): string => (figure < 100 ? figure.toFixed(1) : Math.round(figure).toLocaleString('en'));
  return sorted.length === 0 ? '' : [sorted[0], median(sorted), sorted.at(-1)].map(text).join(' / ');
}
