/**
 * Facets beside the results: how many results have each value, and filters to choose.
 */
import { CARED_FOR } from '../api/home.ts';
import type { Property } from '../api/properties.ts';
import { type Facet, type SearchAsk, type SearchFindings, TYPE_FIELD } from '../api/search.ts';
import { capital } from '../data/words.ts';
import { Check } from '../parts/check.tsx';
import { Folded, filtersLabel } from '../parts/folded.tsx';
import { navigate, useRoute, withQuery } from '../route.ts';
import { facetTitle } from './facet-name.tsx';
import { areAssets, isChosen, LACKS, type Lack } from './quality.ts';
import { RangeFacet } from './range-facet.tsx';
import { useSteady } from './steady.ts';
import { ValueFacet } from './value-facet.tsx';

/** These come first, whatever is chosen. */
const FIRST = [TYPE_FIELD, 'typeNames', 'platform', 'domains', 'owners', 'tags', 'glossaryTerms'];
/** Facets that are open at first. A click opens the others. */
const OPEN = new Set(FIRST.filter((field) => field !== 'typeNames'));
/** Facets that tell a reader nothing: the same in every result, or technical. */
const SILENT = new Set(['_index', 'entity', 'removed', 'browsePaths', 'browsePathV2']);

interface FacetsProps {
  readonly found: SearchFindings | undefined;
  readonly ask: SearchAsk;
  readonly properties: readonly Property[];
}

export function Facets({ found, ask, properties }: FacetsProps) {
  const route = useRoute();
  const byField = new Map(properties.map((property) => [`structuredProperties.${property.id}`, property]));
  const facets = useSteady(shownFacets(found?.facets ?? []), ask.query);
  const narrowed = ask.types.length + ask.filters.length + Number(ask.removed);
  return (
    <aside class="facets" aria-label="Filters">
      <Folded label={filtersLabel(narrowed)} layout="stack">
        {facets.map((facet) => {
          const { field } = facet;
          const property = byField.get(field);
          const title = facetTitle(field, facet.title, properties);
          return property?.kind === 'number' && property.choices === undefined ? (
            <RangeFacet key={field} facet={facet} title={title} ask={ask} />
          ) : (
            <ValueFacet key={field} facet={facet} title={title} ask={ask} open={OPEN.has(field) || property !== undefined} />
          );
        })}
        <QualityFacet />
        <label class="choice small">
          <input
            type="checkbox"
            checked={ask.removed}
            onChange={(event) => navigate(withQuery(route, { removed: event.currentTarget.checked ? 'true' : undefined, page: undefined }))}
          />
          <span>Include soft-deleted entities</span>
        </label>
      </Folded>
    </aside>
  );
}

/** Filters for what needs work. Of no type in particular, they are about what people look after. */
function QualityFacet() {
  const route = useRoute();
  const types = route.query.getAll('type');
  const choose = (lack: Lack, on: boolean): void => {
    const rest = LACKS.filter((each) => each !== lack && isChosen(each, route.query));
    const own = on && types.length === 0 ? { type: CARED_FOR } : !on && rest.length === 0 && areAssets(types) ? { type: undefined } : {};
    navigate(withQuery(route, { ...own, [lack.name]: on ? lack.value(Date.now()) : undefined, page: undefined }));
  };
  return (
    <details class="facet" open>
      <summary>Quality</summary>
      <ul aria-label="Quality">
        {LACKS.map((lack) => (
          <li key={lack.name}>
            <Check checked={isChosen(lack, route.query)} onCheck={(on) => choose(lack, on)}>
              {capital(lack.words)}
            </Check>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Facets that tell a reader something, in their order. */
export function shownFacets(facets: readonly Facet[]): readonly Facet[] {
  return facets.filter(({ field }) => !SILENT.has(field) && !/^has[A-Z]/.test(field)).sort((a, b) => rankOf(a.field) - rankOf(b.field));
}

function rankOf(field: string): number {
  const rank = FIRST.indexOf(field);
  return rank < 0 ? FIRST.length : rank;
}
