/**
 * Requests of the operations of the OpenAPI document: each of its parameters, and its examples with the entities and words of a world.
 */
import { encode } from '../client.ts';
import { examplesOf, type Operation, parametersOf, type Reference } from '../examples.ts';
import { typeOf } from '../make.ts';
import type { Ask, Row } from './asks.ts';
import type { Schema, Values } from './values.ts';

type Document = Reference & { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } };

/** Rows that write. */
const WRITES: readonly RegExp[] = [
  /^(PATCH|DELETE) |^POST .*(ingest|restoreIndices|batchIngest|delete$|rollback|rebuildIndex|dropUnused|verify$|setWritable|applyRetention|producePlatform)/i,
  /^POST \/openapi\/v[23]\/entity\/\{entityType\}(\/\{urn\}\/\{aspect\})?$/,
];
/** Rows that are not sent, and why. A row that is neither here nor below is sent. */
const NOT_SENT: readonly (readonly [RegExp, string])[] = [
  [/^POST .*lineage(\/batch)?$/, 'it writes what its names mean, whatever there is'],
  [/^DELETE \/mcp$/, 'it ends a session'],
  [
    /^(GET|POST) \/(logIn|signUp|logOut|authenticate|resetNative|unsubscribe|auth\/|sso|callback|allow|\.well-known)/,
    'it signs in, and shows nothing',
  ],
  [/^POST \/(api\/.*graphql|mcp)$/, 'their documents and tools have requests of their own (graph.ts, tools.ts)'],
  [/^GET \/(health|config|metrics|openapi\.json|rpc\/docs|api\/graphiql)|api-docs|swagger/, 'it is about the process and the model'],
  [/kafka/, 'it is about commits, whose numbers differ'],
];
/** Rows that are about the whole catalog: 403 for who sees a part (docs/access.md 6). */
const WHOLE =
  /^(GET|POST|PATCH|DELETE) \/(bulk|changes|webhooks|subscriptions)|\?action=(getCount|indexProblems|deleteReferences)$|^POST \/runs\?action=(?!refused)/;
/** Parameters that ask for the whole catalog, or that only a header of a write has. */
const NOT_ASKED = new Set(['includeVersionSet', 'scrollId', 'async', 'createIfNotExists', 'createIfEntityNotExists']);
/** What a client already has. Answers with tags are also asked for with these (stores.ts). */
const CONDITIONS: readonly Readonly<Record<string, string>>[] = [
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"1"' },
  { 'If-Match': '*' },
  { 'If-Match': '"1"' },
  { 'If-Match': '"e-0"' },
  { 'If-Version-Match': '1' },
  { 'If-Modified-Since': '2020-01-01T00:00:00Z' },
];

export function restRows(document: Document): Row[] {
  const examples = new Map<string, unknown[]>();
  for (const { method, where, body, contentType } of examplesOf(document)) {
    const row = `${method} ${where}`;
    const isJson = body !== undefined && contentType?.endsWith('json') === true;
    examples.set(row, [...(examples.get(row) ?? []), ...(isJson ? [JSON.parse(body) as unknown] : [])]);
  }
  return Object.entries(document.paths).flatMap(([where, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === 'object' && 'operationId' in operation)
      .map(([method, operation]) => rowOf(document, where, method.toUpperCase(), operation, examples.get(`${method.toUpperCase()} ${where}`) ?? []))
      .filter(({ row, about }) => about === 'whole' || !NOT_SENT.some(([pattern]) => pattern.test(row))),
  );
}

function rowOf(document: Document, where: string, method: string, operation: Operation, examples: readonly unknown[]): Row {
  const row = `${method} ${where}`;
  const parameters = parametersOf(document, operation).filter(({ name }) => !NOT_ASKED.has(name));
  const body = bodySchema(document, operation);
  const fields = Object.entries(body.properties ?? {}).filter(([name]) => !NOT_ASKED.has(name));
  const isSeries = /imeseries/.test(row);
  const valueOf = (values: Values, name: string, schema: Schema): unknown =>
    values.of(isSeries && /^aspect(Name)?$/.test(name) ? 'series' : name === 'entityName' ? 'entityType' : name, schema);
  return {
    row,
    ...(WHOLE.test(row) ? { about: 'whole' } : WRITES.some((pattern) => pattern.test(row)) && { about: 'hidden' }),
    unknown: (values) => [
      ...parameters
        .filter(({ name, in: place }) => place !== 'header' && valueOf(values, name, parameterSchema(parameters, name)) === undefined)
        .map(({ name }) => name),
      ...fields
        .filter(
          ([name, schema]) => valueOf(values, name, resolved(document, schema)) === undefined && !examples.some((each) => name in (each as object)),
        )
        .map(([name]) => name),
    ],
    ask: (values) => {
      const { random } = values;
      const urn = values.urn();
      const type = typeOf(urn);
      let path = where;
      const query: string[] = [];
      for (const { name, in: place, example, schema } of parameters) {
        const isGiven = values.hidden && name === 'entityType';
        const own =
          name === 'urn'
            ? urn
            : name === 'entityType' && where.includes('{urn}')
              ? type
              : isGiven
                ? undefined
                : valueOf(values, name, schema as Schema);
        const value = own ?? example;
        if (place === 'path') path = path.replace(`{${name}}`, encode(String(value)));
        const isNeeded =
          name === 'urn' || name === 'ids' || (name === 'direction' && random.below(4) > 0) || (name === 'aspect' && where.startsWith('/aspects'));
        if (place === 'query' && value !== undefined && (isNeeded || random.below(5) < 2))
          query.push(
            ...[value]
              .flat()
              .map(
                (each) =>
                  `${name}=${typeof each === 'string' && each.startsWith('List(') ? each : encode(String(each)).replaceAll('%40', '@').replaceAll('%3A', ':')}`,
              ),
          );
      }
      const json =
        examples.length === 0
          ? undefined
          : bodyOf(values, random.of(examples), fields, (name, schema) => valueOf(values, name, resolved(document, schema)));
      const address = (more: readonly string[]): string => `${path}${more.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${more.join('&')}`}`;
      const isGet = method === 'GET';
      const bare = isGet && random.below(8) === 0;
      const base: Ask = {
        row,
        path: '',
        method: bare ? 'HEAD' : method,
        ...(json !== undefined && { json }),
        ...((isGet || method === 'HEAD') && random.below(6) === 0 && { headers: random.of(CONDITIONS) }),
      };
      const scrolls = !bare && (parametersOf(document, operation).some(({ name }) => name === 'scrollId') || /scroll/i.test(row));
      const inBody = /action=scroll/.test(row);
      const next: Ask | undefined = scrolls
        ? inBody
          ? { ...base, path: address(query), json: { ...(json as object), scrollId: '@cursor@' } }
          : { ...base, path: address([...query, 'scrollId=@cursor@']) }
        : undefined;
      return { ...base, path: address(query), ...(next && { next }) };
    },
  };
}

const parameterSchema = (
  parameters: readonly { readonly name: string; readonly schema?: unknown; readonly example?: unknown }[],
  wanted: string,
): Schema => {
  const { schema, example } = parameters.find(({ name }) => name === wanted) ?? {};
  return example === undefined ? (schema as Schema) : { ...(schema as Schema), enum: [example] };
};

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

function bodySchema(document: Document, { requestBody }: Operation): Schema {
  const [content] = Object.values(requestBody?.content ?? {}) as { schema?: Schema }[];
  const schema = resolved(document, content?.schema ?? {});
  const all = [schema, ...(schema.allOf ?? [])].map((each) => resolved(document, each));
  return { ...schema, properties: Object.assign({}, ...all.map(({ properties }) => properties ?? {})) as Record<string, Schema> };
}

/** An example, with other entities, words and parameters. */
function bodyOf(
  values: Values,
  example: unknown,
  fields: readonly (readonly [string, Schema])[],
  valueOf: (name: string, schema: Schema) => unknown,
): unknown {
  const { random } = values;
  const swap = (value: unknown): unknown => {
    if (typeof value === 'string') return /^urn:/.test(value) && (values.hidden || random.below(5) > 0) ? values.urn(typeOf(value)) : value;
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [/^urn:/.test(name) ? values.urn(typeOf(name)) : name, swap(each)]));
  };
  const swapped = swap(example);
  if (Array.isArray(swapped)) return swapped;
  const more = fields.flatMap(([name, schema]): [string, unknown][] => {
    const value = random.below(5) < 2 || name === 'input' || name === 'query' ? valueOf(name, schema) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(swapped as object), ...Object.fromEntries(more) };
}
