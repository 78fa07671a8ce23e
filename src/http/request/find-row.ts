/**
 * Finds the row of a path before a request is routed: what is open, what only reads and the form of an error follow from it.
 */
import { addressPattern, type Routes } from './operation.ts';

interface RowFinder<Row> {
  /** The row of a request; HEAD has that of GET. The first address that fits counts. */
  row(method: string, path: string): Row | undefined;
  /** The methods of the addresses that a path fits; none if there is nothing at this path. */
  methods(path: string): string[];
}

/** The first part of a path or an address: `entities` of `/entities/{urn}`. */
export function firstPart(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

export function makeRowFinder<Row>(routes: Routes<Row>): RowFinder<Row> {
  const compiled = Object.entries(routes).map(([address, methods]) => ({ first: firstPart(address), pattern: addressPattern(address), methods }));
  const byFirst = new Map<string, typeof compiled>();
  for (const each of compiled) byFirst.set(each.first, [...(byFirst.get(each.first) ?? []), each]);
  const at = (path: string) => (byFirst.get(firstPart(path)) ?? []).filter(({ pattern }) => pattern.test(path));
  return {
    row(method, path) {
      const found = at(path).flatMap(({ methods }) => methods[method] ?? (method === 'HEAD' ? methods.GET : undefined) ?? []);
      return found[0];
    },
    methods: (path) =>
      [...new Set(at(path).flatMap(({ methods }) => Object.keys(methods)))].flatMap((each) => (each === 'GET' ? ['HEAD', 'GET'] : [each])),
  };
}
