/**
 * What the head of an entity's page shows besides its aspects: what it is part of, how big and how used it is, and whether something is wrong.
 */
import { type AnswerOf, aboutQuery } from '../../generated/queries.ts';
import { CARD, type Card, cardOf } from './cards.ts';
import { graphql } from './client.ts';
import { type RunState, runOf } from './runs.ts';

export interface About {
  /** The outermost first. */
  readonly parents: readonly Card[];
  readonly rows: number | undefined;
  readonly bytes: number | undefined;
  readonly columns: number | undefined;
  /** In the last 30 days. */
  readonly queries: number | undefined;
  readonly views: number | undefined;
  readonly users: number | undefined;
  /** Epoch ms: when data last changed. */
  readonly changed: number | undefined;
  readonly openIncidents: number;
  readonly failingChecks: number;
  readonly checks: number;
  readonly incidents: number;
  /** How many known queries are about it. */
  readonly knownQueries: number;
  /** Of a run: how it went. */
  readonly run: RunState | undefined;
}

export const NOTHING_KNOWN = aboutOf(null);

/** Reads all of it in one request. */
export async function readAbout(urn: string, signal?: AbortSignal): Promise<About> {
  return aboutOf((await graphql(aboutQuery, { urn, card: CARD }, signal)).entity);
}

function aboutOf(entity: AnswerOf<typeof aboutQuery>['entity']): About {
  const bad = (type: string): number => entity?.health?.find((each) => each.type === type && each.status === 'FAIL')?.causes?.length ?? 0;
  const above = [...(entity?.parents?.containers ?? entity?.above?.domains ?? entity?.nodes?.nodes ?? entity?.texts?.documents ?? [])].reverse();
  const profile = entity?.profile?.[0];
  return {
    parents: [...above, ...(entity?.flow ? [entity.flow] : [])].map((sent) => cardOf(sent.urn, sent)),
    rows: profile?.rowCount ?? undefined,
    bytes: profile?.sizeInBytes ?? undefined,
    columns: profile?.columnCount ?? undefined,
    queries: entity?.stats?.queryCountLast30Days || undefined,
    views: entity?.views?.viewCountLast30Days || undefined,
    users: (entity?.stats ?? entity?.views)?.uniqueUserCountLast30Days || undefined,
    changed: entity?.operation?.[0]?.lastUpdatedTimestamp ?? undefined,
    openIncidents: bad('INCIDENTS'),
    failingChecks: bad('ASSERTIONS'),
    checks: entity?.asserts?.total ?? 0,
    incidents: entity?.incidentsOn?.total ?? 0,
    knownQueries: entity?.subjects?.total ?? 0,
    run: entity ? runOf(entity) : undefined,
  };
}
