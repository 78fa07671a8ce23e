/**
 * The text of a query that the filter builder makes, and the reading of it again: groups that all must match, of conditions of which one must.
 * Pure.
 */

export const OPERATORS = [
  { id: 'is', title: 'is', hasValue: true },
  { id: 'least', title: 'is at least', hasValue: true },
  { id: 'most', title: 'is at most', hasValue: true },
  { id: 'some', title: 'has a value', hasValue: false },
] as const;

type Operator = (typeof OPERATORS)[number]['id'];

export interface Condition {
  readonly not: boolean;
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface BuiltQuery {
  /** Words that must occur, as somebody typed them. */
  readonly words: string;
  readonly groups: readonly (readonly Condition[])[];
}

const START = '/q ';

/** Does the server read it as a query, rather than as words? */
export function isQueryText(text: string): boolean {
  return text.startsWith(START);
}

/** A text that the server reads as a query: `/q orders AND tags:"…" AND (NOT _exists_:owners OR platform:"hive")`. */
export function queryText({ words, groups }: BuiltQuery): string {
  const parts = groups.flatMap((group) => {
    const conditions = group.filter(isWhole).map(conditionText);
    if (conditions.length === 0) return [];
    return conditions.length === 1 ? conditions : [`(${conditions.join(' OR ')})`];
  });
  const first = words.trim() === '' ? [] : [parts.length > 0 && /\s/.test(words.trim()) ? `(${words.trim()})` : words.trim()];
  return parts.length === 0 ? words.trim() : START + [...first, ...parts].join(' AND ');
}

/** A condition that says something. */
function isWhole({ field, operator, value }: Condition): boolean {
  return field !== '' && (operator === 'some' || value.trim() !== '');
}

function conditionText({ not, field, operator, value }: Condition): string {
  return `${not ? 'NOT ' : ''}${asked(field, operator, value.trim())}`;
}

function asked(field: string, operator: Operator, value: string): string {
  if (operator === 'some') return `_exists_:${field}`;
  if (operator === 'is') return `${field}:"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  return operator === 'least' ? `${field}:[${value} TO *]` : `${field}:[* TO ${value}]`;
}

const CONDITION = /(NOT )?(?:_exists_:([\w.]+)|([\w.]+):(?:"((?:[^"\\]|\\.)*)"|\[(\S+) TO (\S+)\]))/y;

/** What made this text; undefined if it is a query that the builder cannot show. */
export function builtOf(text: string): BuiltQuery | undefined {
  if (!isQueryText(text)) return { words: text, groups: [] };
  const groups: Condition[][] = [];
  let words = '';
  for (const part of partsOf(text.slice(START.length))) {
    const inner = part.startsWith('(') && part.endsWith(')') ? part.slice(1, -1) : part;
    const group = conditionsIn(inner);
    if (group) groups.push(group);
    else if (words === '' && groups.length === 0 && !/[:()"]|\b(AND|OR|NOT)\b/.test(inner)) words = inner;
    else return undefined;
  }
  return { words, groups };
}

/** The parts between `AND`, outside quotes and brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [from, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (depth === 0 && text.startsWith(' AND ', at)) {
      parts.push(text.slice(from, at));
      from = at + 5;
    }
  }
  return [...parts, text.slice(from)];
}

function conditionsIn(text: string): Condition[] | undefined {
  const found: Condition[] = [];
  for (let at = 0; at < text.length; ) {
    if (found.length > 0) {
      if (!text.startsWith(' OR ', at)) return undefined;
      at += 4;
    }
    CONDITION.lastIndex = at;
    const match = CONDITION.exec(text);
    if (!match) return undefined;
    at = CONDITION.lastIndex;
    const [, not, existing, field = existing ?? '', value, from, to] = match;
    const operator: Operator = existing !== undefined ? 'some' : value !== undefined ? 'is' : to === '*' ? 'least' : 'most';
    found.push({
      not: not !== undefined,
      field,
      operator,
      value: value?.replaceAll(/\\(.)/g, '$1') ?? (operator === 'least' ? from : to) ?? '',
    });
  }
  return found.length > 0 ? found : undefined;
}
