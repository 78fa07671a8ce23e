/**
 * Every read of what a writer of the model-based test has written, held against the model.
 */
import { expect } from 'chai';
import { type Client, encode } from '../client.ts';
import { eventually } from '../eventually.ts';
import { type Found, where } from '../find.ts';
import { exists, isRemoved, KEY, ownersOf, rowsOf, SERIES, textOf, upstreamOf, type Version } from './oracle.ts';
import type { ModelWriter } from './writer.ts';

const SEARCHABLE_MS = 90_000;

/** Aspects, versions, points, edges and runs are as the model has them; a difference is told with all that the writer has done. */
export async function compareReads(writer: ModelWriter): Promise<void> {
  try {
    await compareAll(writer);
  } catch (error) {
    if (error instanceof Error) error.message += ` after\n${writer.done.join('\n')}\n`;
    throw error;
  }
}

async function compareAll(writer: ModelWriter): Promise<void> {
  const { datasets, runs } = writer.wire;
  for (const on of datasets.keys()) {
    const reader = writer.client();
    await compareAspects(writer, on, reader);
    await comparePoints(writer, on, reader);
    await compareExistence(writer, on, reader);
    await compareEdges(writer, on, reader);
  }
  for (const run of runs) await compareRun(writer, run);
}

async function compareAspects({ wire, world }: ModelWriter, on: number, reader: Client): Promise<void> {
  const urn = wire.datasets[on] ?? '';
  const known = world().entities[on]?.aspects ?? new Map<string, readonly Version[]>();
  const { aspects } = (await reader.entity(urn)).body;
  // Of an entity that is not there the key is told all the same (docs/semantics.md 6.1).
  const names = exists(world(), on) ? Object.keys(aspects) : Object.keys(aspects).filter((name) => name !== KEY);
  expect(names.sort(), `aspects of ${urn}`).to.deep.equal([...known.keys()].sort());
  for (const [name, history] of known) {
    const newest = history.at(-1);
    const { value, systemMetadata } = aspects[name] ?? {};
    expect(wire.contentOf(name, value ?? {}), `${name} of ${urn}`).to.deep.equal(newest?.value);
    expect(systemMetadata, `${name} of ${urn}`).to.include({ version: String(history.length), runId: newest?.runId, lastRunId: newest?.lastRunId });
    for (const [index, older] of history.slice(0, -1).entries()) await compareVersion(wire, reader, urn, name, index + 1, older);
    for (const version of [history.length, history.length + 1])
      expect((await reader.aspect(urn, name, version)).status, `version ${version} of ${name} of ${urn}`).to.equal(404);
  }
}

async function compareVersion(
  wire: ModelWriter['wire'],
  reader: Client,
  urn: string,
  name: string,
  number: number,
  { value, runId, lastRunId }: Version,
): Promise<void> {
  const path = `/openapi/v3/entity/dataset/${encode(urn)}/${name}?version=${number}&systemMetadata=true`;
  const answer = await reader.send<{ value: Record<string, unknown>; systemMetadata: object }>('GET', path);
  const what = `version ${number} of ${name} of ${urn}`;
  expect(answer.status, what).to.equal(200);
  expect(wire.contentOf(name, answer.body.value), what).to.deep.equal(value);
  expect(answer.body.systemMetadata, what).to.include({ version: String(number), runId, lastRunId });
}

async function comparePoints({ wire, world }: ModelWriter, on: number, reader: Client): Promise<void> {
  const urn = wire.datasets[on] ?? '';
  const series = await reader.series({ urn, entity: 'dataset', aspect: SERIES });
  const points = series.body.value.values.map(({ aspect }) => JSON.parse(aspect.value) as { timestampMillis: number; rowCount: number });
  const said = points.map(({ timestampMillis, rowCount }) => ({ timestampMillis, rowCount }));
  const known = [...(world().entities[on]?.points ?? [])].sort(([a], [b]) => b - a).map(([, { value }]) => value);
  expect(said, `points of ${urn}`).to.deep.equal(known);
}

async function compareExistence({ wire, world }: ModelWriter, on: number, reader: Client): Promise<void> {
  const urn = wire.datasets[on] ?? '';
  for (const includeSoftDelete of [true, false]) {
    const answer = await reader.send<{ value: boolean }>('POST', '/entities?action=exists', { json: { urn, includeSoftDelete } });
    expect(answer.body.value, `${urn} exists`).to.equal(exists(world(), on) && (includeSoftDelete || !isRemoved(world(), on)));
  }
}

async function compareEdges({ wire, world }: ModelWriter, on: number, reader: Client): Promise<void> {
  const { datasets, owners } = wire;
  const known = world();
  const all = [...datasets.keys()];
  const urn = datasets[on] ?? '';
  const related = async (of: string, direction: string, types: string): Promise<string[]> =>
    (await reader.relationships(of, direction, { types, count: 1000 })).body.entities.sort();
  const named = (numbers: readonly number[], of: readonly string[]): string[] => numbers.map((each) => of[each] ?? '').sort();
  const naming = all.filter((each) => upstreamOf(known, each).includes(on));
  expect(await related(urn, 'OUTGOING', 'DownstreamOf'), `what ${urn} names`).to.deep.equal(named(upstreamOf(known, on), datasets));
  expect(await related(urn, 'INCOMING', 'DownstreamOf'), `who names ${urn}`).to.deep.equal(named(naming, datasets));
  expect(await related(urn, 'OUTGOING', 'OwnedBy'), `owners of ${urn}`).to.deep.equal(named(ownersOf(known, on), owners));
  for (const [at, owner] of owners.entries()) {
    const owned = all.filter((each) => ownersOf(known, each).includes(at));
    expect(await related(owner, 'INCOMING', 'OwnedBy'), `what ${owner} owns`).to.deep.equal(named(owned, datasets));
  }
}

async function compareRun({ wire, world, client }: ModelWriter, run: string): Promise<void> {
  const json = { runId: run, start: 0, count: 1000, includeSoft: true };
  const answer = await client().send<{ value: { urn: string; aspectName: string }[] }>('POST', '/runs?action=describe', { json });
  expect(answer.status, answer.text).to.equal(world().runs.has(run) ? 200 : 404);
  if (answer.status === 404) return;
  const rows = answer.body.value.map(({ urn, aspectName }) => `${wire.datasets.indexOf(urn)} ${aspectName}`);
  expect(rows.sort(), `rows of ${run}`).to.deep.equal(rowsOf(world(), run));
}

/** Search finds what is there and not removed, by what it says now. */
export async function compareSearch({ wire, world, client }: ModelWriter): Promise<void> {
  const { datasets } = wire;
  const known = world();
  const shown = [...datasets.keys()].filter((on) => exists(known, on) && !isRemoved(known, on));
  const found = async (...criteria: Parameters<typeof where>): Promise<number[]> => {
    const json = { input: '*', entity: 'dataset', start: 0, count: 100, filter: where({ field: 'urn', values: [...datasets] }, ...criteria) };
    const answer = await client().send<{ value: Found }>('POST', '/entities?action=search', { json });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.value.entities.map((urn) => datasets.indexOf(urn)).sort();
  };
  const same = (expected: readonly number[], ...criteria: Parameters<typeof where>): Promise<void> =>
    eventually(async () => void expect(await found(...criteria), JSON.stringify(criteria)).to.deep.equal(expected), SEARCHABLE_MS);
  await same(shown);
  for (const text of new Set(shown.map((on) => textOf(known, on)))) {
    const saying = shown.filter((on) => textOf(known, on) === text);
    if (text !== undefined) await same(saying, { field: 'description', values: [`content ${text}`] });
  }
}

/** What several write at once: versions without gaps, each acknowledged write one of them, those of one writer in their order. */
export async function compareShared(reader: Client, urn: string, shares: readonly (readonly string[])[]): Promise<void> {
  const all = shares.flat();
  if (all.length === 0) return;
  const texts: string[] = [];
  for (let version = 1; version <= all.length; version++) {
    const answer = await reader.aspect(urn, 'datasetProperties', version === all.length ? 0 : version);
    expect(answer.status, `version ${version} of ${all.length}`).to.equal(200);
    texts.push(String(Object.values(answer.body.aspect)[0]?.description));
  }
  expect([...texts].sort()).to.deep.equal([...all].sort());
  for (const own of shares) expect(texts.filter((text) => own.includes(text))).to.deep.equal(own);
  expect((await reader.entity(urn)).body.aspects.datasetProperties?.systemMetadata?.version).to.equal(String(all.length));
}
