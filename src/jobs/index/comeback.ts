/**
 * Notices that an engine was away and search is whole again, and logs how long that took. Search is whole when it shows all that was
 * committed before the engines answered again.
 */
import type { Log } from '../../log.ts';

/** Watches for search to be whole again after an engine was away. */
export interface ReturnWatch {
  /** A step of the indexer has failed. */
  lost(): void;
  /**
   * A step has succeeded.
   *
   * @param leads otherwise another server does, and logs when search is whole again
   * @param shown the commit that search shows; undefined while entities are missing
   */
  worked(leads: boolean, shown: number | undefined): Promise<void>;
}

/**
 * @param newest the number of the newest commit
 * @param comeback how a Typesense that Cairn runs came back since a time, epoch ms
 */
export function watchReturn(log: Log, newest: () => Promise<number>, comeback: (since: number) => { readonly phases: string }): ReturnWatch {
  let since: number | undefined;
  let goal: number | undefined;
  return {
    lost() {
      since ??= Date.now();
      goal = undefined;
    },
    async worked(leads, shown) {
      if (!leads) since = undefined;
      if (since === undefined) return;
      goal ??= await newest();
      if (shown === undefined || shown < goal) return;
      log('index.back', { seconds: Math.round((Date.now() - since) / 1000), ...comeback(since) });
      since = undefined;
    },
  };
}
