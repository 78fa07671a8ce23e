/**
 * From the namespace and the name of an OpenLineage dataset to a platform and a name there. `docs/openlineage.md` shows these tables; a test
 * compares the two.
 */
import { unquoted } from './quotes.ts';

/** How the name of a dataset is made. */
type NameForm =
  /** As sent. */
  | 'name'
  /** The authority of the namespace, then the path: `bucket/path`. */
  | 'bucket'
  /** The container of the authority `container@account`, then the path. */
  | 'container'
  /** The path, from its first slash on. */
  | 'path'
  /** `table/db/name` becomes `db.name`. */
  | 'glue'
  /** `catalog.db.table` without the default catalog. */
  | 'athena'
  /** `db/table` becomes `db.table`. */
  | 'dotted';

interface Platform {
  readonly platform: string;
  readonly form: NameForm;
  /** Do its connectors write names of tables and columns in lower case? */
  readonly lower?: true;
  /** Does its SQL quote names in brackets, too? */
  readonly brackets?: true;
}

/** By the scheme of the namespace, or by a namespace without a scheme. Anything else is its own platform, with the name as sent. */
export const PLATFORMS: Readonly<Record<string, Platform>> = {
  abfs: { platform: 'abs', form: 'container' },
  abfss: { platform: 'abs', form: 'container' },
  awsathena: { platform: 'athena', form: 'athena' },
  'aws:glue': { platform: 'glue', form: 'glue' },
  azurecosmos: { platform: 'cosmosdb', form: 'name' },
  azurekusto: { platform: 'kusto', form: 'dotted' },
  dbfs: { platform: 'dbfs', form: 'path' },
  file: { platform: 'file', form: 'path' },
  gcs: { platform: 'gcs', form: 'bucket' },
  gs: { platform: 'gcs', form: 'bucket' },
  hdfs: { platform: 'hdfs', form: 'path' },
  mongo: { platform: 'mongodb', form: 'name' },
  postgresql: { platform: 'postgres', form: 'name' },
  s3: { platform: 's3', form: 'bucket' },
  s3a: { platform: 's3', form: 'bucket' },
  s3n: { platform: 's3', form: 'bucket' },
  saphana: { platform: 'hana', form: 'name' },
  snowflake: { platform: 'snowflake', form: 'name', lower: true },
  sqlserver: { platform: 'mssql', form: 'name', brackets: true },
  wasb: { platform: 'abs', form: 'container' },
  wasbs: { platform: 'abs', form: 'container' },
};

/** The platform of a table whose symlink has the namespace of a file system: the catalog that has it, or else its format. */
const CATALOGS: Readonly<Record<string, string>> = {
  glue: 'glue',
  hive: 'hive',
  unity: 'databricks',
  delta: 'delta-lake',
  iceberg: 'iceberg',
  hudi: 'hudi',
};

// A namespace may be any text, also `constructor`: only maps are safe to look it up in.
const BY_KEY: ReadonlyMap<string, Platform> = new Map(Object.entries(PLATFORMS));
const BY_CATALOG: ReadonlyMap<string, string> = new Map(Object.entries(CATALOGS));

const FILES: ReadonlySet<NameForm> = new Set<NameForm>(['bucket', 'container', 'path']);
const DEFAULT_ATHENA_CATALOG = 'awsdatacatalog.';

/** How a platform writes names. */
export interface Spelling {
  readonly lower: boolean;
  readonly brackets: boolean;
}

export interface PlatformName extends Spelling {
  readonly platform: string;
  readonly name: string;
}

/** A name as a connector writes it: without quotes, and in lower case where it does so. */
export function spelled(name: string, { lower, brackets }: Spelling): string {
  const plain = unquoted(name, brackets);
  return lower ? plain.toLowerCase() : plain;
}

interface Catalog {
  readonly type?: string | undefined;
  readonly framework?: string | undefined;
}

/** The platform of a dataset, and its name there. */
export function platformAndName(namespace: string, name: string): PlatformName {
  const { key, authority } = split(namespace);
  const { platform, form, lower, brackets }: Platform = BY_KEY.get(key) ?? { platform: key, form: 'name' };
  const spelling = { lower: lower === true, brackets: brackets === true };
  const sent = FILES.has(form) ? name : spelled(name, spelling);
  return { platform, name: nameIn(form, authority, sent) || sent, ...spelling };
}

/** The same for a symlink of the type TABLE. */
export function tableOf(namespace: string, name: string, catalog: Catalog): PlatformName {
  const place = BY_KEY.get(split(namespace).key);
  if (!place || !FILES.has(place.form)) return platformAndName(namespace, name);
  const known = [catalog.type, catalog.framework].map((each) => BY_CATALOG.get(each?.toLowerCase() ?? '')).find((each) => each !== undefined);
  return { platform: known ?? 'hive', name: nameIn('glue', '', unquoted(name, false)), lower: false, brackets: false };
}

/** `s3://bucket/x` → s3, bucket/x; `arn:aws:glue:region:account` → aws:glue; anything else has no authority. */
function split(namespace: string): { key: string; authority: string } {
  if (/^(arn:)?aws:glue:/i.test(namespace)) return { key: 'aws:glue', authority: '' };
  const [, scheme, authority = ''] = /^([^:/?#]+):\/\/(.*)$/s.exec(namespace) ?? [];
  if (scheme !== undefined) return { key: scheme.toLowerCase(), authority };
  // Spark writes `file:/warehouse`.
  const bare = /^(file):\//i.exec(namespace)?.[1] ?? /^([a-z\d]+):\/*$/i.exec(namespace)?.[1] ?? namespace;
  return { key: BY_KEY.has(bare.toLowerCase()) ? bare.toLowerCase() : bare, authority: '' };
}

function nameIn(form: NameForm, authority: string, name: string): string {
  switch (form) {
    case 'bucket':
      return joined(authority, name);
    case 'container':
      return joined(authority.replace(/@[^/]*/, ''), name);
    case 'path':
      return name === '' || name.startsWith('/') ? name : `/${name}`;
    case 'glue':
      return name.startsWith('table/') ? name.slice('table/'.length).replaceAll('/', '.') : name;
    case 'athena':
      return name.toLowerCase().startsWith(DEFAULT_ATHENA_CATALOG) ? name.slice(DEFAULT_ATHENA_CATALOG.length) : name;
    case 'dotted':
      return name.replaceAll('/', '.');
    case 'name':
      return name;
  }
}

function joined(authority: string, name: string): string {
  return [authority, name]
    .map((each) => each.replaceAll(/^\/+|\/+$/g, ''))
    .filter((each) => each !== '')
    .join('/');
}

/** Producers of which the orchestrator does not follow from the last segment of their address. */
const PRODUCERS: readonly (readonly [RegExp, string])[] = [
  [/^https?:\/\/github\.com\/apache\/airflow\//i, 'airflow'],
  [/^https?:\/\/github\.com\/trinodb\/trino\//i, 'trino'],
];

/** The orchestrator of the jobs of a producer: `…/integration/spark` is spark. Every event names its producer, so that all events of a job agree. */
export function orchestratorOf(producer: string): string {
  const known = PRODUCERS.find(([address]) => address.test(producer))?.[1];
  if (known !== undefined) return known;
  const path = producer.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  const last = path.split('/').findLast((each) => each.trim() !== '');
  return last?.trim().toLowerCase() ?? 'openlineage';
}
