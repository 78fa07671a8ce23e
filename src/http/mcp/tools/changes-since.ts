/**
 * `changes_since`: what changed in an asset, or in the whole catalog.
 */
import { z } from 'zod';
import { changedSince, changesOf } from '../../../catalog/index.ts';
import { badParameter } from '../../../errors.ts';
import { entityTypeOrRefuse } from '../../../model/named.ts';
import { findAsset } from '../find-asset.ts';
import { asset, named } from '../schemas.ts';
import { tool } from '../tool.ts';
import { readNames } from './read-names.ts';

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const SPAN = /^(\d{1,6})([mhdw])$/;
const MOST_NAMED = 500;

export const changesSince = tool({
  name: 'changes_since',
  title: 'What changed since',
  description:
    'Tells what changed since a time. With an asset: each column, tag, owner, term and description that was added, changed or removed. Without: which assets changed, the latest first, and in what.',
  input: {
    since: z.string().max(40).describe('A time such as 2026-03-01 or 2026-03-01T12:00:00Z, or a span until now: 30m, 24h, 7d, 2w'),
    asset: asset.optional(),
    types: z.array(z.string()).min(1).max(50).optional().describe('Without an asset: only entities of these types'),
  },
  output: {
    since: z.string().optional(),
    asset: named.optional(),
    total: z.number().optional(),
    changes: z.array(z.object({ at: z.string(), by: z.string(), what: z.string(), breaking: z.boolean().optional() })).optional(),
    entities: z
      .array(
        named.extend({
          last: z.string(),
          aspects: z.array(z.string()).describe('The parts that changed, the latest first'),
          by: z.array(z.string()),
          created: z.boolean().optional(),
          deleted: z.boolean().optional(),
        }),
      )
      .optional(),
  },
  run: async ({ catalog }, input) => {
    const since = timeOf(input.since);
    const time = new Date(since).toISOString();
    if (input.asset !== undefined) {
      const { urn } = await findAsset(catalog, 'asset', input.asset);
      const events = await changesOf(catalog, urn, since);
      const nameOf = await readNames(catalog, [urn.text, ...events.map(({ auditStamp }) => auditStamp.actor)]);
      const changes = events.map(({ auditStamp, description, semVerChange }) => ({
        at: new Date(auditStamp.time).toISOString(),
        by: nameOf(auditStamp.actor).name,
        what: description,
        ...(semVerChange === 'MAJOR' && { breaking: true }),
      }));
      return {
        head: { since: time, asset: nameOf(urn.text), total: changes.length },
        parts: [{ name: 'changes', value: changes, how: 'a later since, or a higher maxTokens' }],
        none: changes.length === 0 ? ['changes'] : [],
      };
    }
    const types = input.types?.map((name) => entityTypeOrRefuse(catalog.model, name, '/types').name);
    const { entities, changes, cut, kept } = await changedSince(catalog, since, types ? { types: new Set(types) } : {});
    const shown = entities.slice(0, MOST_NAMED);
    const nameOf = await readNames(catalog, [...shown.map(({ urn }) => urn), ...shown.flatMap(({ by }) => by)]);
    return {
      head: { since: time, total: entities.length },
      parts: [
        {
          name: 'entities',
          of: entities.length,
          how: 'a later since, types, or an asset',
          value: shown.map(({ urn, last, aspects, by, created, deleted }) => ({
            ...nameOf(urn),
            last: new Date(last).toISOString(),
            aspects,
            by: by.map((actor) => nameOf(actor).name),
            ...(created && { created }),
            ...(deleted && { deleted }),
          })),
        },
      ],
      none: entities.length === 0 && kept ? ['entities'] : [],
      notKnown: kept ? [] : ['what changed before the oldest commit that the log keeps'],
      cut: cut ? [{ part: 'changes', shown: changes, of: changes + 1, how: 'the latest changes are missing: ask with a later since' }] : [],
    };
  },
});

/** @throws Refusal malformed */
function timeOf(text: string): number {
  const [, number, unit = ''] = SPAN.exec(text) ?? [];
  if (number !== undefined) return Date.now() - Number(number) * (UNITS_MS[unit] ?? 0);
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw badParameter('/since', 'a time such as 2026-03-01, or a span such as 7d', text);
  return time;
}
