/**
 * Paths of annotations (`owners[].owner`, `ownerTypes{key}`), and the values that they lead to.
 */
export type PathStep = { readonly field: string } | { readonly every: 'item' | 'value' | 'key' };
export type Path = readonly PathStep[];

/** The object of a JSON text. */
export type JsonObject = Record<string, unknown>;

/** A value that a path leads to, and the object that contains it (absent at the top of the aspect). */
type Visit = (value: unknown, parent: Record<string, unknown> | undefined) => void;

const STEP = /^(?:\.?([A-Za-z_$][\w$]*)|(\[\])|(\{\})|(\{key\}))/;

/** Reads a path; `undefined` if it is not one. */
export function parsePath(text: string): Path | undefined {
  const steps: PathStep[] = [];
  let rest = text;
  while (rest !== '') {
    const match = STEP.exec(rest);
    if (!match) return undefined;
    if (match[1] !== undefined) steps.push({ field: match[1] });
    else steps.push({ every: match[2] ? 'item' : match[3] ? 'value' : 'key' });
    rest = rest.slice(match[0].length);
  }
  return steps;
}

export function pathText(path: Path): string {
  return path
    .map((step) => ('field' in step ? `.${step.field}` : step.every === 'item' ? '[]' : step.every === 'value' ? '{}' : '{key}'))
    .join('')
    .replace(/^\./, '');
}

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Calls `visit` for each value that the path leads to. Skips what is absent or has another shape. */
export function walk(path: Path, value: unknown, visit: Visit): void {
  follow(path, 0, value, undefined, true, visit);
}

function follow(path: Path, at: number, value: unknown, parent: Record<string, unknown> | undefined, top: boolean, visit: Visit): void {
  if (value === undefined || value === null) return;
  const step = path[at];
  if (step === undefined) {
    visit(value, parent);
  } else if ('field' in step) {
    if (isRecord(value) && Object.hasOwn(value, step.field)) follow(path, at + 1, value[step.field], top ? undefined : value, false, visit);
  } else if (step.every === 'item') {
    if (Array.isArray(value)) for (const item of value) follow(path, at + 1, item, undefined, false, visit);
  } else if (isRecord(value)) {
    for (const each of step.every === 'key' ? Object.keys(value) : Object.values(value)) follow(path, at + 1, each, undefined, false, visit);
  }
}

/** All values that the path leads to. */
export function valuesAt(path: Path, value: unknown): unknown[] {
  const found: unknown[] = [];
  walk(path, value, (each) => found.push(each));
  return found;
}
