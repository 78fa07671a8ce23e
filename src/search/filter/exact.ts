/**
 * Says exactly which values meet a criterion. Answers of Typesense are checked against it. Pure.
 */
import { badFilterValue } from '../../errors.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { numberIn } from '../../model/number-text.ts';
import { folded } from '../document/encode.ts';
import { hasWords } from '../document/index-fields.ts';
import { hasPhrase, withoutHeads, wordsOf } from '../document/words.ts';
import { matchesGlob } from './glob.ts';
import { type Condition, type Criterion, criteriaOf, type Filter } from './tree.ts';

type CriterionMeaning = Pick<Criterion, 'condition' | 'values' | 'bounds'>;

/** The two conditions of a RANGE. */
export function limitsOf<Range extends CriterionMeaning>(range: Range): [from: Range, to: Range] {
  const [from, to] = range.bounds ?? ['GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO'];
  return [
    { ...range, condition: from, values: range.values.slice(0, 1) },
    { ...range, condition: to, values: range.values.slice(1) },
  ];
}

/**
 * Makes a test: does a value of a text field meet the condition?
 *
 * @param inWords may a single word of the value match a pattern, too?
 */
export function textTest(meaning: CriterionMeaning, inWords = true): (value: string) => boolean {
  const { condition, values } = meaning;
  const first = values[0] ?? '';
  const anyFolded = (test: (value: string, wanted: string) => boolean) => {
    const wanted = values.map(folded);
    return (value: string): boolean => {
      const text = folded(value);
      return wanted.some((each) => test(text, each));
    };
  };
  switch (condition) {
    case 'EQUAL':
    case 'IN':
    case 'DESCENDANTS_INCL':
    case 'ANCESTORS_INCL':
    case 'RELATED_INCL':
      return (value) => values.includes(value);
    case 'IEQUAL':
      return anyFolded((value, wanted) => value === wanted);
    case 'CONTAIN':
      return anyFolded((value, wanted) => value.includes(wanted));
    case 'START_WITH':
      return anyFolded((value, wanted) => value.startsWith(wanted));
    case 'PREFIX':
      return (value) => values.some((each) => value.startsWith(each));
    case 'END_WITH':
      return anyFolded((value, wanted) => value.endsWith(wanted));
    case 'GREATER_THAN':
      return (value) => value > first;
    case 'GREATER_THAN_OR_EQUAL_TO':
      return (value) => value >= first;
    case 'LESS_THAN':
      return (value) => value < first;
    case 'LESS_THAN_OR_EQUAL_TO':
      return (value) => value <= first;
    case 'EXISTS':
      return () => true;
    case 'IS_NULL':
      return () => false;
    case 'WORD':
    case 'PHRASE': {
      const phrases = values.map((each) => wordsOf(withoutHeads(each)));
      return (value) => phrases.some((phrase) => hasPhrase(withoutHeads(value), phrase));
    }
    case 'LIKE': {
      const patterns = values.map((each) => each.toLowerCase());
      const like = (text: string): boolean => patterns.some((pattern) => matchesGlob(pattern, text.toLowerCase()));
      return (value) => like(value) || (inWords && wordsOf(value).some(like));
    }
    case 'RANGE': {
      const tests = limitsOf(meaning).map((each) => textTest(each));
      return (value) => tests.every((test) => test(value));
    }
  }
}

/** A pattern that has its letters side by side in ASCII: whatever text matches it has a single word that does. */
const OF_ONE_WORD = /^\u0001*[a-z0-9]+\u0001*$/;

/** Makes a test of single words: a text with words meets the criterion exactly if one of its words does. `undefined` if that is not so. */
export function wordTest(meaning: CriterionMeaning): ((word: string) => boolean) | undefined {
  const decides = meaning.condition === 'LIKE' && meaning.values.every((each) => OF_ONE_WORD.test(each.toLowerCase()));
  return decides ? textTest(meaning, false) : undefined;
}

const TEXT_CONDITIONS: ReadonlySet<Condition> = new Set(['CONTAIN', 'START_WITH', 'END_WITH', 'LIKE', 'PHRASE', 'PREFIX']);

/** Does the condition compare texts, whatever the type of the field? */
export function isAboutText(condition: Condition): boolean {
  return TEXT_CONDITIONS.has(condition);
}

/**
 * The values of a criterion as numbers.
 *
 * @throws Refusal malformed for a text that is not a number
 */
export function numbersIn(field: NamedField, values: readonly string[]): number[] {
  return values.map((value) => {
    const number = numberIn(value);
    if (Number.isFinite(number)) return number;
    const what = field.types.has('datetime') ? 'a time in ms since 1970' : 'a number';
    const name = field.shown ?? field.name;
    throw badFilterValue(name, what, value);
  });
}

/** @throws Refusal malformed for a value other than true and false */
export function booleansIn(field: NamedField, values: readonly string[]): string[] {
  return values.map((value) => {
    const text = booleanIn(value);
    if (text !== undefined) return text;
    throw badFilterValue(field.name, 'true or false', value);
  });
}

function booleanIn(value: string): 'true' | 'false' | undefined {
  const text = value.trim().toLowerCase();
  return text === 'true' || text === 'false' ? text : undefined;
}

/** If a name stands for several fields: those that the values fit. If they fit none, all, so that they are refused. */
export function fitting<Of extends Filter>(fields: Fields, all: readonly Of[]): readonly Of[] {
  const those = all.filter((each) => [...criteriaOf(each)].every((one) => fits(fields.get(one.field), one)));
  return those.length > 0 ? those : all;
}

function fits(field: NamedField | undefined, { condition, values }: CriterionMeaning): boolean {
  if (isAboutText(condition) || condition === 'EXISTS' || condition === 'IS_NULL') return true;
  if (field?.kind === 'number') return values.every((value) => Number.isFinite(numberIn(value)));
  return field?.kind !== 'boolean' || values.every((value) => booleanIn(value) !== undefined);
}

/** Makes a test: does a value, as written, meet a criterion on its field? */
export function valueTest(field: NamedField, criterion: CriterionMeaning): (value: string) => boolean {
  const { condition, values } = criterion;
  if (condition === 'RANGE') {
    const tests = limitsOf(criterion).map((each) => valueTest(field, each));
    return (value) => tests.every((test) => test(value));
  }
  if (field.kind === 'number' && !isAboutText(condition) && condition !== 'EXISTS' && condition !== 'IS_NULL') {
    const numbers = numbersIn(field, values);
    const first = numbers[0] ?? Number.NaN;
    const tests: Partial<Record<Condition, (value: number) => boolean>> = {
      GREATER_THAN: (value) => value > first,
      GREATER_THAN_OR_EQUAL_TO: (value) => value >= first,
      LESS_THAN: (value) => value < first,
      LESS_THAN_OR_EQUAL_TO: (value) => value <= first,
    };
    const test = tests[condition] ?? ((value: number) => numbers.includes(value));
    return (value) => test(Number(value));
  }
  if (condition !== 'WORD') return textTest(criterion, hasWords(field));
  const whole = textTest({ condition: 'IEQUAL', values });
  if (!hasWords(field)) return whole;
  // A URN is meant as a whole, and so is what has no words.
  const byWords = textTest({ condition, values: values.filter((each) => !each.startsWith('urn:') && wordsOf(each).length > 0) });
  return (value) => whole(value) || byWords(value);
}
