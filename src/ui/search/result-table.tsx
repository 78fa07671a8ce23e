/**
 * Results as a table: one line each, to compare many.
 */
import type { TargetedPointerEvent } from 'preact';
import { nameOf } from '../api/names.ts';
import type { Hit } from '../api/search.ts';
import { platformOfUrn, typeOfUrn } from '../api/urn.ts';
import { describedIn } from '../data/described.ts';
import { domainsIn, ownersIn, subTypeIn, tagsIn, termsIn } from '../data/labels.ts';
import { kindOf } from '../data/words.ts';
import { Badge } from '../parts/badge.tsx';
import { Highlight } from '../parts/highlight.tsx';
import { PlatformName } from '../parts/kind-line.tsx';
import { PathLine } from '../parts/path-line.tsx';
import { pathOf } from '../parts/path-of.ts';
import { PlatformMark } from '../parts/platform-mark.tsx';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { SelectBox } from '../parts/select-box.tsx';
import { useName } from '../parts/use-name.ts';
import { entityUrl, Link } from '../route.ts';

interface ResultTableProps {
  readonly hits: readonly Hit[];
  readonly words: readonly string[];
  readonly has: (urn: string) => boolean;
  /** Absent if nothing can be done with what is chosen. */
  readonly onChoose: ((urn: string, yes: boolean, through: boolean) => void) | undefined;
}

/** Columns that most catalogs do not fill: they are there if one of the results has something to show. */
const SPARSE: readonly { readonly title: string; urnsIn(aspects: Hit['aspects']): readonly string[] }[] = [
  { title: 'Owners', urnsIn: (aspects) => ownersIn(aspects).map(({ owner }) => owner) },
  { title: 'Domain', urnsIn: domainsIn },
  { title: 'Tags and terms', urnsIn: (aspects) => [...tagsIn(aspects), ...termsIn(aspects)] },
];

export function ResultTable({ hits, words, has, onChoose }: ResultTableProps) {
  const described = hits.some(({ urn, aspects }) => describedIn(typeOfUrn(urn), aspects) !== '');
  const sparse = SPARSE.filter(({ urnsIn }) => hits.some(({ aspects }) => urnsIn(aspects).length > 0));
  return (
    <ScrollRegion label="Results, table">
      <table class="result-table medium nowrap">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-text">Chosen</span>
            </th>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Where</th>
            {sparse.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {described && <th scope="col">Description</th>}
          </tr>
        </thead>
        <tbody>
          {hits.map((hit) => (
            <Row
              key={hit.urn}
              hit={hit}
              words={words}
              sparse={sparse}
              described={described}
              chosen={has(hit.urn)}
              onChoose={onChoose && ((yes, through) => onChoose(hit.urn, yes, through))}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface HitRowProps {
  readonly hit: Hit;
  readonly words: readonly string[];
  readonly sparse: typeof SPARSE;
  readonly described: boolean;
  readonly chosen: boolean;
  readonly onChoose: ((yes: boolean, through: boolean) => void) | undefined;
}

function Row({ hit: { urn, aspects }, words, sparse, described, chosen, onChoose }: HitRowProps) {
  const type = typeOfUrn(urn);
  const name = nameOf(urn, aspects);
  const platform = platformOfUrn(urn);
  const path = pathOf(aspects);
  return (
    <tr class={chosen ? 'result-line result-chosen' : 'result-line'}>
      <td>{onChoose && <SelectBox name={name} checked={chosen} onChoose={onChoose} />}</td>
      <th scope="row">
        <span class="result-line-name line">
          <PlatformMark platform={platform} type={type} />
          <Link href={entityUrl(urn)} title={urn} dir="auto">
            <Highlight text={name} words={words} most={120} />
          </Link>
          {aspects.status?.removed === true && <Badge tone="bad">Deleted</Badge>}
          {aspects.deprecation?.deprecated === true && <Badge tone="warn">Deprecated</Badge>}
        </span>
      </th>
      <td>{kindOf(type, subTypeIn(aspects))}</td>
      <td onPointerEnter={sayWhole}>
        <PlatformName urn={urn} />
        {path.length > 0 && (
          <>
            {platform === undefined ? '' : ' · '}
            <PathLine path={path} words={words} />
          </>
        )}
      </td>
      {sparse.map(({ title, urnsIn }) => (
        <td key={title} onPointerEnter={sayWhole}>
          <Names urns={urnsIn(aspects)} />
        </td>
      ))}
      {described && (
        <td class="muted" title={describedIn(type, aspects)}>
          <Highlight text={describedIn(type, aspects)} words={words} most={120} />
        </td>
      )}
    </tr>
  );
}

/** A cell may be narrower than its text, whose names come later. */
function sayWhole({ currentTarget: cell }: TargetedPointerEvent<HTMLTableCellElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}

const SHOWN = 2;

function Names({ urns }: { readonly urns: readonly string[] }) {
  return (
    <>
      {urns.slice(0, SHOWN).map((urn, at) => (
        <span key={urn}>
          {at > 0 && ', '}
          <Name urn={urn} />
        </span>
      ))}
      {urns.length > SHOWN && ` +${urns.length - SHOWN}`}
    </>
  );
}

function Name({ urn }: { readonly urn: string }) {
  return <>{useName(urn)}</>;
}
