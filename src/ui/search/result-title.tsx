/**
 * What the results are, above them: words, types, and what narrows them, by names.
 */
import type { ComponentChildren } from 'preact';
import type { Property } from '../api/properties.ts';
import type { Facet, SearchAsk } from '../api/search.ts';
import { isUrn } from '../api/urn.ts';
import { useName } from '../parts/use-name.ts';
import { useRoute } from '../route.ts';
import { type BuiltQuery, builtOf, type Condition, OPERATORS } from './built.ts';
import { facetTitle, valueWord } from './facet-name.tsx';
import { EVERYTHING, namedFilters, titleOf } from './quality.ts';

interface ResultTitleProps {
  readonly ask: SearchAsk;
  readonly facets: readonly Facet[];
  readonly properties: readonly Property[];
}

export function ResultTitle({ ask, facets, properties }: ResultTitleProps) {
  const route = useRoute();
  const title = (field: string): string => facetTitle(field, facets.find((facet) => facet.field === field)?.title, properties);
  const built = builtOf(ask.query);
  const plain = titleOf(ask, route.query);
  if (ask.query !== '' && !(built && built.groups.length > 0)) return <>Results for “{ask.query}”</>;
  const named = namedFilters(ask);
  return (
    <>
      {built && built.groups.length > 0 && plain === EVERYTHING ? 'Assets' : plain}
      {named.map(({ field, value }, at) => (
        <span key={`${field} ${value}`}>
          {at === 0 ? ' with ' : ' and '}
          {title(field).toLowerCase()} <Value field={field} value={value} />
        </span>
      ))}
      {built && <BuiltWords built={built} title={title} />}
    </>
  );
}

/** A query of the filter builder as a sentence. */
function BuiltWords({ built: { words, groups }, title }: { readonly built: BuiltQuery; readonly title: (field: string) => string }) {
  if (groups.length === 0) return null;
  return (
    <>
      {words !== '' && <> for “{words}”</>}
      {' where '}
      {groups.map((group, at) => (
        <Joined key={JSON.stringify(group)} first={at === 0} word="and">
          {group.map((condition, index) => (
            <Joined key={JSON.stringify(condition)} first={index === 0} word="or">
              <One condition={condition} title={title} />
            </Joined>
          ))}
        </Joined>
      ))}
    </>
  );
}

function Joined({ first, word, children }: { readonly first: boolean; readonly word: string; readonly children: ComponentChildren }) {
  return (
    <>
      {!first && ` ${word} `}
      {children}
    </>
  );
}

function One({ condition: { not, field, operator, value }, title }: { readonly condition: Condition; readonly title: (field: string) => string }) {
  const verb = OPERATORS.find(({ id }) => id === operator)?.title ?? operator;
  const said = not ? (operator === 'some' ? 'has no value' : verb.replace('is', 'is not')) : verb;
  return (
    <>
      {title(field).toLowerCase()} {said} {operator !== 'some' && <Value field={field} value={value} />}
    </>
  );
}

function Value({ field, value }: { readonly field: string; readonly value: string }) {
  const name = useName(value, isUrn(value) ? undefined : valueWord(field, value));
  return <bdi>{name}</bdi>;
}
