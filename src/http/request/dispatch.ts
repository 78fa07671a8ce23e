/**
 * Finds the route of a request. The router's own way is to hold every pattern against the path; here the first part of the path chooses
 * the few that can match.
 */
import type Router from '@koa/router';
import type { Context, State } from '../types.ts';

type Layer = Router<State>['stack'][number];

/** Answers a request by the first route of its path and method; `false` if there is none. */
export type Dispatch = (context: Context) => Promise<boolean>;

/** @param router all of its routes; those that are added later are not found */
export function makeDispatch(router: Router<State>): Dispatch {
  const beginnings = new Set(router.stack.flatMap((layer) => firstPart(layer) ?? []));
  const byBeginning = new Map([...beginnings].map((part) => [part, router.stack.filter((layer) => (firstPart(layer) ?? part) === part)]));
  const others = router.stack.filter((layer) => firstPart(layer) === undefined);
  return async (context) => {
    const { path, method } = context;
    const slash = path.indexOf('/', 1);
    const part = (slash < 0 ? path.slice(1) : path.slice(1, slash)).toLowerCase();
    const layer = (byBeginning.get(part) ?? others).find(({ methods, regexp }) => methods.includes(method) && regexp.test(path));
    if (!layer) return false;
    await layer.stack.at(-1)?.(context as never, ended);
    return true;
  };
}

const ended = async (): Promise<void> => undefined;

/** What every path of a route begins with, in lower case: `entities` of `^\/entities\/.+\/?$`. Absent if there is no such word. */
function firstPart({ path }: Layer): string | undefined {
  return path instanceof RegExp ? /^\^\\\/([\w-]+)\\\//.exec(path.source)?.[1]?.toLowerCase() : undefined;
}
