/**
 * What Neo4j's importer is told about the files of an offline store.
 */
import { FORM } from './csv.ts';
import type { ImportFiles } from './store.ts';

/** The arguments of `neo4j-admin database import full`. */
export function importerArgs({ nodes, edges, broken }: ImportFiles): string[] {
  return [
    ...FORM,
    '--id-type=integer',
    ...(broken.length === 0 ? [] : [`--multiline-fields=${broken.join(',')}`, '--multiline-fields-format=v2']),
    ...nodes.map(({ label, files }) => `--nodes=${named(label)}${files.join(',')}`),
    ...edges.map(({ label, files }) => `--relationships=${named(label)}${files.join(',')}`),
  ];
}

function named(label: string): string {
  return label === '' ? '' : `${label}=`;
}
