/**
 * The tabs of an entity's page, in their order. The page opens on the first one, so what the entity is for comes first.
 */
import type { ComponentType } from 'preact';
import { ActivityTab } from '../activity/entity-feed.tsx';
import type { About } from '../api/about.ts';
import type { EntityView } from '../api/entity.ts';
import { settings } from '../settings.ts';
import { DocumentationTab } from './documentation-tab.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { ImpactTab } from './impact/impact-tab.tsx';
import { JsonTab } from './json/json-tab.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { AssetsTab, assetsOf } from './purpose/assets-tab.tsx';
import { GlossaryTab } from './purpose/glossary-tab.tsx';
import { partsOf } from './purpose/parts-of.ts';
import { PartsTab } from './purpose/parts-tab.tsx';
import { ProductTab } from './purpose/product-tab.tsx';
import { SqlTab, sqlOf } from './purpose/sql-tab.tsx';
import { TextTab } from './purpose/text-tab.tsx';
import { ValuesTab } from './purpose/values-tab.tsx';
import { QualityTab } from './quality/quality-tab.tsx';
import { QueriesTab } from './quality/queries-tab.tsx';
import { ResultsTab } from './quality/results-tab.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { SchemaTab } from './schema/schema-tab.tsx';
import { UsageTab } from './series/usage-tab.tsx';

export interface Tab {
  readonly id: string;
  readonly title: string;
  /** The title, if it depends on the type. */
  titleFor?(entity: EntityView): string | undefined;
  applies(entity: EntityView, about: About): boolean;
  /** A number behind the title. */
  count?(about: About): number;
  /** `onSaved` says what was written, and reads the entity again. */
  readonly view: ComponentType<{ entity: EntityView; onSaved: (what: string) => void }>;
}

function hasLineage({ entityType }: EntityView): boolean {
  return settings.types[entityType]?.lineage === true;
}

/** The results of an assertion have a tab of their own. */
function hasSeries({ entityType }: EntityView): boolean {
  return settings.types[entityType]?.series === true && entityType !== 'assertion';
}

function isDescribed({ entityType }: EntityView): boolean {
  return settings.types[entityType]?.documentation !== false;
}

export const TABS: readonly Tab[] = [
  { id: 'text', title: 'Text', applies: ({ aspects }) => aspects.documentInfo !== undefined, view: TextTab },
  {
    id: 'assets',
    title: 'Assets',
    titleFor: ({ entityType }) => assetsOf(entityType)?.title,
    applies: ({ entityType }) => assetsOf(entityType) !== undefined,
    view: AssetsTab,
  },
  { id: 'assets', title: 'Assets', applies: ({ entityType }) => entityType === 'dataProduct', view: ProductTab },
  { id: 'terms', title: 'Terms', applies: ({ entityType }) => entityType === 'glossaryNode', view: GlossaryTab },
  { id: 'results', title: 'Results', applies: ({ entityType }) => entityType === 'assertion', view: ResultsTab },
  { id: 'values', title: 'Values', applies: ({ entityType }) => entityType === 'structuredProperty', view: ValuesTab },
  { id: 'sql', title: 'SQL', applies: (entity) => sqlOf(entity) !== undefined && isView(entity), view: SqlTab },
  {
    id: 'parts',
    title: 'Parts',
    titleFor: ({ entityType }) => partsOf(entityType)?.title,
    applies: ({ entityType }) => partsOf(entityType) !== undefined,
    view: PartsTab,
  },
  { id: 'schema', title: 'Schema', applies: ({ aspects }) => aspects.schemaMetadata !== undefined, view: SchemaTab },
  { id: 'sql', title: 'SQL', applies: (entity) => sqlOf(entity) !== undefined && !isView(entity), view: SqlTab },
  { id: 'documentation', title: 'Documentation', applies: isDescribed, view: DocumentationTab },
  { id: 'lineage', title: 'Lineage', applies: hasLineage, view: LineageTab },
  { id: 'impact', title: 'Impact', applies: hasLineage, view: ImpactTab },
  {
    id: 'quality',
    title: 'Quality',
    applies: ({ entityType }, { checks, incidents }) => entityType === 'dataset' || checks + incidents > 0,
    count: ({ checks, incidents }) => checks + incidents,
    view: QualityTab,
  },
  {
    id: 'queries',
    title: 'Queries',
    applies: (_, { knownQueries }) => knownQueries > 0,
    count: ({ knownQueries }) => knownQueries,
    view: QueriesTab,
  },
  { id: 'usage', title: 'Usage and profile', applies: hasSeries, view: UsageTab },
  { id: 'relationships', title: 'Relationships', applies: () => true, view: RelationshipsTab },
  { id: 'activity', title: 'Activity', applies: () => true, view: ActivityTab },
  { id: 'history', title: 'History', applies: () => true, view: HistoryTab },
  { id: 'json', title: 'JSON', applies: () => true, view: JsonTab },
];

/** A view or a query is for its SQL; a chart or a check only has some. */
function isView({ entityType }: EntityView): boolean {
  return entityType === 'dataset' || entityType === 'query';
}
