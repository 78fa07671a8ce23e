import { graphqlApi } from './graphql.ts';
import { legacyApi } from './legacy.ts';
import { openapiApi } from './openapi.ts';
import type { PropertyApi } from './property-api.ts';

export * from './property-api.ts';

/** Every API that writes and reads structured properties. */
export const APIS: readonly PropertyApi[] = [legacyApi, openapiApi('v2'), openapiApi('v3'), graphqlApi];
