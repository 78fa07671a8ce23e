/**
 * What a catalog knows of its tables, read by another API than /mcp: the gold answers come from here.
 */
import type { Client } from '../../support/client.ts';

export interface Table {
  readonly urn: string;
  /** The full name, as its platform has it. */
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly path: string; readonly description: string }[];
  /** Columns that refer to others: `[own, URN of the other table, its column]`. */
  readonly keys: readonly (readonly [string, string, string])[];
  /** URNs. */
  readonly owners: readonly string[];
}

export interface Facts {
  readonly tables: readonly Table[];
  /** What is made from what: URNs of tables and jobs, upstream first. */
  readonly flows: readonly (readonly [from: string, to: string])[];
}

type Value = Readonly<Record<string, unknown>>;
type Page = { readonly scrollId?: string; readonly entities: readonly (Readonly<Record<string, { value: Value }>> & { readonly urn: string })[] };

const PAGE = 200;

export async function readFacts(api: Client): Promise<Facts> {
  const datasets = await all(api, 'dataset', ['schemaMetadata', 'datasetProperties', 'ownership', 'upstreamLineage', 'status']);
  const jobs = await all(api, 'datajob', ['dataJobInputOutput']);
  const tables = datasets.filter(({ schemaMetadata, status }) => schemaMetadata && status?.value.removed !== true).map(tableOf);
  const flows = [
    ...datasets.flatMap(({ urn, upstreamLineage }) =>
      records(upstreamLineage?.value.upstreams).map(({ dataset }) => [String(dataset), urn] as const),
    ),
    ...jobs.flatMap(({ urn, dataJobInputOutput }) => flowsOf(urn, dataJobInputOutput?.value ?? {})),
  ];
  return { tables: tables.sort((a, b) => (a.urn < b.urn ? -1 : 1)), flows };
}

async function all(api: Client, type: string, aspects: readonly string[]): Promise<Page['entities'][number][]> {
  const found: Page['entities'][number][] = [];
  for (let scroll: string | undefined = ''; scroll !== undefined; ) {
    const query: string = `aspects=${aspects.join('&aspects=')}&count=${PAGE}${scroll === '' ? '' : `&scrollId=${encodeURIComponent(scroll)}`}`;
    const { status, body, text } = await api.send<Page>('GET', `/openapi/v3/entity/${type}?${query}`);
    if (status !== 200) throw new Error(`${type}: ${status} ${text}`);
    found.push(...body.entities);
    scroll = body.scrollId ?? undefined;
  }
  return found;
}

function tableOf({ urn, schemaMetadata, datasetProperties, ownership }: Page['entities'][number]): Table {
  const { fields, foreignKeys } = schemaMetadata?.value ?? {};
  return {
    urn,
    name: nameIn(urn),
    description: String(datasetProperties?.value.description ?? ''),
    columns: records(fields).map(({ fieldPath, description }) => ({ path: String(fieldPath), description: String(description ?? '') })),
    keys: records(foreignKeys).flatMap((key) => {
      const [here, there] = [texts(key.sourceFields).map(columnIn), texts(key.foreignFields).map(columnIn)];
      return here.map((column, at) => [column, String(key.foreignDataset), there[at] ?? ''] as const);
    }),
    owners: records(ownership?.value.owners).map(({ owner }) => String(owner)),
  };
}

function flowsOf(job: string, value: Value): (readonly [string, string])[] {
  const edges = (name: string): string[] => [
    ...texts(value[name]),
    ...records(value[`${name.slice(0, -1)}Edges`]).map((each) => String(each.destinationUrn)),
  ];
  return [
    ...[...edges('inputDatasets'), ...edges('inputDatajobs')].map((from) => [from, job] as const),
    ...edges('outputDatasets').map((to) => [job, to] as const),
  ];
}

/** The name in the URN of a dataset. */
export function nameIn(urn: string): string {
  return urn.split(',').slice(1, -1).join(',');
}

function columnIn(urn: string): string {
  return urn.slice(urn.lastIndexOf('),') + 2, -1);
}

function records(value: unknown): Value[] {
  return Array.isArray(value) ? (value as Value[]) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
