import type { PropertyFace } from './face.ts';
import { graphqlFace } from './graphql.ts';
import { legacyFace } from './legacy.ts';
import { openapiFace } from './openapi.ts';

export * from './face.ts';

/** Every API that writes and reads structured properties. */
export const FACES: readonly PropertyFace[] = [legacyFace, openapiFace('v2'), openapiFace('v3'), graphqlFace];
