/**
 * Collects CPU times of the floors and of Cairn, and sets them beside each other.
 */
import type { Figure } from '../figures.ts';
import type { Cost } from '../processes.ts';

/** Of each work one: a start, a second, a write, a table, an answer. */
const WORKS = [
  'start, empty store',
  'start, again',
  'start, many aspects',
  'idle, a second',
  'single write, new, cold',
  'single write, new',
  'single write, changed',
  'bulk, a wide table, searchable',
  'read of 11 kB',
  'search',
  'question',
  'suggestion',
] as const;

export type Work = (typeof WORKS)[number];

/** The parts of a cost, in ms of CPU for one of what the work counts. */
export type Floor = Partial<Record<'graph' | 'search' | 'http', number>>;
export interface Ledger {
  floor(work: Work, floor: Floor): void;
  cairn(work: Work, cost: Cost, p95?: number): void;
  /** The table: medians of the rounds. `ratio`: the sum of the floors by what all processes of Cairn needed. */
  figures(): Figure[];
}

export function makeLedger(): Ledger {
  const noted = new Map<string, number[]>();
  const note = (work: Work, part: string, figure: number): void => {
    const key = `${work}|${part}`;
    noted.set(
      key,
      [...(noted.get(key) ?? []), figure].sort((a, b) => a - b),
    );
  };
  const of = (work: string, part: string): number | undefined => {
    const sorted = noted.get(`${work}|${part}`);
    return sorted?.[sorted.length >> 1];
  };
  return {
    floor(work, floor) {
      for (const [part, figure] of Object.entries(floor)) note(work, `floor of ${part}`, figure);
    },
    cairn(work, cost, p95) {
      for (const [part, figure] of Object.entries(cost)) note(work, part, figure);
      if (p95 !== undefined) note(work, 'p95', p95);
    },
    figures: () =>
      WORKS.filter((work) => of(work, 'cairn') !== undefined).map((work) => {
        const floors = ['graph', 'search', 'http'].map((part) => of(work, `floor of ${part}`));
        const costs = ['cairn', 'neo4j', 'typesense'].map((part) => of(work, part));
        const [floor, cost] = [sumOf(floors), sumOf(costs)];
        return {
          'ms of CPU': work,
          ...named(['graph', 'search', 'HTTP'], floors),
          floors: shown(floor || undefined),
          ...named(['Cairn', 'Neo4j', 'Typesense'], costs),
          all: shown(cost),
          ratio: floor === 0 ? '' : Number((floor / cost).toFixed(2)),
          'p95, clock': shown(of(work, 'p95')),
        };
      }),
  };
}

function named(names: readonly string[], figures: readonly (number | undefined)[]): Figure {
  return Object.fromEntries(names.map((name, at) => [name, shown(figures[at])]));
}

function sumOf(figures: readonly (number | undefined)[]): number {
  return figures.reduce((sum: number, each) => sum + (each ?? 0), 0);
}

function shown(figure: number | undefined): string | number {
  return figure === undefined ? '' : Number(figure.toPrecision(3));
}
