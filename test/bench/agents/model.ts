/**
 * A model solves a task: it is asked over an endpoint that speaks as OpenAI's chat completions do, and calls the tools of /mcp.
 */
import type { Call } from './policy.ts';
import type { Task } from './tasks.ts';

export interface ModelTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

export interface Endpoint {
  /** `<url>/chat/completions` is asked. */
  readonly url: string;
  readonly model: string;
  /** Sent as a token, if there is one. */
  readonly key?: string | undefined;
}

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
}

const MOST_TURNS = 12;
const SYSTEM =
  'Answer the question about a data catalog with the tools. When you know the answer, reply with nothing but a JSON list of texts, such as ["a", "b"]; reply [] if there is none.';

/** The answer of a model; an empty list if it gives none in time. */
export async function askModel({ url, model, key }: Endpoint, tools: readonly ModelTool[], { question }: Task, call: Call): Promise<string[]> {
  const messages: object[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: question },
  ];
  const offered = tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const answer = await fetch(`${url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, messages, tools: offered, temperature: 0 }),
    });
    if (!answer.ok) throw new Error(`the model answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    const { choices } = (await answer.json()) as { choices: readonly { readonly message: Message }[] };
    const message = choices[0]?.message;
    if (!message) return [];
    messages.push(message);
    if (!message.tool_calls || message.tool_calls.length === 0) return listIn(message.content ?? '');
    for (const { id, function: asked } of message.tool_calls) {
      const args = parsed(asked.arguments);
      // What is wrong with arguments is told to the model.
      const told = args === undefined ? 'the arguments are no JSON object' : JSON.stringify(await call(asked.name, args));
      messages.push({ role: 'tool', tool_call_id: id, content: told });
    }
  }
  return [];
}

/** The last list of texts in what a model says. */
function listIn(text: string): string[] {
  const [list] = text.match(/\[[^[\]]*\](?!.*\[)/s) ?? [];
  const read = list === undefined ? undefined : parsed(list);
  return Array.isArray(read) ? read.map(String) : [];
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
