/**
 * Checks every answer that the tests get against the OpenAPI document: the schema that the row of the operation names. A refusal must have the
 * form that the document has for the errors of the address, also where it has no such status or no such method.
 */
import { answerCheck, type Operation, type Reference } from './examples.ts';

/** Longer answers are not checked: a test of large answers looks at how they come. */
const MOST_BYTES = 1_000_000;

type Check = (method: string, url: URL, status: number, type: string, text: string) => string | undefined;

interface Known {
  readonly where: string;
  readonly method: string;
  readonly operation: Operation;
  meets(url: URL): boolean;
  /** As `meets`, for any action. */
  isAt(url: URL): boolean;
}

/** The operations of the document, those with the fewest parameters in their path first. The aspects are those of the shipped model. */
function makeCheck(reference: Reference & { readonly components: { readonly schemas: object } }): Check {
  const aspects = new Set(Object.keys(reference.components.schemas).map((name) => name.toLowerCase()));
  const operations = Object.entries(reference.paths)
    .flatMap(([where, item]) => Object.entries(item).map(([method, operation]) => known(where, method.toUpperCase(), operation, aspects)))
    .sort((a, b) => a.where.split('{').length - b.where.split('{').length);
  const check = answerCheck(reference);
  return (method, url, status, type, text) => {
    const found = operations.find((each) => each.method === method && each.meets(url));
    if (status < 400) return found && check(found, status, type, text);
    const near = found ?? operations.find((each) => each.isAt(url));
    const errors = Object.entries(near?.operation.responses ?? {}).flatMap(([code, { $ref, content }]) =>
      code >= '400' && ($ref ?? content) ? [code] : [],
    );
    // A status that the document does not name has the form of another of its class.
    const code = errors.find((each) => each === String(status)) ?? errors.find((each) => each[0] === String(status)[0]);
    return near && code !== undefined ? check(near, Number(code), type, text) : undefined;
  };
}

function known(where: string, method: string, operation: Operation, aspects: ReadonlySet<string>): Known {
  const [plain = '', query = ''] = where.split('?');
  const action = new URLSearchParams(query).get('action');
  const pattern = new RegExp(`^${plain.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`);
  const isAt = (url: URL): boolean => {
    const parts = pattern.exec(url.pathname);
    if (!parts) return false;
    // A URN may have slashes that were not encoded: only an aspect's name ends an address of an aspect.
    return !plain.endsWith('{urn}/{aspect}') || aspects.has((parts.at(-1) ?? '').toLowerCase());
  };
  const meets = (url: URL): boolean => url.searchParams.get('action') === action && isAt(url);
  return { where, method, operation, meets, isAt };
}

let check: Check | undefined;

/** From now on answers are checked. @param server one that serves the document of the shipped model */
export async function expectDocumented(server: string): Promise<void> {
  if (check) return;
  const answer = await fetch(`${server}/rpc/docs/reference.json`);
  check = makeCheck((await answer.json()) as Parameters<typeof makeCheck>[0]);
}

const ownModels = new Set<string>();

/** The answers of this server have parts that the document of the shipped model does not know (`MODEL_DIR`): they are not checked. */
export function expectOwnModel(server: string): void {
  ownModels.add(new URL(server).host);
}

/** @throws Error for a JSON answer that is not what the document says */
export async function checkAnswer(method: string, url: URL, answer: Response): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  const length = Number(answer.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (!check || ownModels.has(url.host) || !type.startsWith('application/json') || length > MOST_BYTES) return;
  const text = await answer.clone().text();
  // The answer to HEAD has no body.
  const wrong = text === '' && method === 'HEAD' ? undefined : check(method, url, answer.status, type, text);
  if (wrong !== undefined) throw new Error(`${method} ${url.pathname}${url.search}: the answer is not what the OpenAPI document says: ${wrong}`);
}
