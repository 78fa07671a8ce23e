/**
 * The timeline of an entity: what was added, removed and changed in it, and when, as its versions tell (docs/semantics.md 18.4).
 */
import type { Operation } from 'fast-json-patch';
import { badParameter, noSuchEntity } from '../../errors.ts';
import { columnUrn } from '../../model/column-urn.ts';
import { VERSION_PROPERTIES } from '../../model/known-names.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import type { AspectState } from '../state.ts';
import type { EntityView } from './read.ts';
import type { RelatedPage } from './related.ts';
import { categoriesOf, differences, type ItemDifference, itemReader, parametersOf, withRenames } from './timeline-items.ts';
import { difference, type VersionRange } from './versions.ts';

/** What a timeline is read with. */
export interface TimelineParts {
  readonly model: Model;
  read(urns: readonly Urn[], aspects: readonly string[] | undefined): Promise<EntityView[]>;
  versions(urn: Urn, aspect: string, start: number, count: number): Promise<VersionRange>;
  related(urn: Urn, direction: 'INCOMING', types: readonly string[], start: number, count: number): Promise<RelatedPage>;
}

export interface ChangeEvent {
  readonly category: string;
  readonly operation: 'ADD' | 'REMOVE' | 'MODIFY';
  /** The entity, or its column. */
  readonly entityUrn: string;
  /** The item that was added, removed or changed. */
  readonly modifier: string;
  readonly semVerChange: 'MAJOR' | 'MINOR' | 'PATCH';
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly auditStamp: { readonly time: number; readonly actor: string };
}

/** The changes of one time, epoch ms, by one actor. */
export interface ChangeTransaction {
  readonly timestamp: number;
  /** URN of who made them. */
  readonly actor: string;
  readonly semVer: string;
  readonly semVerChange: ChangeEvent['semVerChange'];
  readonly changeEvents: readonly ChangeEvent[];
  readonly patches: readonly { readonly aspect: string; readonly patch: readonly Operation[] }[];
}

interface TimelineStep extends Pick<ChangeTransaction, 'timestamp' | 'actor' | 'changeEvents' | 'patches'> {}

/** Versions that are read at once. */
const PAGE = 100;
/** Versions of a version set whose timelines are read. */
const MOST_VERSIONS = 50;
const VERSION_OF = 'VersionOf';
const CHANGES = ['PATCH', 'MINOR', 'MAJOR'] as const;

/**
 * Changes in the given categories, oldest first. Version numbers count from the oldest version that is kept, whatever `from` is.
 *
 * @param from window of the times, epoch ms, both ends included
 * @throws Refusal malformed for an unknown category; notFound for an entity that does not exist
 */
export async function timeline(
  catalog: TimelineParts,
  urn: Urn,
  categories: readonly string[],
  from: number,
  to: number,
): Promise<ChangeTransaction[]> {
  return numbered(await stepsIn(catalog, urn, categories), from, to);
}

/**
 * As `timeline`, of the entity and of all other versions in its version set, as one. `skipped` counts the versions beyond the limit of 50.
 *
 * @throws Refusal as `timeline`
 */
export async function timelineOfVersions(
  catalog: TimelineParts,
  urn: Urn,
  categories: readonly string[],
  from: number,
  to: number,
): Promise<{ transactions: ChangeTransaction[]; skipped: number }> {
  const steps = await stepsIn(catalog, urn, categories);
  const { urns, total } = await otherVersions(catalog, urn);
  for (const other of urns) steps.push(...(await stepsIn(catalog, other, categories)));
  return { transactions: numbered(steps, from, to), skipped: total - urns.length };
}

/** The other versions in the version set of an entity, and how many of them there are. */
async function otherVersions(catalog: TimelineParts, urn: Urn): Promise<{ urns: Urn[]; total: number }> {
  const [view] = await catalog.read([urn], [VERSION_PROPERTIES]);
  const state = view?.aspects.find(({ aspect }) => aspect.name === VERSION_PROPERTIES)?.state;
  const set = state && parseUrn(catalog.model, String(jsonOf(state)?.versionSet));
  if (!set || isProblem(set)) return { urns: [], total: 0 };
  const { total, related } = await catalog.related(set, 'INCOMING', [VERSION_OF], 0, MOST_VERSIONS);
  const others = related.filter((each) => each.urn !== urn.text);
  const urns = others.slice(0, MOST_VERSIONS - 1).map((each) => parseUrn(catalog.model, each.urn));
  return { urns: urns.filter((each): each is Urn => !isProblem(each)), total: total - 1 };
}

async function stepsIn(catalog: TimelineParts, urn: Urn, categories: readonly string[]): Promise<TimelineStep[]> {
  const known = categoriesOf(catalog.model);
  const unknown = categories.find((each) => !known.includes(each));
  if (unknown !== undefined || categories.length === 0) throw badParameter('/categories', `some of ${known.join(', ')}`, unknown);
  const [view] = await catalog.read([urn], undefined);
  if (!view?.exists) throw noSuchEntity(urn.text);
  const steps: TimelineStep[] = [];
  for (const { aspect } of view.aspects) {
    const readers = categories.flatMap((category) => {
      const read = itemReader(catalog.model, category, aspect);
      return read ? [{ category, read }] : [];
    });
    if (readers.length === 0) continue;
    const compare = (before: AspectState | undefined, after: AspectState): ChangeEvent[] =>
      readers.flatMap(({ category, read }) => events(catalog.model, urn, category, after, differences(read, jsonOf(before), jsonOf(after))));
    steps.push(...(await stepsOf(catalog, urn, aspect, compare)));
  }
  return steps;
}

/** The steps from version to version, newest first. The changes of the oldest kept version are known only if it is version 1. */
async function stepsOf(
  catalog: Pick<TimelineParts, 'versions'>,
  urn: Urn,
  aspect: AspectSpec,
  compare: (before: AspectState | undefined, after: AspectState) => ChangeEvent[],
): Promise<TimelineStep[]> {
  const steps: TimelineStep[] = [];
  let after: AspectState | undefined;
  const add = (before: AspectState | undefined): void => {
    if (!after) return;
    const patch = before ? difference(before, after) : [{ op: 'add' as const, path: '', value: after.value.json }];
    const changeEvents = compare(before, after);
    if (changeEvents.length > 0) steps.push({ timestamp: after.at, actor: after.by, changeEvents, patches: [{ aspect: aspect.name, patch }] });
  };
  for (let start = 0; ; start += PAGE) {
    const { total, versions } = await catalog.versions(urn, aspect.name, start, PAGE);
    for (const { state } of versions) {
      add(state);
      after = state;
    }
    if (versions.length === 0 || start + PAGE >= total) break;
  }
  if (after?.seq === 1) add(undefined);
  return steps;
}

function jsonOf(state: AspectState | undefined): Record<string, unknown> | undefined {
  return state?.value.json as Record<string, unknown> | undefined;
}

function events(model: Model, urn: Urn, category: string, { at, by }: AspectState, differences: readonly ItemDifference[]): ChangeEvent[] {
  const isColumn = category === 'TECHNICAL_SCHEMA';
  return (isColumn ? withRenames(differences) : differences).map(({ operation, item, was }) => {
    const { noun, name, column } = item;
    const about = column === undefined ? urn.text : columnUrn(model, urn.text, column);
    const verb = was ? 'renamed' : { ADD: 'added', REMOVE: 'removed', MODIFY: 'changed' }[operation];
    const to = was ? ` to ${name}` : '';
    return {
      category,
      operation,
      entityUrn: isColumn ? urn.text : about,
      modifier: isColumn ? about : name,
      semVerChange: isColumn && operation !== 'ADD' ? 'MAJOR' : category === 'DOCUMENTATION' && operation === 'MODIFY' ? 'PATCH' : 'MINOR',
      description: `The ${noun} ${(was ?? item).name}${column === undefined || isColumn ? '' : ` of column ${column}`} was ${verb}${to}`,
      parameters: parametersOf(model, urn.text, category, item),
      auditStamp: { time: at, actor: by },
    };
  });
}

/** Groups changes of the same time and actor into transactions, numbers them from 0.0.0 on, and answers those of the window. */
function numbered(steps: readonly TimelineStep[], from: number, to: number): ChangeTransaction[] {
  const byTime = new Map<string, [TimelineStep, ...TimelineStep[]]>();
  for (const step of steps) {
    const key = `${step.timestamp} ${step.actor}`;
    const others = byTime.get(key);
    if (others) others.push(step);
    else byTime.set(key, [step]);
  }
  const groups = [...byTime.values()].sort(([a], [b]) => a.timestamp - b.timestamp);
  let version = [0, 0, 0] as [number, number, number];
  const all = groups.map((of, index) => {
    const [{ timestamp, actor }] = of;
    const changeEvents = of.flatMap((step) => step.changeEvents);
    const semVerChange = CHANGES.findLast((change) => changeEvents.some((event) => event.semVerChange === change)) ?? 'PATCH';
    const [major, minor, patch] = version;
    if (index > 0)
      version = { MAJOR: [major + 1, 0, 0], MINOR: [major, minor + 1, 0], PATCH: [major, minor, patch + 1] }[semVerChange] as typeof version;
    const patches = of.flatMap((step) => step.patches);
    return { timestamp, actor, semVer: `${version.join('.')}-computed`, semVerChange, changeEvents, patches };
  });
  return all.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
}
