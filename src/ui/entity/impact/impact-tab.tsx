/**
 * What breaks if a table or some of its columns change: everything downstream, in groups, with whom to tell.
 */
import { useMemo, useState } from 'preact/hooks';
import { plainPath } from '../../../column-names.ts';
import { type Card, readCards } from '../../api/cards.ts';
import type { EntityView } from '../../api/entity.ts';
import { type AffectedAsset, IMPACT_PAGE, type Impact, readImpact } from '../../api/impact.ts';
import { nameOf as nameIn } from '../../api/names.ts';
import { shortName } from '../../api/urn.ts';
import { recordsIn, textOf } from '../../data/is-record.ts';
import { plural } from '../../data/words.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { EntityLink } from '../../parts/entity-link.tsx';
import { Failure } from '../../parts/failure.tsx';
import { KindLine } from '../../parts/kind-line.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Part } from '../../parts/part.tsx';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { entityUrl, Link, navigate, useRoute, withQuery } from '../../route.ts';
import { valuesOf } from '../values-of.ts';
import { columnsText, type Group, grouped, summary, WAYS } from './groups.ts';
import { ImpactExport, type WholeImpact } from './impact-export.tsx';

export function ImpactTab({ entity }: { readonly entity: EntityView }) {
  const { urn, aspects } = entity;
  const route = useRoute();
  const fields = useMemo(() => recordsIn(aspects.schemaMetadata?.value.fields).map(({ fieldPath }) => textOf(fieldPath)), [aspects]);
  const asked = route.query.getAll('column');
  const way = WAYS.find(({ id }) => id === route.query.get('group'))?.id ?? 'type';
  const sure = route.query.get('sure') === 'true';
  const [most, setMost] = useState(IMPACT_PAGE);
  const { last: data, error, loading, reload } = useLoad((signal) => readWithOwners(urn, asked, most, signal), [urn, asked, most]);
  const set = (changes: Record<string, string | readonly string[] | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  if (!data) return <Loading label="Following the lineage" error={error} onRetry={reload} />;
  const { chosen, impact } = data;
  const { shown, certain, possible, nameOf } = seen(data, sure);
  const readAll = async (): Promise<WholeImpact> => {
    const all = seen(impact.nextStart === undefined ? data : await readWithOwners(urn, chosen, Number.MAX_SAFE_INTEGER), sure);
    const mays = grouped(all.possible, way, all.nameOf).map(({ key, affected }) => ({ key: `May be affected: ${key}`, affected }));
    return { affected: all.shown, groups: [...grouped(all.certain, way, all.nameOf), ...mays], nameOf: all.nameOf };
  };
  const what = chosen.length === 0 ? nameIn(urn, valuesOf(entity)) : `${chosen.map(plainPath).join(', ')} of ${nameIn(urn, valuesOf(entity))}`;
  return (
    <section class="parts stack impact" aria-label="Impact" aria-busy={loading}>
      <div class="tab-tools bar far">
        {fields.length > 0 && (
          <Choice
            label="Column"
            value=""
            options={[
              ['', asked.length === 0 ? 'The whole table' : 'Add another'],
              ...fields.filter((path) => !asked.includes(path)).map((path) => [path, plainPath(path)] as const),
            ]}
            onChoose={(value) => value !== '' && set({ column: [...asked, value] })}
          />
        )}
        {asked.map((path) => (
          <button
            key={path}
            type="button"
            class="chip small"
            aria-label={`Without ${plainPath(path)}`}
            onClick={() => set({ column: asked.filter((each) => each !== path) })}
          >
            {plainPath(path)} <span aria-hidden="true">×</span>
          </button>
        ))}
        <Choice
          label="Group by"
          value={way}
          options={WAYS.map(({ id, title }) => [id, title])}
          onChoose={(value) => set({ group: value === 'type' ? undefined : value })}
        />
        {asked.length > 0 && (
          <label class="choice small">
            <input type="checkbox" checked={sure} onChange={({ currentTarget: { checked } }) => set({ sure: checked ? 'true' : undefined })} />
            Only what surely takes it
          </label>
        )}
        <ImpactExport what={what} affected={shown} owners={data.owners} readAll={readAll} />
      </div>
      <p class="muted" role="status">
        {loading && 'Following the lineage… '}
        {summary(
          sure && chosen.length > 0 ? { ...impact.byColumns, unknown: 0 } : impact.byColumns,
          chosen.length > 0,
          impact.nextStart === undefined ? new Set(certain.flatMap(({ owners }) => owners)).size : undefined,
        )}
        {impact.hidden > 0 && ` ${impact.hidden} more are soft-deleted.`}
        {impact.cut && impact.nextStart === undefined && ' Not all columns and references are listed.'}
      </p>
      <Failure error={error} onRetry={reload} />
      {shown.length === 0 && <Empty title={sure ? 'Nothing downstream surely takes it' : 'Nothing downstream would notice'} />}
      {grouped(certain, way, nameOf).map((group) => (
        <ImpactGroup key={group.key} group={group} nameOf={nameOf} />
      ))}
      {possible.length > 0 && (
        <Part title="May be affected">
          {grouped(possible, way, nameOf).map((group) => (
            <ImpactGroup key={group.key} group={group} nameOf={nameOf} />
          ))}
        </Part>
      )}
      {impact.nextStart !== undefined && (
        <p>
          The first {impact.affected.length.toLocaleString('en')} of {impact.total.toLocaleString('en')} assets.{' '}
          <Button label="Show more" class="plain" onClick={() => setMost(most + IMPACT_PAGE)} />
        </p>
      )}
      {impact.references.length > 0 && (
        <Part title="Refers to the column itself" count={impact.totalReferences}>
          <ul>
            {impact.references.map((each) => (
              <li key={`${each.type}${each.urn}`}>
                <EntityLink urn={each.urn} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </section>
  );
}

interface WithOwners {
  /** Paths of the columns that were asked for. */
  readonly chosen: readonly string[];
  readonly impact: Impact;
  readonly owners: ReadonlyMap<string, Card>;
}

async function readWithOwners(urn: string, chosen: readonly string[], most: number, signal?: AbortSignal): Promise<WithOwners> {
  const impact = await readImpact(urn, chosen, most, signal);
  const owners = await readCards([...new Set(impact.affected.flatMap((each) => each.owners))], signal);
  return { chosen, impact, owners: new Map(owners.map((card) => [card.urn, card])) };
}

/** What the page shows. Of columns, what surely takes them comes apart from what may. @param sure without what only may be affected */
function seen({ chosen, impact, owners }: WithOwners, sure: boolean) {
  const shown = impact.affected.filter(({ columns }) => columns !== 'none' && !(chosen.length > 0 && sure && columns === 'unknown'));
  const isCertain = ({ columns }: AffectedAsset): boolean => chosen.length === 0 || columns !== 'unknown';
  return {
    shown,
    certain: shown.filter(isCertain),
    possible: shown.filter((each) => !isCertain(each)),
    nameOf: (owner: string): string => owners.get(owner)?.name ?? shortName(owner),
  };
}

function ImpactGroup({ group: { key, affected }, nameOf }: { readonly group: Group; readonly nameOf: (urn: string) => string }) {
  return (
    <Part title={key} count={affected.length}>
      <ul class="rows frame" aria-label={key}>
        {affected.map((each) => (
          <Row key={each.urn} affected={each} nameOf={nameOf} />
        ))}
      </ul>
    </Part>
  );
}

function Row({ affected, nameOf }: { readonly affected: AffectedAsset; readonly nameOf: (urn: string) => string }) {
  const { urn, type, name, platform, degree, path, owners } = affected;
  const columns = columnsText(affected);
  const between = path.slice(1, -1);
  return (
    <li class="row">
      <PlatformMark platform={platform} type={type} />
      <div class="row-name stack flush">
        <Link href={entityUrl(urn)} title={urn}>
          {name}
        </Link>
        <span class="muted small">
          <KindLine urn={urn} />
          {degree !== undefined && ` · ${plural(degree, 'hop')}`}
        </span>
      </div>
      <div class="row-text clamp medium muted">
        {columns !== '' && <span class="mono">{columns} </span>}
        {between.length > 0 && <span>via {between.map(shortName).join(' › ')}</span>}
      </div>
      <div class="row-below small muted">{owners.length === 0 ? 'No owner' : owners.map(nameOf).join(', ')}</div>
    </li>
  );
}
