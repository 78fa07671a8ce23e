/**
 * The few aspects that the core knows by name. All other code works for any aspect of the model.
 */
export const STATUS = 'status';
export const DEPRECATION = 'deprecation';
export const DOMAINS = 'domains';
export const OWNERSHIP = 'ownership';
export const DOMAIN_PROPERTIES = 'domainProperties';
export const FORMS = 'forms';
export const GLOBAL_TAGS = 'globalTags';
export const GLOSSARY_TERMS = 'glossaryTerms';
export const SCHEMA_METADATA = 'schemaMetadata';
export const EDITABLE_SCHEMA_METADATA = 'editableSchemaMetadata';
export const BROWSE_PATHS = 'browsePaths';
export const BROWSE_PATHS_V2 = 'browsePathsV2';
export const PLATFORM_INSTANCE = 'dataPlatformInstance';
export const PLATFORM_INFO = 'dataPlatformInfo';
export const VERSION_PROPERTIES = 'versionProperties';
export const VERSION_SET_PROPERTIES = 'versionSetProperties';
export const CONTAINER = 'container';
export const DATASET_USAGE = 'datasetUsageStatistics';
export const COVERAGE = 'coverage';
export const SIBLINGS = 'siblings';
/** The relationship that siblings make. */
export const SIBLING_OF = 'SiblingOf';
export const SUB_TYPES = 'subTypes';
export const UPSTREAM_LINEAGE = 'upstreamLineage';

/** The run id that stands for none. */
export const NO_RUN = 'no-run-id-provided';

/** Entity types that the core knows by name. */
export const PLATFORM_TYPE = 'dataPlatform';
export const PLATFORM_INSTANCE_TYPE = 'dataPlatformInstance';
export const ENTITY_TYPE = 'entityType';
export const SCHEMA_FIELD_TYPE = 'schemaField';
/** The relationship of column lineage (docs/data-model.md 1.4). */
export const COLUMN_LINEAGE = 'DownstreamOf';
export const TAG_TYPE = 'tag';
export const GLOSSARY_TERM_TYPE = 'glossaryTerm';
export const PROPERTY_TYPE = 'structuredProperty';
export const PROPERTY_DEFINITION = 'propertyDefinition';
export const TAG_PROPERTIES = 'tagProperties';
export const PROPERTY_SETTINGS = 'structuredPropertySettings';
export const PROPERTY_VALUES = 'structuredProperties';
export const INGESTION_SOURCE_TYPE = 'dataHubIngestionSource';
export const INGESTION_SOURCE_INFO = 'dataHubIngestionSourceInfo';
export const EXECUTION_REQUEST_TYPE = 'dataHubExecutionRequest';
export const EXECUTION_INPUT = 'dataHubExecutionRequestInput';
export const EXECUTION_SIGNAL = 'dataHubExecutionRequestSignal';
export const EXECUTION_RESULT = 'dataHubExecutionRequestResult';
export const SECRET_TYPE = 'dataHubSecret';
export const SECRET_VALUE = 'dataHubSecretValue';
