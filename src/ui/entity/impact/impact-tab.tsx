/**
 * What breaks if a table or some of its columns change: everything downstream, in groups, with whom to tell.
 */

import { useMemo } from 'preact/hooks';
import { readCards } from '../../api/cards.ts';
import type { EntityView } from '../../api/entity.ts';
import { type Affected, readImpact } from '../../api/impact.ts';
import { nameOf as nameIn } from '../../api/names.ts';
import { shortName } from '../../api/urn.ts';
import { simplePath } from '../../data/field-path.ts';
import { recordsIn, textOf } from '../../data/is-record.ts';
import { plural } from '../../data/words.ts';
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
import { columnsText, type Group, grouped, WAYS } from './groups.ts';
import { ImpactExport } from './impact-export.tsx';

export function ImpactTab({ entity }: { readonly entity: EntityView }) {
  const { urn, aspects } = entity;
  const route = useRoute();
  const fields = useMemo(() => recordsIn(aspects.schemaMetadata?.value.fields).map(({ fieldPath }) => textOf(fieldPath)), [aspects]);
  const asked = route.query.getAll('column');
  const way = WAYS.find(({ id }) => id === route.query.get('group'))?.id ?? 'type';
  const sure = route.query.get('sure') === 'true';
  const {
    last: data,
    error,
    loading,
    reload,
  } = useLoad(
    async (signal) => {
      const impact = await readImpact(urn, asked, signal);
      const owners = await readCards([...new Set(impact.affected.flatMap((each) => each.owners))], signal);
      return { chosen: asked, impact, owners: new Map(owners.map((card) => [card.urn, card])) };
    },
    [urn, asked],
  );
  const set = (changes: Record<string, string | readonly string[] | undefined>): void => navigate(withQuery(route, changes), { replace: true });
  if (!data) return <Loading label="Following the lineage" error={error} onRetry={reload} />;
  const { chosen } = data;
  const nameOf = (owner: string): string => data.owners.get(owner)?.name ?? shortName(owner);
  const concerned = data.impact.affected.filter(({ columns }) => !(chosen.length > 0 && sure) || Array.isArray(columns));
  const shown = concerned.filter(({ columns }) => columns !== 'none');
  const groups = grouped(shown, way, nameOf);
  const spared = data.impact.affected.length - data.impact.affected.filter(({ columns }) => columns !== 'none').length;
  const what = chosen.length === 0 ? nameIn(urn, valuesOf(entity)) : `${chosen.map(simplePath).join(', ')} of ${nameIn(urn, valuesOf(entity))}`;
  return (
    <section class="parts stack impact" aria-label="Impact" aria-busy={loading}>
      <div class="tab-tools bar far">
        {fields.length > 0 && (
          <Choice
            label="Column"
            value=""
            options={[
              ['', asked.length === 0 ? 'The whole table' : 'Add another'],
              ...fields.filter((path) => !asked.includes(path)).map((path) => [path, simplePath(path)] as const),
            ]}
            onChoose={(value) => value !== '' && set({ column: [...asked, value] })}
          />
        )}
        {asked.map((path) => (
          <button
            key={path}
            type="button"
            class="chip small"
            aria-label={`Without ${simplePath(path)}`}
            onClick={() => set({ column: asked.filter((each) => each !== path) })}
          >
            {simplePath(path)} <span aria-hidden="true">×</span>
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
        <ImpactExport what={what} affected={shown} groups={groups} owners={data.owners} nameOf={nameOf} />
      </div>
      <p class="muted" role="status">
        {loading && 'Following the lineage… '}
        {shown.length > 0 &&
          `${plural(shown.length, 'asset')} of ${plural(new Set(shown.flatMap(({ owners }) => owners)).size, 'owner')} would be affected.`}
        {spared > 0 && ` ${plural(spared, 'asset')} downstream would not, because they take other columns.`}
        {data.impact.hidden > 0 && ` ${data.impact.hidden} more are soft-deleted.`}
        {data.impact.cut && ' There are more than this page shows.'}
      </p>
      <Failure error={error} onRetry={reload} />
      {shown.length === 0 && <Empty title="Nothing downstream would notice" />}
      {groups.map((group) => (
        <ImpactGroup key={group.key} group={group} nameOf={nameOf} />
      ))}
      {data.impact.references.length > 0 && (
        <Part title="Refers to the column itself">
          <ul>
            {data.impact.references.map((each) => (
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

function Row({ affected, nameOf }: { readonly affected: Affected; readonly nameOf: (urn: string) => string }) {
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
