/**
 * The tabs of an entity's page, in their order.
 */
import type { ComponentType } from 'preact';
import type { EntityView } from '../api/entity.ts';
import { HistoryTab } from './history/history-tab.tsx';
import { JsonTab } from './json/json-tab.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { SchemaTab } from './schema/schema-tab.tsx';
import { UsageTab } from './series/usage-tab.tsx';

export interface Tab {
  readonly id: string;
  readonly title: string;
  applies(entity: EntityView): boolean;
  readonly view: ComponentType<{ entity: EntityView }>;
}

/** People, words and definitions. No data flows through them, and nobody queries them. */
const NO_DATA =
  /^(corp|tag|glossary|domain|structuredProperty|dataType|entityType|ownershipType|dataPlatform|dataHub|role|form|post|test|telemetry|incident)/;

function isData({ entityType }: EntityView): boolean {
  return !NO_DATA.test(entityType);
}

export const TABS: readonly Tab[] = [
  { id: 'schema', title: 'Schema', applies: ({ aspects }) => aspects.schemaMetadata !== undefined, view: SchemaTab },
  { id: 'lineage', title: 'Lineage', applies: isData, view: LineageTab },
  { id: 'usage', title: 'Usage and profile', applies: isData, view: UsageTab },
  { id: 'relationships', title: 'Relationships', applies: () => true, view: RelationshipsTab },
  { id: 'history', title: 'History', applies: () => true, view: HistoryTab },
  { id: 'json', title: 'JSON', applies: () => true, view: JsonTab },
];
