/**
 * An agent: the client of the official SDK, connected to /mcp.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { expect } from 'chai';

interface Entry {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What the tests look at in answers. */
export interface Body {
  readonly problem?: { readonly kind: string; readonly say: string; readonly candidates?: readonly (Entry | string)[] };
  readonly error?: { readonly code: string; readonly details?: readonly { readonly pointer: string }[] };
  readonly asset?: Entry;
  readonly column?: string;
  readonly changed?: boolean;
  readonly otherLinks?: readonly { readonly part: string; readonly entities: readonly Entry[] }[];
  readonly total?: number;
  readonly best?: { readonly withAllWords: number; readonly unmet?: readonly string[] };
  readonly assets?: number;
  readonly landingColumns?: number;
  readonly description?: string;
  readonly hits?: readonly (Entry & { readonly why: readonly { readonly field: string; readonly values: readonly string[] }[] })[];
  readonly columns?: readonly Readonly<Record<string, unknown>>[];
  readonly affected?: readonly (Entry & { readonly columns: unknown })[];
  readonly references?: readonly Entry[];
  readonly tell?: readonly { readonly urn: string; readonly assets: number }[];
  readonly paths?: readonly { readonly steps: readonly Entry[]; readonly relationships: readonly string[]; readonly removed?: boolean }[];
  readonly sharedSources?: readonly Entry[];
  readonly joins?: readonly { readonly how: string; readonly on: readonly string[]; readonly queries?: number }[];
  readonly names?: Readonly<Record<string, string>>;
  readonly through?: readonly { readonly steps: readonly Entry[]; readonly on: readonly (readonly string[])[] }[];
  readonly people?: readonly (Entry & { readonly because: readonly { readonly reason: string; readonly detail: string }[] })[];
  readonly changes?: readonly { readonly what: string; readonly by: string; readonly breaking?: boolean }[];
  readonly entities?: readonly (Entry & { readonly aspects: readonly string[] })[];
  readonly owners?: readonly Entry[];
  readonly tags?: readonly Entry[];
  readonly terms?: readonly Entry[];
  readonly properties?: readonly (Entry & { readonly values: readonly unknown[] })[];
  readonly queries?: readonly { readonly statement: string }[];
  readonly quality?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly none?: readonly string[];
  readonly notKnown?: readonly string[];
  readonly hidden?: readonly { readonly what: string; readonly count: number }[];
  readonly cut?: readonly { readonly part: string; readonly shown: number; readonly of: number }[];
}

export interface Answer {
  readonly isError: boolean;
  /** The structured content of an answer, or the error. */
  readonly body: Body;
  /** What a model reads. */
  readonly text: string;
}

export interface Agent {
  readonly client: Client;
  /** Calls a tool, and expects that it answers. The SDK checks the answer against the output schema of the tool. */
  call(tool: string, args: Record<string, unknown>): Promise<Body>;
  /** Calls a tool, whatever comes. */
  ask(tool: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

const ajv = new AjvJsonSchemaValidator();
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/** Compiles a schema with the first answer that it checks, once for all agents: to compile those of all tools takes half a second. */
function getValidator<Value>(schema: JsonSchemaType): JsonSchemaValidator<Value> {
  const text = JSON.stringify(schema);
  return (answer) => {
    const validate = compiled.get(text) ?? ajv.getValidator<unknown>(schema);
    compiled.set(text, validate);
    return (validate as JsonSchemaValidator<Value>)(answer);
  };
}

/** @param token of AUTH_TOKENS_FILE, if the server has one */
export async function connectAgent(url: string, token?: string): Promise<Agent> {
  const client = new Client({ name: 'cairn-tests', version: '1' }, { jsonSchemaValidator: { getValidator } });
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }) as never);
  // From now on the client knows the output schemas, and checks answers against them.
  await client.listTools();
  const ask = async (name: string, args: Record<string, unknown>): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { type: string; text: string }[];
    const text = content?.text ?? '';
    const isError = result.isError === true;
    if (!isError) expect(JSON.parse(text)).to.deep.equal(result.structuredContent);
    return { isError, text, body: JSON.parse(text) as Body };
  };
  return {
    client,
    ask,
    call: async (name, args) => {
      const { isError, text, body } = await ask(name, args);
      expect(isError, text).to.equal(false);
      return body;
    },
    close: () => client.close(),
  };
}
