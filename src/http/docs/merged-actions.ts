/**
 * Merges operations at paths such as `/entities?action=search` into one operation for each resource. Its body and its answer are those of
 * any of the actions.
 */
import { isRecord, type JsonObject } from '../../model/path.ts';

interface ApiOperation extends JsonObject {
  readonly tags: string[];
  readonly summary: string;
  readonly description?: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: JsonObject; readonly examples?: JsonObject } } };
  readonly responses: Readonly<Record<string, JsonObject>>;
}

interface Action {
  readonly name: string;
  readonly operation: ApiOperation;
}

const ACTION = /^(\/\w+)\?action=(\w+)$/;

/** @param responses components that answers may refer to */
export function mergedActions(paths: JsonObject, responses: JsonObject): JsonObject {
  const merged: JsonObject = {};
  const actions = new Map<string, Action[]>();
  for (const [where, item] of Object.entries(paths)) {
    const [, resource, name = ''] = ACTION.exec(where) ?? [];
    if (resource === undefined) merged[where] = item;
    else actions.set(resource, [...(actions.get(resource) ?? []), { name, operation: (item as { post: ApiOperation }).post }]);
  }
  for (const [resource, all] of actions)
    merged[resource] = { ...(merged[resource] as JsonObject | undefined), post: mergedOperation(resource, all, responses) };
  return merged;
}

function mergedOperation(resource: string, actions: readonly Action[], responses: JsonObject): JsonObject {
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

function anyOf(schemas: readonly JsonObject[]): JsonObject {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
}

/** Merges answers: refusals are the same for all actions, other answers are any of theirs. */
function mergedResponse(code: string, actions: readonly Action[], responses: JsonObject): unknown {
  const each = actions.flatMap(({ name, operation }) => (operation.responses[code] ? [{ name, response: operation.responses[code] }] : []));
  if (code !== '200') return each[0]?.response;
  const schemas = each.flatMap(({ name, response }) => {
    const schema = schemaOf(resolved(response, responses));
    return schema ? [{ title: name, ...schema }] : [];
  });
  const description = 'What the action answers; of some it has no body';
  return schemas.length === 0 ? { description } : { description, content: { 'application/json': { schema: anyOf(schemas) } } };
}

function resolved(response: JsonObject, responses: JsonObject): JsonObject {
  const name = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined;
  return name === undefined ? response : (responses[name] as JsonObject);
}

function schemaOf({ content }: JsonObject): JsonObject | undefined {
  const media = isRecord(content) ? content['application/json'] : undefined;
  return isRecord(media) && isRecord(media.schema) ? media.schema : undefined;
}
