import { CARED_FOR } from '../api/home.ts';
import { capital } from '../data/words.ts';
import { navigate, useRoute, withQuery } from '../route.ts';
import { areAssets, isChosen, LACKS, type Lack } from './quality.ts';

/** Filters for what needs work. Of no type in particular, they are about what people look after. */
export function QualityFacet() {
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
            <label class="choice">
              <input type="checkbox" checked={isChosen(lack, route.query)} onChange={(event) => choose(lack, event.currentTarget.checked)} />
              <span class="grow breaks">{capital(lack.words)}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
