/**
 * The SQL of a view, a query or a chart, where an aspect has it.
 */
import type { EntityView } from '../../api/entity.ts';
import { isRecord } from '../../data/is-record.ts';

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
