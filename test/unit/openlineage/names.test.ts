/** The names of datasets and jobs (docs/openlineage.md): tables of the mapping, and the page that shows them. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { orchestratorOf, PLATFORMS, platformAndName, tableOf } from '../../../src/http/openlineage/platforms.ts';

const CASES: readonly [namespace: string, name: string, platform: string, made: string][] = [
  ['postgres://db.example:5432', 'shop.public.orders', 'postgres', 'shop.public.orders'],
  ['postgresql://db', 'shop.public.orders', 'postgres', 'shop.public.orders'],
  ['mysql://db:3306', 'shop.orders', 'mysql', 'shop.orders'],
  ['sqlserver://db:1433', 'shop.dbo.orders', 'mssql', 'shop.dbo.orders'],
  ['snowflake://org-account', 'SHOP.PUBLIC.ORDERS', 'snowflake', 'shop.public.orders'],
  ['bigquery', 'project.shop.orders', 'bigquery', 'project.shop.orders'],
  ['redshift://cluster.eu-west-1:5439', 'shop.public.orders', 'redshift', 'shop.public.orders'],
  ['kafka://broker:9092', 'orders', 'kafka', 'orders'],
  ['hive://meta:9083', 'shop.orders', 'hive', 'shop.orders'],
  ['s3://bucket', '/path/to/orders/', 's3', 'bucket/path/to/orders'],
  ['s3a://bucket/', 'orders', 's3', 'bucket/orders'],
  ['gs://bucket', 'orders', 'gcs', 'bucket/orders'],
  ['abfss://container@account.dfs.core.windows.net', '/orders', 'abs', 'container/orders'],
  ['wasbs://container@account.dfs.core.windows.net', 'orders', 'abs', 'container/orders'],
  ['hdfs://namenode:8020', '/data/orders', 'hdfs', '/data/orders'],
  ['dbfs://workspace', '/mnt/orders', 'dbfs', '/mnt/orders'],
  ['file', '/tmp/orders.csv', 'file', '/tmp/orders.csv'],
  ['file://host', 'tmp/orders.csv', 'file', '/tmp/orders.csv'],
  ['arn:aws:glue:eu-west-1:123456789012', 'table/shop/orders', 'glue', 'shop.orders'],
  ['aws:glue:eu-west-1:123456789012', 'shop.orders', 'glue', 'shop.orders'],
  ['awsathena://athena.eu-west-1.amazonaws.com', 'AwsDataCatalog.shop.orders', 'athena', 'shop.orders'],
  ['azurekusto://cluster.kusto.windows.net', 'shop/orders', 'kusto', 'shop.orders'],
  ['azurecosmos://host/dbs/shop', 'colls/orders', 'cosmosdb', 'colls/orders'],
  ['trino://trino:8080', 'hive.shop.orders', 'trino', 'hive.shop.orders'],
  ['UNKNOWN://host', 'Orders', 'unknown', 'Orders'],
  ['snowflake://acc', '"my_db"."s"."orders"', 'snowflake', 'my_db.s.orders'],
  ['snowflake://acc', 'MY_DB."s".ORDERS', 'snowflake', 'my_db.s.orders'],
  ['snowflake://acc', '"my.db"."a ""b""".orders', 'snowflake', 'my.db.a "b".orders'],
  ['postgres://db', '"shop"."public"."Orders"', 'postgres', 'shop.public.Orders'],
  ['bigquery', '`my-project.shop.orders`', 'bigquery', 'my-project.shop.orders'],
  ['bigquery', '`my-project`.shop.`orders`', 'bigquery', 'my-project.shop.orders'],
  ['databricks://host', '`main`.`a``b`.`orders`', 'databricks', 'main.a`b.orders'],
  ['sqlserver://db:1433', '[shop].[dbo].[a]]b.c]', 'mssql', 'shop.dbo.a]b.c'],
  ['sqlserver://db:1433', '"shop"."dbo".orders', 'mssql', 'shop.dbo.orders'],
  ['awsathena://athena.eu-west-1.amazonaws.com', '"AwsDataCatalog"."shop"."orders"', 'athena', 'shop.orders'],
  ['postgres://db', '[shop].orders', 'postgres', '[shop].orders'],
  ['postgres://db', '"shop.orders', 'postgres', '"shop.orders'],
  ['postgres://db', '"shop"x.orders', 'postgres', '"shop"x.orders'],
  ['postgres://db', '"".orders', 'postgres', '"".orders'],
  ['s3://bucket', '"path"', 's3', 'bucket/"path"'],
  ['food_delivery', 'public.orders', 'food_delivery', 'public.orders'],
];

describe('The dataset of an OpenLineage name', () => {
  for (const [namespace, name, platform, made] of CASES)
    it(`${namespace} ${name} is ${made} on ${platform}`, () => expect(platformAndName(namespace, name)).to.include({ platform, name: made }));

  const TABLES: readonly [namespace: string, name: string, catalog: object, platform: string, made: string][] = [
    ['hive://meta:9083', 'shop.orders', {}, 'hive', 'shop.orders'],
    ['s3://warehouse', 'shop.orders', {}, 'hive', 'shop.orders'],
    ['s3://warehouse', 'shop.orders', { type: 'glue', framework: 'iceberg' }, 'glue', 'shop.orders'],
    ['file:/warehouse', 'shop.orders', {}, 'hive', 'shop.orders'],
    ['file:///warehouse', 'shop.orders', { type: 'hadoop', framework: 'iceberg' }, 'iceberg', 'shop.orders'],
    ['arn:aws:glue:eu-west-1:1', 'table/shop/orders', {}, 'glue', 'shop.orders'],
    ['s3://warehouse', '`shop`.`orders`', {}, 'hive', 'shop.orders'],
  ];
  for (const [namespace, name, catalog, platform, made] of TABLES)
    it(`the symlink ${namespace} ${name} with the catalog ${JSON.stringify(catalog)} is ${made} on ${platform}`, () => {
      expect(tableOf(namespace, name, catalog)).to.include({ platform, name: made });
    });

  it('is in the table of the page', () => {
    const page = readFileSync(new URL('../../../docs/openlineage.md', import.meta.url), 'utf8');
    for (const [key, { platform }] of Object.entries(PLATFORMS))
      expect(page, key).to.match(new RegExp(`^\\|[^|]*\`${key}\`[^|]*\\| \`${platform}\``, 'm'));
  });
});

describe('The orchestrator of a producer', () => {
  const PRODUCERS: readonly [string, string][] = [
    ['https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/spark', 'spark'],
    ['https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/dbt/', 'dbt'],
    ['https://github.com/apache/airflow/tree/providers-openlineage/2.20.3', 'airflow'],
    ['https://github.com/trinodb/trino/plugin/trino-openlineage', 'trino'],
    ['https://example.com/ETL?x=1', 'etl'],
    ['https://example.com', 'openlineage'],
    ['my-scripts', 'my-scripts'],
    ['', 'openlineage'],
  ];
  for (const [producer, orchestrator] of PRODUCERS)
    it(`${producer || 'nothing'} is ${orchestrator}`, () => expect(orchestratorOf(producer)).to.equal(orchestrator));
});
