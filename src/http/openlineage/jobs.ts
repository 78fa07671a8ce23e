/**
 * What an event says about a job and its pipeline.
 */
import { titled } from './datasets.ts';
import type { LineageJob } from './event.ts';
import { latest, properties } from './facts.ts';
import { description, type FacetParts, fieldsTo, kept, partsOf, present, type RunFacet } from './kept.ts';
import { sayOwners, sayTags, tagsIn } from './people.ts';
import type { EventScope, JobRef } from './refs.ts';

/** Facets that become parts of `dataJobInfo`. */
const INFO: Readonly<Record<string, FacetParts>> = {
  documentation: description,
  sql: fieldsTo({ sqlDialect: 'dialect' }),
  sourceCode: fieldsTo({ sourceCodeLanguage: 'language', sourceCode: 'sourceCode' }),
  sourceCodeLocation: (facet, scope) => ({
    ...latest({ externalUrl: facet?.url }),
    ...fieldsTo({
      sourceCodeType: 'type',
      sourceCodeUrl: 'url',
      sourceCodeRepository: 'repoUrl',
      sourceCodePath: 'path',
      sourceCodeVersion: 'version',
      sourceCodeTag: 'tag',
      sourceCodeBranch: 'branch',
      sourceCodePullRequest: 'pullRequestNumber',
    })(facet, scope),
  }),
  jobType: (facet, scope) => ({
    ...(typeof facet?.jobType === 'string' && latest({ type: { string: facet.jobType } })),
    ...fieldsTo({ processingType: 'processingType', integration: 'integration', jobType: 'jobType', emissionPattern: 'emissionPattern' })(
      facet,
      scope,
    ),
  }),
};

/** Facets that become other aspects. */
const ELSEWHERE: ReadonlySet<string> = new Set(['ownership', 'tags']);

/** @param pointer of the job, below the event */
export function sayJob(scope: EventScope, job: LineageJob, { flow, job: urn, orchestrator, flowName, title }: JobRef, pointer: string): void {
  const { facts, event } = scope;
  const { facets = {} } = job;
  const facet = (of: string): RunFacet | undefined => facets[of] && present(facets[of]);
  const namespace = properties({ openLineageNamespace: kept(scope, 'namespace', job.namespace) });
  facts.say(flow, 'dataFlowInfo', event.at, { ...namespace, name: { kind: 'fill', value: flowName } }, { name: flowName });
  facts.say(
    urn,
    'dataJobInfo',
    event.at,
    {
      ...namespace,
      ...properties({ openLineageName: kept(scope, 'name', job.name), producer: kept(scope, 'producer', event.producer) }),
      ...partsOf(scope, facets, INFO, ELSEWHERE),
      flowUrn: { kind: 'fill', value: flow.text },
    },
    { name: title, type: { string: orchestrator } },
  );
  if (facets.ownership) sayOwners(scope, urn, facet('ownership'), `${pointer}/facets/ownership`);
  if (facets.tags) sayTags(scope, urn, tagsIn(facet('tags')), `${pointer}/facets/tags`);
  if (facets.sql) {
    const query = facet('sql')?.query;
    const transforms = typeof query === 'string' ? [{ queryStatement: { value: query, language: 'SQL' } }] : [];
    facts.say(urn, 'dataTransformLogic', event.at, latest({ transforms }), { transforms: [] });
  }
  const jobType = facet('jobType')?.jobType;
  const typeNames = typeof jobType === 'string' && jobType.trim() !== '' ? [titled(jobType)] : [];
  if (typeNames.length > 0 || facets.jobType?._deleted === true) facts.say(urn, 'subTypes', event.at, latest({ typeNames }), { typeNames: [] });
}
