/**
 * Which aspect holds an edge of lineage that somebody adds or removes by hand.
 */

export interface LineageHolder {
  readonly upstream: string;
  readonly downstream: string;
  /** The entity that has the aspect. */
  readonly end: 'upstream' | 'downstream';
  readonly aspect: string;
  readonly list: string;
  /** The list of URNs that clients wrote before there was this one. */
  readonly old?: string;
}

export const LINEAGE_HOLDERS: readonly LineageHolder[] = [
  { upstream: 'dataset', downstream: 'dataset', end: 'downstream', aspect: 'upstreamLineage', list: 'upstreams' },
  { upstream: 'dataJob', downstream: 'dataset', end: 'upstream', aspect: 'dataJobInputOutput', list: 'outputDatasetEdges', old: 'outputDatasets' },
  { upstream: 'dataset', downstream: 'dataJob', end: 'downstream', aspect: 'dataJobInputOutput', list: 'inputDatasetEdges', old: 'inputDatasets' },
  { upstream: 'dataJob', downstream: 'dataJob', end: 'downstream', aspect: 'dataJobInputOutput', list: 'inputDatajobEdges', old: 'inputDatajobs' },
  { upstream: 'dataset', downstream: 'chart', end: 'downstream', aspect: 'chartInfo', list: 'inputEdges' },
  { upstream: 'chart', downstream: 'dashboard', end: 'downstream', aspect: 'dashboardInfo', list: 'chartEdges', old: 'charts' },
  { upstream: 'dataset', downstream: 'dashboard', end: 'downstream', aspect: 'dashboardInfo', list: 'datasetEdges', old: 'datasets' },
];
