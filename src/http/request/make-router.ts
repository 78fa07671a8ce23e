/**
 * The router of what answers: one of Koa for each first part of an address, so that a path is compared only with patterns that begin as it does.
 */
import Router from '@koa/router';
import type { Context, State } from '../types.ts';
import { firstPart } from './find-row.ts';
import { type Answers, addressPattern } from './operation.ts';

export interface AnswerRouter {
  /** Answers a request by the first address that fits; `false` if there is none. */
  answered(context: Context): Promise<boolean>;
  /** The methods of the addresses that the path of a request fits. */
  methods(context: Context): string[];
}

/** @param answers by address; GET also answers HEAD */
export function makeRouter(answers: Answers): AnswerRouter {
  const routers = new Map<string, Router<State>>();
  for (const [address, methods] of Object.entries(answers)) {
    const first = firstPart(address);
    const router = routers.get(first) ?? new Router<State>();
    routers.set(first, router);
    for (const answer of new Set(Object.values(methods)))
      router.register(
        addressPattern(address),
        Object.keys(methods).filter((method) => methods[method] === answer),
        (context) => answer(context as Context),
        { pathAsRegExp: true },
      );
  }
  const routes = new Map([...routers].map(([first, router]) => [first, router.routes()]));
  return {
    async answered(context) {
      let found = true;
      const nobody = async (): Promise<void> => {
        found = false;
      };
      await (routes.get(firstPart(context.path))?.(context as never, nobody) ?? nobody());
      return found;
    },
    methods: ({ path, method }) => [
      ...new Set(
        routers
          .get(firstPart(path))
          ?.match(path, method)
          .path.flatMap((layer) => layer.methods),
      ),
    ],
  };
}
