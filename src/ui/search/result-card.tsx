import { nameOf } from '../api/names.ts';
import type { Hit } from '../api/search.ts';
import { idOfUrn, platformIn, platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { describedIn } from '../data/described.ts';
import { ownersIn, subTypeIn, tagsIn, termsIn } from '../data/labels.ts';
import { plural, spaced } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Highlight } from '../parts/highlight.tsx';
import { KindLine } from '../parts/kind-line.tsx';
import { PathLine } from '../parts/path-line.tsx';
import { pathOf } from '../parts/path-of.ts';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { SelectBox } from '../parts/select-box.tsx';
import { Tag } from '../parts/tag.tsx';
import { useName } from '../parts/use-name.ts';
import { entityUrl, Link } from '../route.ts';

/** Fields that the card always shows. */
const SHOWN = /^(name|qualifiedName|title|displayName|description|editedDescription|editedName|urn|id|_entityName|definition|fullName)$/;

interface ResultCardProps {
  readonly hit: Hit;
  readonly words: readonly string[];
  readonly chosen: boolean;
  /** Absent if nothing can be done with what is chosen. */
  readonly onChoose: ((yes: boolean, through: boolean) => void) | undefined;
}

/** One result: its name and type, and where the words were found. */
export function ResultCard({ hit, words, chosen, onChoose }: ResultCardProps) {
  const { urn, aspects } = hit;
  const type = typeOfUrn(urn);
  const description = describedIn(type, aspects);
  const path = pathOf(aspects);
  const platform = platformIn(aspects);
  const [tags, terms, owners] = [tagsIn(aspects), termsIn(aspects), ownersIn(aspects)];
  return (
    <li class={chosen ? 'result line far result-chosen' : 'result line far'}>
      {onChoose && <SelectBox name={nameOf(urn, aspects)} checked={chosen} onChoose={onChoose} />}
      <PlatformMark platform={platformOfUrn(urn) ?? (platform && idOfUrn(platform))} type={type} />
      <div class="result-body stack grow breaks">
        <p class="result-kind muted small">
          <KindLine urn={urn} subType={subTypeIn(aspects)} platform={platform} />
          {path.length > 0 && (
            <>
              {' · '}
              <PathLine path={path} words={words} />
            </>
          )}
          {owners.length > 0 && (
            <>
              {' · '}
              <Owners urns={owners.map(({ owner }) => owner)} />
            </>
          )}
        </p>
        <h2 class="bar breaks">
          <Link href={entityUrl(urn)} dir="auto">
            <Highlight text={nameOf(urn, aspects)} words={words} most={200} />
          </Link>
          {aspects.status?.removed === true && <Badge tone="bad">Deleted</Badge>}
          {aspects.deprecation?.deprecated === true && <Badge tone="warn">Deprecated</Badge>}
        </h2>
        {description !== '' && (
          <p class="result-description muted" dir="auto">
            <Highlight text={description} words={words} />
          </p>
        )}
        <Matches hit={hit} words={words} />
        {hit.folded > 0 && <p class="muted small">And {plural(hit.folded, 'more table')} that differ only in a number of their name</p>}
        {tags.length + terms.length > 0 && (
          <div class="tags bar close">
            {tags.map((tag) => (
              <Tag key={tag} urn={tag} />
            ))}
            {terms.map((term) => (
              <Tag key={term} urn={term} kind="term" />
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

function Owners({ urns }: { readonly urns: readonly string[] }) {
  const first = useName(urns[0] ?? '');
  return <>Owned by {urns.length > 1 ? `${first} and ${urns.length - 1} more` : first}</>;
}

/** Matches in fields that the card does not show otherwise, and the words that it lacks. */
function Matches({ hit: { matched, unmet }, words }: { readonly hit: Hit; readonly words: readonly string[] }) {
  const others = matched.filter(({ name, value }) => !SHOWN.test(name) && !value.startsWith('urn:')).slice(0, 3);
  if (others.length + unmet.length === 0) return null;
  return (
    <ul class="matches bar muted small">
      {others.map(({ name, value }) => (
        <li key={`${name}${value}`}>
          {fieldWord(name)}: <Highlight text={value} words={words} most={120} />
        </li>
      ))}
      {unmet.length > 0 && <li>Without: {unmet.join(', ')}</li>}
    </ul>
  );
}

function fieldWord(name: string): string {
  if (name === 'fieldPaths') return 'Column';
  if (/^(edited)?fieldDescriptions$/i.test(name)) return 'Column description';
  return spaced(name.replace(/^structuredProperties\./, ''));
}
