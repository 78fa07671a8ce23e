/**
 * Finds the row of a request, before it is routed and when it is: what is open, what only reads and the form of an error follow from it. It has
 * a router of Koa for each first part of an address, so that a path is compared only with patterns that begin as it does.
 */
import Router, { type Layer } from '@koa/router';
import type { Context, State } from '../types.ts';
import { addressPattern, type Routes } from './operation.ts';

export interface RowRouter<Row> {
  /** The row of a request; HEAD has that of GET, unless it has its own. The first address that fits counts. */
  row(method: string, path: string): Row | undefined;
  /** The methods of the addresses that a path fits; none if there is nothing at this path. */
  methods(path: string): string[];
  /** Answers a request by its row; `false` if there is none. */
  answered(context: Context): Promise<boolean>;
}

/** The first part of a path or an address: `entities` of `/entities/{urn}`. */
export function firstPart(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** @param answer answers a request by its row */
export function makeRouter<Row>(routes: Routes<Row>, answer: (context: Context, row: Row) => Promise<void> | void): RowRouter<Row> {
  const routers = new Map<string, Router<State>>();
  const rows = new Map<Layer<State>, Row>();
  for (const [address, methods] of Object.entries(routes)) {
    const first = firstPart(address);
    const router = routers.get(first) ?? new Router<State>();
    routers.set(first, router);
    // A router answers HEAD by the first row that has GET or HEAD.
    for (const row of new Set(methods.HEAD === undefined ? Object.values(methods) : [methods.HEAD, ...Object.values(methods)])) {
      const named = Object.keys(methods).filter((method) => methods[method] === row);
      const layer = router.register(addressPattern(address), named, (context) => answer(context as Context, row), { pathAsRegExp: true });
      rows.set(layer as Layer<State>, row);
    }
  }
  const running = new Map([...routers].map(([first, router]) => [first, router.routes()]));
  const match = (method: string, path: string) => routers.get(firstPart(path))?.match(path, method);
  return {
    row(method, path) {
      const [layer] = match(method, path)?.pathAndMethod ?? [];
      return layer && rows.get(layer);
    },
    methods: (path) => [...new Set(match('GET', path)?.path.flatMap((layer) => layer.methods))],
    async answered(context) {
      let found = true;
      const nobody = async (): Promise<void> => {
        found = false;
      };
      await (running.get(firstPart(context.path))?.(context as never, nobody) ?? nobody());
      return found;
    },
  };
}
