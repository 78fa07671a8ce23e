/**
 * The queries `appConfig` and `me`: about the server, and about the user who asks.
 */
import { type Part, type Resolve, refNamed } from './operation.ts';

const me: Resolve = (_, __, { catalog, actor }) => {
  const corpUser = refNamed(catalog.model, actor);
  return corpUser && { corpUser };
};

/** @param version of Cairn */
export function about(version: string): Part {
  return {
    sdl: `
type AppConfig { appVersion: String! telemetryConfig: TelemetryConfig! }
type TelemetryConfig { enableThirdPartyLogging: Boolean! }
type AuthenticatedUser { corpUser: CorpUser! }
extend type Query { appConfig: AppConfig! me: AuthenticatedUser }`,
    resolvers: { Query: { me, appConfig: () => ({ appVersion: version, telemetryConfig: { enableThirdPartyLogging: false } }) } },
  };
}
