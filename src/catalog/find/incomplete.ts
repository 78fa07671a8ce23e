/**
 * Search that does not show everything it should: what answers, health and tools say of it. `jobs/index/state.ts` decides when this is so.
 */

export interface Incomplete {
  /**
   * `filling`: entities are missing, because the index was lost, is new after an upgrade or a restore, or differs from the graph.
   * `catching-up`: search follows the log, but much of it is not shown yet.
   */
  readonly why: 'filling' | 'catching-up';
  /** How many entities, or writes of entities, search does not show. */
  readonly missing: number;
  /** The part that it shows, from 0 to 0.99. */
  readonly share: number;
  /** How long the rest takes at the present pace, ms. Undefined until there is a pace. */
  readonly leftMs: number | undefined;
}

/** The two figures as APIs give them. */
export function shareAndTime({ share, leftMs }: Pick<Incomplete, 'share' | 'leftMs'>): { readonly share: number; readonly leftSeconds?: number } {
  return { share, ...(leftMs !== undefined && { leftSeconds: Math.ceil(leftMs / 1000) }) };
}

/** What people are told, in a sentence without a full stop. */
export function incompleteText({ why, missing, share, leftMs }: Incomplete): string {
  const time = leftMs === undefined ? '' : `, and needs about ${Math.ceil(leftMs / 1000)} s more`;
  if (why === 'catching-up') return `Search is catching up: it does not show ${missing} writes of entities yet${time}`;
  return `Search is not complete: it shows about ${Math.round(share * 100)} percent of the entities${time}`;
}
