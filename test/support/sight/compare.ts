/**
 * When two answers are the same: byte by byte, but for what belongs to a store. Each exception has its reason.
 */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Headers that differ between any two stores, and why. */
const OF_STORE: Readonly<Record<string, string>> = {
  date: 'the clock',
  etag: 'a digest of the answer with its times: only that there is one is compared',
  'content-length': 'times and cursors may be longer',
  'last-modified': 'the time of a commit',
  'content-encoding': 'longer texts are packed',
  vary: 'longer texts are packed',
  'keep-alive': 'the connection',
  connection: 'the connection',
  'x-svc-seq': 'the number of a commit',
  'x-svc-index-lag': 'how many commits search is behind',
  'x-request-id': 'a number of the request',
  'x-svc-trace': 'the number of a commit',
  traceparent: 'a number of the request',
  'server-timing': 'the clock',
  'x-svc-epoch': 'the life of the store',
  'x-svc-index-state': 'the number of a commit; what is counted by search for who sees a part is counted by the graph for who sees everything',
};

/** What of a text belongs to its store. */
const TEXT: readonly (readonly [RegExp, string, string])[] = [
  [/("(?:nextScrollId|scrollId|cursor|next)":\s*)"[^"]*"/g, '$1"<cursor>"', 'a cursor names commits and times'],
  [/,?"(?:indexState":\{[^}]*\}|indexLag":\d+)/g, '', 'the number of a commit, and how many search is behind, as the headers'],
  [/,?\\*"whether \d+ recent writes match: search does not show them yet\\*"/g, '', 'how many commits search is behind'],
  [/,?\\*"notKnown\\*":\[\]/g, '', 'where that was'],
  [/,?"extensions":\{\}/g, '', 'where the number of a commit was'],
  [/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<id>', 'a new name'],
  [/the current tag is \S+/g, 'the current tag is …', 'it has the time of a commit'],
  [/\b(took|searchTimeMs|elapsedMs)":\s*\d+/g, '$1":0', 'the clock'],
];

/** True by what others tell (`tells` of the model): a reader from whom some of these are hidden has no facet of them. */
export const TOLD_FIELDS = ['hasActiveIncidents', 'hasFailingAssertions'];

function withoutTold(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('{')) return parsed(value, withoutTold);
  if (Array.isArray(value)) return value.filter((each) => !TOLD_FIELDS.includes(each?.name ?? each?.field)).map(withoutTold);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTold(each)]));
}

/** @param since times from then on, epoch ms, are those of commits and requests */
export function comparable({ status, headers, text }: Got, since: number): string {
  // With an error, GraphQL answers before it has found all that there is to warn of.
  const isOther = (name: string): boolean => OF_STORE[name] !== undefined || (name === 'x-svc-warning' && /"errors":\[/.test(text));
  const kept = [...headers].filter(([name]) => !isOther(name)).map(([name, value]) => `${name}: ${value}`);
  const etag = headers.has('etag') ? ['etag'] : [];
  let body = text.replace(/\b1[789]\d{11}\b/g, (time) => (Number(time) >= since && Number(time) < since + 86_400_000 ? '<time>' : time));
  body = body.replace(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (time) =>
    Date.parse(time) >= since - 1_000 && Date.parse(time) < since + 86_400_000 ? '<time>' : time,
  );
  for (const [pattern, by] of TEXT) body = body.replace(pattern, by);
  if (TOLD_FIELDS.some((field) => body.includes(field))) body = parsed(body, withoutTold);
  // A refusal names policies and who has them: the second store has none (docs/access.md 3).
  if (/not-allowed/.test(body)) body = body.replace(/may not (?:[^"\\]|\\.)*/g, 'may not …').replace(/"details":\[[^\]]*\]/g, '"details":[…]');
  return [status, ...kept, ...etag, '', body].join('\n');
}

/** One of several shortest ways (docs/semantics.md 8.3), and what is told of its steps. */
const WAYS = /(^|_)(paths?|fullPaths|relationships|by|createdOn|createdActor|updatedOn|updatedActor)$/;

/** An answer without the ways in it that name only what is seen: the engine chooses among equally short ones. */
export function withoutWays(text: string, hidden: readonly string[]): string {
  const without = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith('{')) return parsed(value, without);
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, WAYS.test(name) && !names(each) ? '<way>' : without(each)]));
  };
  const names = (value: unknown): boolean => {
    const own = JSON.stringify(value) ?? '';
    return hidden.some((urn) => own.includes(urn));
  };
  const at = text.indexOf('\n\n') + 2;
  return text.slice(0, at) + String(parsed(text.slice(at), without));
}

/**
 * Of several errors that make one field null, GraphQL tells those that come in time, of a list of any item: the same but for some of them?
 *
 * @param hidden an error that names one of these URNs is in both, or it is not the same
 */
export function haveSameErrors(one: string, other: string, hidden: readonly string[]): boolean {
  const [mine, twin] = [one, other].map((each) => errorsIn(each, hidden));
  if (!mine || !twin || mine.rest !== twin.rest) return false;
  const isPart = (few: readonly string[], more: readonly string[]): boolean => few.every((each) => more.includes(each));
  const naming = mine.errors.filter((each) => hidden.some((urn) => each.includes(urn)));
  return isPart(naming, twin.errors) && (isPart(mine.errors, twin.errors) || isPart(twin.errors, mine.errors));
}

/** Errors of different items of a list are one: without the numbers in their paths, and the URNs in their messages that are not hidden. */
function errorsIn(answer: string, hidden: readonly string[]): { readonly rest: string; readonly errors: readonly string[] } | undefined {
  const errors: string[] = [];
  const at = answer.indexOf('\n\n') + 2;
  const rest = parsed(answer.slice(at), (body) => {
    const { errors: all, ...others } = body as { errors?: readonly { readonly message?: string; readonly path?: readonly unknown[] }[] };
    for (const each of all ?? []) {
      const message = each.message?.replace(/\burn:[^\s"]+/g, (urn) => (hidden.includes(urn) ? urn : '<urn>'));
      errors.push(JSON.stringify({ ...each, message, path: each.path?.filter((part) => typeof part !== 'number') }));
    }
    return others;
  });
  return errors.length === 0 ? undefined : { rest: answer.slice(0, at) + rest, errors };
}

function parsed(text: string, change: (value: unknown) => unknown): string {
  try {
    return JSON.stringify(change(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** The cursor of the next page. */
export function cursorIn(text: string): string | undefined {
  return /"(?:nextScrollId|scrollId|nextCursor)":\s*"([^"]+)"/.exec(text)?.[1];
}
