/**
 * The examples of the reference as requests: what a reader sends who tries an operation without changing anything.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: unknown;
  readonly schema?: { readonly default?: unknown };
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  /** Empty: no token is needed. */
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema?: object; readonly examples?: Record<string, { readonly value: unknown }> }>;
  };
  readonly responses: Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown>; readonly 'x-may-be-empty'?: true }>;
}
export interface Reference {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas?: Record<string, object>;
    readonly parameters: Record<string, Parameter>;
    readonly responses: Record<string, { content?: Record<string, unknown> }>;
  };
}

export interface Example {
  readonly name: string;
  readonly where: string;
  readonly method: string;
  readonly operation: Operation;
  /** With its query. */
  readonly address: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
}

/** Every operation, once for each example of its body, in the order of the document. */
export function examplesOf(reference: Reference): Example[] {
  return Object.entries(reference.paths).flatMap(([where, item]) =>
    Object.entries(item).flatMap(([method, operation]): Example[] => {
      const address = addressOf(where, parametersOf(reference, operation));
      const base = { where, method: method.toUpperCase(), operation, address };
      const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([contentType, { examples = {} }]) =>
        Object.entries(examples).map(([name, { value }]) => ({
          name: `${operation.operationId} ${name}`,
          contentType,
          body: bodyOf(contentType, value),
        })),
      );
      if (bodies.length > 0) return bodies.map((body) => ({ ...base, ...body }));
      return [{ ...base, name: operation.operationId, contentType: undefined, body: undefined }];
    }),
  );
}

/** Parameters of an operation, including those that it shares with others. */
export function parametersOf(reference: Reference, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((each) => ('$ref' in each ? (reference.components.parameters[each.$ref.split('/').at(-1) ?? ''] as Parameter) : each));
}

/** Fields that the form fills: examples and defaults. */
function addressOf(where: string, parameters: readonly Parameter[]): string {
  let address = where;
  const query: string[] = [];
  for (const { name, in: place, example, schema } of parameters) {
    const value = example ?? schema?.default;
    if (value === undefined) continue;
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (place === 'query') query.push(...[value].flat().map((each) => `${name}=${encodeURIComponent(String(each))}`));
  }
  if (query.length === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`;
}

/** Says how an answer differs from the document; undefined if it does not. */
export function answerCheck(
  reference: Reference,
): (example: Pick<Example, 'where' | 'method' | 'operation'>, status: number, type: string, text: string) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(reference as unknown as Record<string, unknown>, 'reference');
  return ({ where, method, operation }, status, type, text) => {
    const response = operation.responses[String(status)];
    if (!response) return `status ${status} is not described`;
    if (text === '' && response['x-may-be-empty']) return undefined;
    const shared = response.$ref?.split('/').at(-1);
    const content = (shared === undefined ? response : reference.components.responses[shared])?.content;
    if (!content) return text === '' ? undefined : 'a body came where none is described';
    const [media = ''] = Object.keys(content);
    if (!type.startsWith(media)) return `${type} came instead of ${media}`;
    if (media !== 'application/json') return undefined;
    const at = shared === undefined ? ['paths', where, method.toLowerCase(), 'responses', String(status)] : ['components', 'responses', shared];
    const pointer = [...at, 'content', media, 'schema'].map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const check = ajv.getSchema(`reference#/${pointer}`);
    if (!check) return 'its schema cannot be found';
    return check(JSON.parse(text)) ? undefined : ajv.errorsText(check.errors);
  };
}

function bodyOf(contentType: string, value: unknown): string {
  return contentType === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(value as Record<string, string>).toString()
    : JSON.stringify(value);
}

/** Sends the examples to a Cairn with the demo catalog, one after the other. @returns how answers differ from what the reference says */
export async function problemsOf(url: string, reference: Reference, order = (examples: Example[]) => examples): Promise<string[]> {
  const check = answerCheck(reference);
  const examples = order(examplesOf(reference));
  if (examples.length < 100) throw new Error(`The reference has ${examples.length} examples only`);
  const wrong: string[] = [];
  for (const example of examples) {
    const problem = await tried(url, example, check);
    if (problem !== undefined) wrong.push(problem);
  }
  return wrong;
}

type Check = ReturnType<typeof answerCheck>;

async function tried(url: string, example: Example, check: Check): Promise<string | undefined> {
  const { name, method, contentType } = example;
  // Nobody can know the id of a webhook before it is created.
  const webhook = /wh_example|sub_example/.test(`${example.address}${example.body}`) ? await newWebhook(url) : '';
  const subscription = example.address.includes('sub_example') ? await newSubscription(url, webhook) : '';
  const bulk = example.address.includes('bulk_example') ? await newBulk(url) : '';
  const address = example.address.replace('wh_example', webhook).replace('sub_example', subscription).replace('bulk_example', bulk);
  const body = example.body?.replace('wh_example', webhook);
  const answer = await fetch(`${url}${address}`, {
    method,
    headers: contentType === undefined ? {} : { 'Content-Type': contentType },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
  });
  const text = await answer.text();
  // What is never done is described as that. Nobody knows the passwords and invitations of others.
  const { operationId, responses, tags } = example.operation;
  // The sessions of agents are in a header, which Swagger UI does not ask for.
  const isSession = ['mcpEvents', 'endMcpSession'].includes(operationId);
  const works = Object.keys(responses).some((status) => status.startsWith('2')) && !tags.includes('Sign-in') && !isSession;
  const problem =
    answer.status >= 300 && works ? `status ${answer.status}` : check(example, answer.status, answer.headers.get('content-type') ?? '', text);
  return problem === undefined ? undefined : `${name}: ${problem}: ${text.slice(0, 300)}`;
}

async function newWebhook(url: string): Promise<string> {
  return made(url, '/webhooks', { url: 'https://hooks.example/demo', sends: 'subscriptions' });
}

async function newSubscription(url: string, webhook: string): Promise<string> {
  return made(url, '/subscriptions', { webhook, person: 'urn:li:corpuser:ana', query: 'orders' });
}

async function made(url: string, at: string, body: object): Promise<string> {
  const answer = await fetch(url + at, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return ((await answer.json()) as { id: string }).id;
}

/** A bulk change that is stopped or done, so that it can be continued and undone. */
async function newBulk(url: string): Promise<string> {
  const urns = ['urn:li:dataset:(urn:li:dataPlatform:hive,example.table,PROD)'];
  const id = await made(url, '/bulk', { urns, changes: { deprecation: { unset: true } } });
  await fetch(`${url}/bulk/${id}/stop`, { method: 'POST' });
  return id;
}
