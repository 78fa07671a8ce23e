/**
 * Merges operations at paths such as `/entities?action=search` into one operation for each resource. Its body and its answer are those of
 * any of the actions.
 */
import { isRecord } from '../../model/path.ts';

type Json = Record<string, unknown>;

interface Operation extends Json {
  readonly tags: string[];
  readonly summary: string;
  readonly description?: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Json; readonly examples?: Json } } };
  readonly responses: Readonly<Record<string, Json>>;
}

interface Action {
  readonly name: string;
  readonly operation: Operation;
}

const ACTION = /^(\/\w+)\?action=(\w+)$/;

/** @param responses components that answers may refer to */
export function mergedActions(paths: Json, responses: Json): Json {
  const merged: Json = {};
  const actions = new Map<string, Action[]>();
  for (const [where, item] of Object.entries(paths)) {
    const [, resource, name = ''] = ACTION.exec(where) ?? [];
    if (resource === undefined) merged[where] = item;
    else actions.set(resource, [...(actions.get(resource) ?? []), { name, operation: (item as { post: Operation }).post }]);
  }
  for (const [resource, all] of actions)
    merged[resource] = { ...(merged[resource] as Json | undefined), post: mergedOperation(resource, all, responses) };
  return merged;
}

function mergedOperation(resource: string, actions: readonly Action[], responses: Json): Json {
  const names = actions.map(({ name }) => name);
  const bodies = actions.map(({ name, operation }) => ({ name, body: operation.requestBody.content['application/json'] }));
  const examples = bodies.flatMap(({ name, body }) => Object.entries(body.examples ?? {}).map(([key, example]) => [`${name}-${key}`, example]));
  const codes = [...new Set(actions.flatMap(({ operation }) => Object.keys(operation.responses)))].sort();
  return {
    tags: actions[0]?.operation.tags,
    operationId: `${resource.slice(1)}Action`,
    summary: `Actions: ${names.join(', ')}`,
    description: actions.map(({ name, operation: { summary, description } }) => `- \`${name}\`: ${summary}. ${description ?? ''}`.trim()).join('\n'),
    parameters: [{ name: 'action', in: 'query', required: true, schema: { type: 'string', enum: names }, example: names[0] }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: anyOf(bodies.map(({ name, body }) => ({ title: name, ...body.schema }))),
          examples: Object.fromEntries(examples),
        },
      },
    },
    responses: Object.fromEntries(codes.map((code) => [code, mergedResponse(code, actions, responses)])),
  };
}

function anyOf(schemas: readonly Json[]): Json {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
}

/** Merges answers: refusals are the same for all actions, other answers are any of theirs. */
function mergedResponse(code: string, actions: readonly Action[], responses: Json): unknown {
  const each = actions.flatMap(({ name, operation }) => (operation.responses[code] ? [{ name, response: operation.responses[code] }] : []));
  if (code !== '200') return each[0]?.response;
  const schemas = each.flatMap(({ name, response }) => {
    const schema = schemaOf(resolved(response, responses));
    return schema ? [{ title: name, ...schema }] : [];
  });
  const description = 'What the action answers; of some it has no body';
  return schemas.length === 0 ? { description } : { description, content: { 'application/json': { schema: anyOf(schemas) } } };
}

function resolved(response: Json, responses: Json): Json {
  const name = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined;
  return name === undefined ? response : (responses[name] as Json);
}

function schemaOf({ content }: Json): Json | undefined {
  const media = isRecord(content) ? content['application/json'] : undefined;
  return isRecord(media) && isRecord(media.schema) ? media.schema : undefined;
}
