import type { EntityView } from '../../api/entity.ts';
import { readNeighbourCards } from '../../api/related-cards.ts';
import { partsOfUrn, typeOfUrn } from '../../api/urn.ts';
import { isRecord } from '../../data/is-record.ts';
import { EntityRows } from '../../parts/entity-rows.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Part } from '../../parts/part.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { type LinkedTable, Sql } from '../../sql/view.tsx';

/** What a view or a query reads: lineage for the one, its subjects for the other. */
const READS = [{ direction: 'OUTGOING', types: ['DownstreamOf', 'HasQuerySubject', 'Consumes', 'Asserts'] }] as const;

/** The SQL, and the tables that it reads. */
export function SqlTab({ entity }: { readonly entity: EntityView }) {
  const { data, error, reload } = useLoad((signal) => readNeighbourCards(entity.urn, READS, signal), [entity.urn]);
  const tables = (data?.[0]?.cards ?? []).filter(({ urn }) => typeOfUrn(urn) === 'dataset');
  const linked: LinkedTable[] = tables.map(({ urn }) => ({ urn, name: partsOfUrn(urn)[1] ?? '' }));
  return (
    <div class="parts stack">
      <section class="part stack" aria-label="SQL">
        <Sql sql={sqlOf(entity) ?? ''} tables={linked} />
      </section>
      <Failure error={error} onRetry={reload} />
      {tables.length > 0 && (
        <Part title="Tables that it reads" count={tables.length}>
          <EntityRows label="Tables that it reads" cards={tables} />
        </Part>
      )}
    </div>
  );
}

/** The SQL of a view, a query or a chart, where an aspect has it. */
export function sqlOf({ aspects }: EntityView): string | undefined {
  const { viewProperties, queryProperties, chartQuery, assertionInfo } = aspects;
  const texts = [
    viewProperties?.value.formattedViewLogic,
    viewProperties?.value.viewLogic,
    isRecord(queryProperties?.value.statement) ? queryProperties.value.statement.value : undefined,
    chartQuery?.value.rawQuery,
    isRecord(assertionInfo?.value.sqlAssertion) ? assertionInfo.value.sqlAssertion.statement : undefined,
  ];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}
