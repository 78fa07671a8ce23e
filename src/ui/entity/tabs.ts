/**
 * The tabs of an entity's page, in their order. The page opens on the first one, so what the entity is for comes first.
 */
import type { ComponentType } from 'preact';
import { ActivityTab } from '../activity/entity-feed.tsx';
import type { About } from '../api/about.ts';
import type { EntityView } from '../api/entity.ts';
import { askedIn } from '../api/forms.ts';
import { type TypeSettings, typeSettings } from '../settings.ts';
import { DocumentationTab } from './documentation-tab.tsx';
import { FormsTab } from './forms/forms-tab.tsx';
import { HistoryTab } from './history/history-tab.tsx';
import { ImpactTab } from './impact/impact-tab.tsx';
import { JsonTab } from './json/json-tab.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { AssetsTab, GlossaryTab, ProductTab } from './purpose/list-tabs.tsx';
import { PartsTab } from './purpose/parts-tab.tsx';
import { PolicyTab } from './purpose/policy-tab.tsx';
import { SqlTab, sqlOf } from './purpose/sql-tab.tsx';
import { TextTab } from './purpose/text-tab.tsx';
import { ValuesTab } from './purpose/values-tab.tsx';
import { QualityTab } from './quality/quality-tab.tsx';
import { QueriesTab } from './quality/queries-tab.tsx';
import { ResultsTab } from './quality/results-tab.tsx';
import { RelationshipsTab } from './relationships-tab.tsx';
import { SchemaTab } from './schema/schema-tab.tsx';
import { UsageTab } from './series/usage-tab.tsx';

interface Tab {
  readonly id: string;
  readonly title: string;
  /** The title, if it depends on the type. */
  titleFor?(type: TypeSettings): string | undefined;
  applies(entity: EntityView, about: About): boolean;
  /** A number behind the title. */
  count?(about: About, entity: EntityView): number;
  /** `onSaved` says what was written, and reads the entity again. */
  readonly view: ComponentType<{ entity: EntityView; onSaved: (what: string) => void }>;
}

const typed =
  (applies: (type: Partial<TypeSettings>) => boolean) =>
  ({ entityType }: EntityView) =>
    applies(typeSettings(entityType) ?? {});
const hasLineage = typed(({ lineage = false }) => lineage);

export const TABS: readonly Tab[] = [
  { id: 'policy', title: 'Policy', applies: ({ aspects }) => aspects.dataHubPolicyInfo !== undefined, view: PolicyTab },
  { id: 'text', title: 'Text', applies: ({ aspects }) => aspects.documentInfo !== undefined, view: TextTab },
  { id: 'assets', title: 'Assets', titleFor: ({ listed }) => listed?.title, applies: typed(({ listed }) => listed !== undefined), view: AssetsTab },
  { id: 'assets', title: 'Assets', applies: typed(({ tab }) => tab === 'product'), view: ProductTab },
  { id: 'terms', title: 'Terms', applies: typed(({ tab }) => tab === 'terms'), view: GlossaryTab },
  { id: 'results', title: 'Results', applies: typed(({ tab }) => tab === 'results'), view: ResultsTab },
  { id: 'values', title: 'Values', applies: typed(({ tab }) => tab === 'values'), view: ValuesTab },
  { id: 'parts', title: 'Parts', titleFor: ({ parts }) => parts?.title, applies: typed(({ parts }) => parts !== undefined), view: PartsTab },
  // A view or a query is for its SQL; a chart or a check only has some.
  { id: 'sql', title: 'SQL', applies: (entity) => sqlOf(entity) !== undefined, view: SqlTab },
  { id: 'schema', title: 'Schema', applies: ({ aspects }) => aspects.schemaMetadata !== undefined, view: SchemaTab },
  { id: 'documentation', title: 'Documentation', applies: typed(({ documentation = true }) => documentation), view: DocumentationTab },
  {
    id: 'forms',
    title: 'Forms',
    applies: ({ aspects }) => askedIn(aspects.forms?.value).length > 0,
    count: (_, { aspects }) => askedIn(aspects.forms?.value).filter(({ complete }) => !complete).length,
    view: FormsTab,
  },
  { id: 'lineage', title: 'Lineage', applies: hasLineage, view: LineageTab },
  { id: 'impact', title: 'Impact', applies: hasLineage, view: ImpactTab },
  {
    id: 'quality',
    title: 'Quality',
    applies: ({ entityType }, { checks, incidents }) => typeSettings(entityType)?.checked === true || checks + incidents > 0,
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
  // The results of checks have a tab of their own.
  { id: 'usage', title: 'Usage and profile', applies: typed(({ series = false, tab }) => series && tab !== 'results'), view: UsageTab },
  { id: 'history', title: 'History', applies: () => true, view: HistoryTab },
  { id: 'activity', title: 'Activity', applies: () => true, view: ActivityTab },
  // Where there are none, the first one is written down.
  {
    id: 'queries',
    title: 'Queries',
    applies: ({ aspects }, { knownQueries }) => knownQueries === 0 && aspects.schemaMetadata !== undefined,
    view: QueriesTab,
  },
  { id: 'relationships', title: 'Relationships', applies: () => true, view: RelationshipsTab },
  { id: 'json', title: 'JSON', applies: () => true, view: JsonTab },
];
