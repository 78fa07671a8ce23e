/**
 * What a dashboard, a job or a model is made of: groups of neighbours, by the names of their relationships.
 */
import type { Kind } from '../../api/related-cards.ts';

export interface Group extends Kind {
  readonly title: string;
}

export interface PartsOf {
  /** The title of the tab. */
  readonly title: string;
  readonly groups: readonly Group[];
}

const out = (title: string, ...types: string[]): Group => ({ title, direction: 'OUTGOING', types });
const into = (title: string, ...types: string[]): Group => ({ title, direction: 'INCOMING', types });

const BY_TYPE: Readonly<Record<string, PartsOf>> = {
  dashboard: {
    title: 'Charts',
    groups: [
      out('Charts', 'Contains'),
      out('Dashboards in it', 'DashboardContainsDashboard'),
      out('Tables that it reads', 'Consumes'),
      into('Part of', 'DashboardContainsDashboard'),
    ],
  },
  chart: { title: 'Inputs', groups: [out('Inputs', 'Consumes'), into('Dashboards that show it', 'Contains')] },
  dataFlow: { title: 'Jobs', groups: [into('Jobs', 'IsPartOf')] },
  dataJob: {
    title: 'Inputs and outputs',
    groups: [out('Inputs', 'Consumes'), out('Outputs', 'Produces'), out('Runs after', 'DownstreamOf'), into('Runs before', 'DownstreamOf')],
  },
  dataProcessInstance: {
    title: 'Inputs and outputs',
    groups: [
      out('Inputs', 'Consumes', 'DataProcessInstanceConsumes'),
      out('Outputs', 'Produces', 'DataProcessInstanceProduces'),
      out('Run of', 'InstanceOf'),
      out('After', 'UpstreamOf'),
    ],
  },
  mlModel: {
    title: 'Model',
    groups: [
      out('Features', 'Consumes'),
      out('Version of', 'MemberOf', 'VersionOf'),
      out('Trained by', 'TrainedBy'),
      out('Deployed to', 'DeployedTo'),
    ],
  },
  mlModelGroup: { title: 'Versions', groups: [into('Versions', 'MemberOf'), out('Trained by', 'TrainedBy')] },
  mlFeatureTable: { title: 'Features', groups: [out('Features', 'Contains'), out('Keys', 'KeyedBy')] },
  mlFeature: {
    title: 'Sources',
    groups: [out('Made from', 'DerivedFrom'), into('Models that use it', 'Consumes'), into('In the tables', 'Contains')],
  },
  versionSet: { title: 'Versions', groups: [into('Versions', 'VersionOf')] },
  dataContract: {
    title: 'Promises',
    groups: [
      out('For', 'ContractFor'),
      out('Freshness', 'IncludesFreshnessAssertion'),
      out('Schema', 'IncludesSchemaAssertion'),
      out('Quality', 'IncludesDataQualityAssertion'),
    ],
  },
  incident: {
    title: 'Assets',
    groups: [out('Wrong with', 'IncidentOn'), out('Assigned to', 'IncidentAssignedTo'), out('Raised by', 'IncidentRaisedBy')],
  },
  document: { title: 'About', groups: [out('Assets', 'RelatedAsset'), out('Documents', 'RelatedDocument')] },
};

export function partsOf(entityType: string): PartsOf | undefined {
  return BY_TYPE[entityType];
}
