/**
 * `--demo`: writes the demo catalog through the core, as any client would. It changes nothing that exists: it adds the missing versions of
 * each aspect and the missing days of each timeseries.
 */
import { type Catalog, type RawProposal, seededUrns } from '../catalog/index.ts';
import type { Log } from '../log.ts';
import { valueOf } from '../model/json.ts';
import { systemActor } from '../model/named.ts';
import { knownUrns, type Urn } from '../model/urn.ts';
import { DAYS, daysUntil, pointOf } from './daily-points.ts';
import { type DemoEntity, readDemo } from './read-demo.ts';

/** All writes of the demo belong to this run, so rolling it back removes the demo. */
const RUN = 'demo';
const BATCH = 200;

/**
 * Loads the demo. If the store holds other entities and none of the demo, it writes nothing and says so in the log.
 *
 * @param now epoch ms: the last day of the timeseries
 */
export async function loadDemo(catalog: Catalog, log: Log, now: number): Promise<void> {
  const demo = readDemo(catalog.model);
  const others = await countOthers(catalog, demo);
  if (others > 0) return log('demo.refused', { entities: others });
  const aspects = await writeAspects(catalog, demo, log);
  const points = await writePoints(catalog, demo, now, log);
  log('demo.loaded', { entities: demo.length, aspects, points });
}

/**
 * How many entities are neither seeds nor part of the demo. 0 if the demo is already loaded, because people may then have added entities of
 * their own.
 */
async function countOthers(catalog: Catalog, demo: readonly DemoEntity[]): Promise<number> {
  const { model } = catalog;
  const known = [...demo.map(({ urn }) => urn), ...seeded(catalog)];
  const [there, total] = await Promise.all([catalog.exists(known, true), catalog.count([...model.entityTypes.values()], true)]);
  return there[0] ? 0 : total - there.filter((each) => each).length;
}

function seeded({ model }: Catalog): Urn[] {
  return knownUrns(model, seededUrns(model));
}

/** @returns how many aspects it wrote */
async function writeAspects(catalog: Catalog, demo: readonly DemoEntity[], log: Log): Promise<number> {
  const views = await catalog.read(
    demo.map(({ urn }) => urn),
    undefined,
  );
  const latest = new Map(views.flatMap(({ urn, aspects }) => aspects.map(({ aspect, state }) => [`${urn.text} ${aspect.name}`, state.seq])));
  const lacks = (urn: Urn, name: string, version: number): boolean => (latest.get(`${urn.text} ${name}`) ?? 0) < version;
  let written = 0;
  for (let step = 0; demo.some(({ steps }) => steps.length > step); step++) {
    const byActor = new Map<string, RawProposal[]>();
    for (const { urn, steps } of demo) {
      const { by = systemActor(catalog.model), aspects = {} } = steps[step] ?? {};
      for (const [name, value] of Object.entries(aspects)) {
        const version = steps.slice(0, step + 1).filter(({ aspects: each }) => name in each).length;
        if (lacks(urn, name, version)) byActor.set(by, [...(byActor.get(by) ?? []), proposal(urn, name, value)]);
      }
    }
    for (const [actor, proposals] of byActor) written += await writeAll(catalog, proposals, actor, log);
  }
  return written;
}

/** @returns how many points it wrote */
async function writePoints(catalog: Catalog, demo: readonly DemoEntity[], now: number, log: Log): Promise<number> {
  const days = daysUntil(now);
  const proposals: RawProposal[] = [];
  const add = async (urn: Urn, aspect: string, wanted: readonly { readonly timestampMillis: number }[]): Promise<void> => {
    const from = Math.min(...wanted.map(({ timestampMillis }) => timestampMillis));
    const points = await catalog.series(urn, { aspect, from, to: undefined, limit: 10 * DAYS, keep: undefined, order: 'DESCENDING' });
    const there = new Set(points.map(({ text }) => (JSON.parse(text) as { timestampMillis: number }).timestampMillis));
    for (const point of wanted) if (!there.has(point.timestampMillis)) proposals.push(proposal(urn, aspect, point));
  };
  for (const { urn, daily, points } of demo) {
    for (const [aspect, form] of Object.entries(daily)) {
      await add(
        urn,
        aspect,
        days.map((day) => pointOf(form, day)),
      );
    }
    for (const [aspect, list] of Object.entries(points)) await add(urn, aspect, list);
  }
  return writeAll(catalog, proposals, systemActor(catalog.model), log);
}

/** Somebody may have changed the model or an entity of the demo. Logs what is refused, and writes the rest. */
async function writeAll(catalog: Catalog, proposals: readonly RawProposal[], actor: string, log: Log): Promise<number> {
  let written = 0;
  for (let from = 0; from < proposals.length; from += BATCH) {
    const batch = proposals.slice(from, from + BATCH);
    const { items } = await catalog.write({ proposals: batch, together: false, actor });
    for (const [index, item] of items.entries()) {
      if ('written' in item) written++;
      else log('demo.item-refused', { urn: batch[index]?.entityUrn, reason: item.refusal.message });
    }
  }
  return written;
}

function proposal(urn: Urn, aspectName: string, value: unknown): RawProposal {
  return { entityUrn: urn.text, aspectName, changeType: 'UPSERT', value: valueOf(value), systemMetadata: { runId: RUN } };
}
